// Reads lists page by page, or as an iteration over all items.
import type { Caller } from './caller.ts'
import { UnknownAnswerError } from './errors.ts'
import { type List, type ListQuery, parseList, withQuery } from './list.ts'

/** A limit in case the service never ends a list. */
const maxPages = 1_000

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
   * @throws {ServiceError} `unknown` if the list has more than 1000 pages or the service repeats a page
   */
  pages(query?: Q): AsyncGenerator<List<T>, void>
  /** Every item of every page, as `pages`. @throws {ServiceError} as `pages` */
  all(query?: Q): AsyncGenerator<T, void>
}

/** Makes the functions for one path. @param path below `/api/v2` */
export function createLists<T, Q extends ListQuery = ListQuery>(
  call: Caller,
  path: string,
  parseItem: (item: unknown) => T | null,
): Lists<T, Q> {
  async function list(query: ListQuery = {}): Promise<List<T>> {
    const { signal, timeoutMs } = query
    const where = { path: withQuery(path, query), name: path }
    const json = await call({ method: 'GET', repeats: 'after_any_fault', ...where, signal, timeoutMs })
    return parseList(json, parseItem, `GET ${path}`, query.page ?? 1)
  }

  async function* pages(query: ListQuery = {}): AsyncGenerator<List<T>, void> {
    const first = query.page ?? 1
    for (let page = first; page < first + maxPages; page++) {
      const found = await list({ page_size: 100, ...query, page })
      yield found
      if (!found.has_more) return
      // Do not continue: a service that repeats the first page would hide the others.
      if (found.page !== page) {
        throw new UnknownAnswerError(
          `GET ${path} was asked for page ${page} and answered page ${found.page}. Check that no cache or proxy drops the query.`,
        )
      }
    }
    throw new UnknownAnswerError(
      `GET ${path} does not end after ${maxPages} pages. Ask for larger pages, or the service's operator.`,
    )
  }

  async function* all(query: ListQuery = {}): AsyncGenerator<T, void> {
    for await (const { content } of pages(query)) {
      for (const item of content) {
        query.signal?.throwIfAborted()
        yield item
      }
    }
  }

  return { list, pages, all }
}
