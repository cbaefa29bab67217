// Lists of which nobody has to count the pages.
import type { Caller } from './caller.ts'
import { UnknownAnswerError } from './errors.ts'
import { type List, type ListQuery, parseList, withQuery } from './list.ts'

/** A service that never says "no more" must not hold us for ever. */
const maxPages = 1_000

/** The three ways to read a list. The order of items is the service's; its document names none. */
export interface Lists<T, Q extends ListQuery = ListQuery> {
  /**
   * One page (payments-v2, List envelope).
   * @throws {ServiceError} `unknown` when the answer is not a list: a missing list is never read as an empty one
   */
  list(query?: Q): Promise<List<T>>
  /**
   * One page after the other, from `query.page` on; each is fetched when it is asked for. What is created meanwhile
   * can move items between pages, so one may come twice.
   * @throws {ServiceError} `unknown` when the list does not end after 1000 pages or does not move on
   */
  pages(query?: Q): AsyncGenerator<List<T>, void>
  /** Every item of every page, as `pages`. @throws {ServiceError} as `pages` */
  all(query?: Q): AsyncGenerator<T, void>
}

/** Makes the three for one path. @param path below `/api/v2` */
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
      // Not "go on all the same": a service that answers the first page again hides the others from us.
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
