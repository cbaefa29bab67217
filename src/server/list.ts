// One page of a list: builds its query and parses the answer.
import type { CallOptions } from './caller.ts'
import { checkWhole } from './check-input.ts'
import { UnknownAnswerError } from './errors.ts'
import { fieldsOf } from './read-fields.ts'

/** The service's list envelope. */
export interface List<T> {
  readonly content: readonly T[]
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

/**
 * Parses a list envelope. It is strict about `content`, its items and `has_more`: a list that ends too early would mean
 * "there is no such payin", and a caller would create a second payment.
 * @param page the requested page
 * @throws {UnknownAnswerError}
 */
export function parseList<T>(
  json: unknown,
  parseItem: (item: unknown) => T | null,
  call: string,
  page: number,
): List<T> {
  const fields = fieldsOf(json) ?? {}
  const { content, has_more } = fields
  const items = Array.isArray(content) ? content.map(parseItem) : [null]
  if (items.includes(null) || typeof has_more !== 'boolean') {
    throw new UnknownAnswerError(
      `The answer to ${call} is not the list that the service's document describes. Check that baseUrl is the service.`,
    )
  }
  const number = (name: string, other: number) => {
    const value = fields[name]
    return typeof value === 'number' ? value : other
  }
  return {
    content: items.filter((item) => item !== null),
    page: number('page', page),
    page_size: number('page_size', items.length),
    has_more,
  }
}
