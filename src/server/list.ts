// One page of a list: builds its query and parses the answer.
import type { CallOptions } from './caller.ts'
import { checkWhole } from './check-input.ts'
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
 * @throws {TypeError} for a page or a page_size outside of payments-v2, Limits
 */
export function withQuery(path: string, query: ReferenceQuery & { readonly email?: string }): string {
  checkWhole('page', query.page, { min: 1 })
  checkWhole('page_size', query.page_size, { min: 1, max: 100 })
  const params = new URLSearchParams()
  for (const name of ['page', 'page_size', 'reference', 'email'] as const) {
    const value = query[name]
    if (value !== undefined) params.set(name, String(value))
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
