// Reads lists page by page, or as an iteration over all items.
import type { Caller, CallOptions } from './caller.ts'
import { UnknownAnswerError } from './errors.ts'
import { type Envelope, type List, type ListQuery, parseEnvelope, withQuery } from './list.ts'

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
