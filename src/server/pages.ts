// Reads lists page by page, or as an iteration over all items.
import type { Caller, CallOptions } from './caller.ts'
import { checkText, checkWhole } from './check-input.ts'
import { UnknownAnswerError } from './errors.ts'
import { fieldsOf } from './read-fields.ts'

/** The service's list envelope. */
export interface List<T> {
  readonly content: readonly T[]
  /**
   * The items of this page that cannot be read, as they came. Each is something that exists: do not treat it as nothing.
   * Mostly empty.
   */
  readonly unreadable: readonly unknown[]
  /** From 1. */
  readonly page: number
  readonly page_size: number
  readonly has_more: boolean
}

export interface ListQuery extends CallOptions {
  /** From 1. */
  readonly page?: number
  /** 1 to 100. Default: 20 for one page, 100 for an iteration. */
  readonly page_size?: number
}

export interface ReferenceQuery extends ListQuery {
  /** Exact match. */
  readonly reference?: string
}

/**
 * The path and query of a list call. The service's defaults apply to missing fields.
 * @throws {TypeError} for a page or a page_size outside of payments-v2, Limits, and for a filter that is no text
 */
export function withQuery(path: string, query: ReferenceQuery & { readonly email?: string }): string {
  checkWhole('page', query.page, { min: 1 })
  checkWhole('page_size', query.page_size, { min: 1, max: 100 })
  const params = new URLSearchParams()
  for (const name of ['page', 'page_size', 'reference', 'email'] as const) {
    const value = query[name]
    if (value === undefined) continue
    if (!name.startsWith('page')) checkText(name, value)
    params.set(name, String(value))
  }
  const search = params.toString()
  return search === '' ? path : `${path}?${search}`
}

/** A list envelope before its items are read. */
export interface Envelope extends Omit<List<unknown>, 'unreadable'> {}

/**
 * Parses a list envelope. It is strict about `content` and `has_more`: a list that ends too early would mean "there is no such
 * payin", and a caller would create a second payment.
 * @param page the requested page
 * @throws {UnknownAnswerError}
 */
export function parseEnvelope(json: unknown, call: string, page: number): Envelope {
  const fields = fieldsOf(json) ?? {}
  const { content, has_more } = fields
  if (!Array.isArray(content) || typeof has_more !== 'boolean') {
    throw new UnknownAnswerError(
      `The answer to ${call} is not the list that the service's document describes. Check that baseUrl is the service.`,
    )
  }
  const number = (name: string, other: number) => {
    const value = fields[name]
    return typeof value === 'number' ? value : other
  }
  return { content, page: number('page', page), page_size: number('page_size', content.length), has_more }
}

/** A limit in case the service never ends a list. */
const maxPages = 100_000
/** The same page so many times in a row: the service repeats it for ever. Some empty ones in a row are possible. */
const maxSamePages = 20

/** Three ways to read a list. The service does not document the order of items. */
export interface Lists<T, Q extends ListQuery = ListQuery> {
  /**
   * One page (payments-v2, List envelope).
   * @throws {ServiceError} `unknown` if the answer is not a list. It is never treated as an empty list
   */
  list(query?: Q): Promise<List<T>>
  /**
   * Page after page from `query.page` on, each fetched on demand. New objects can shift items to the next page, so an item
   * may appear twice.
   * @throws {ServiceError} `unknown` if the list does not end or the service repeats a page
   */
  pages(query?: Q): AsyncGenerator<List<T>, void>
  /**
   * Every item of every page that can be read.
   * @throws {ServiceError} as `pages`, and `unknown` after the last item if there are others that cannot be read
   */
  all(query?: Q): AsyncGenerator<T, void>
}

/** How the items of one list are read. */
export interface ItemReader<T, Q> {
  /** @returns `null` if the item cannot be read */
  read(item: unknown, options: CallOptions): T | null | Promise<T | null>
  /** Whether an item is one that was asked for. */
  isAskedFor?(item: unknown, query: Q): boolean
}

/** Makes the functions for one path. @param path below `/api/v2` */
export function createLists<T, Q extends ListQuery = ListQuery>(
  call: Caller,
  path: string,
  { read, isAskedFor = () => true }: ItemReader<T, Q>,
): Lists<T, Q> {
  async function fetchPage(query: Q): Promise<Envelope> {
    const { signal, timeoutMs } = query
    const where = { path: withQuery(path, query), name: path }
    const json = await call({ method: 'GET', repeats: 'after_any_fault', ...where, signal, timeoutMs })
    return parseEnvelope(json, `GET ${path}`, query.page ?? 1)
  }

  async function readItems(envelope: Envelope, query: Q): Promise<List<T>> {
    const { signal, timeoutMs } = query
    const content: T[] = []
    const unreadable: unknown[] = []
    for (const item of envelope.content) {
      if (!isAskedFor(item, query)) continue
      const found = await read(item, { signal, timeoutMs })
      if (found === null) unreadable.push(item)
      else content.push(found)
    }
    return { ...envelope, content, unreadable }
  }

  async function* pages(query = {} as Q): AsyncGenerator<List<T>, void> {
    let last = ''
    let same = 0
    for (let page = query.page ?? 1; page <= maxPages; page++) {
      const found = await fetchPage({ page_size: 100, ...query, page })
      yield await readItems(found, query)
      if (!found.has_more) return
      // Do not continue: a service that repeats the first page would hide the others.
      if (found.page !== page) {
        throw new UnknownAnswerError(
          `GET ${path} was asked for page ${page} and answered page ${found.page}. Check that no cache or proxy drops the query.`,
        )
      }
      const text = JSON.stringify(found.content)
      same = text === last ? same + 1 : 1
      last = text
      if (same === maxSamePages) break
    }
    throw new UnknownAnswerError(
      `GET ${path} does not end: the service announces further pages, and shows nothing new. Ask the service's operator.`,
    )
  }

  async function* all(query = {} as Q): AsyncGenerator<T, void> {
    let unreadable = 0
    for await (const page of pages(query)) {
      for (const item of page.content) {
        query.signal?.throwIfAborted()
        yield item
      }
      unreadable += page.unreadable.length
    }
    if (unreadable > 0)
      throw new UnknownAnswerError(
        `GET ${path} shows ${unreadable} that cannot be read, because an id or a status is missing, for example. Ask the service's operator.`,
      )
  }

  return { list: async (query = {} as Q) => readItems(await fetchPage(query), query), pages, all }
}
