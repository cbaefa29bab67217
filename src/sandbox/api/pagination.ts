// The list envelope, the same for every list operation.

/** From `parseParameters`: integers within their limits, with defaults. */
export type Page = { page: number; page_size: number }

/** `page_size` in the answer is "the number of items returned in this page", not the requested size. */
export function toEnvelope<T>(all: readonly T[], { page, page_size }: Page) {
  const content = all.slice((page - 1) * page_size, page * page_size)
  return { content, page, page_size: content.length, has_more: page * page_size < all.length }
}
