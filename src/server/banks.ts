import type { Caller } from './caller.ts'
import { UnknownAnswerError } from './errors.ts'

/** A bank that takes open banking payments. */
export interface Bank {
  readonly id: string
  readonly name: string
  readonly logo_url: string | null
}

/** The service's list envelope. */
export interface List<T> {
  readonly content: readonly T[]
  /** From 1. */
  readonly page: number
  readonly page_size: number
  readonly has_more: boolean
}

export interface ListQuery {
  /** From 1. */
  readonly page?: number
  /** 1 to 100, 20 when absent. */
  readonly page_size?: number
  readonly signal?: AbortSignal
}

/** `GET /banks`. */
export function createBanks(call: Caller) {
  return {
    /** One page of banks. @throws {ServiceError} */
    async list(query: ListQuery = {}): Promise<List<Bank>> {
      const json = await call({ method: 'GET', name: '/banks', ...withQuery('/banks', query) })
      return parseList(json, parseBank, 'GET /banks')
    },
  }
}

/** Path and query of a list call; absent fields are left to the service's defaults. */
export function withQuery(path: string, query: ListQuery & { reference?: string }) {
  const params = new URLSearchParams()
  for (const name of ['page', 'page_size', 'reference'] as const) {
    const value = query[name]
    if (value !== undefined) params.set(name, String(value))
  }
  return { path: params.size > 0 ? `${path}?${params}` : path, signal: query.signal }
}

/**
 * Reads a list envelope. Strict about `content`, its items and `has_more`: a list that ends too early would say
 * "there is no such payin", and that sentence makes second payments.
 * @throws {UnknownAnswerError}
 */
export function parseList<T>(json: unknown, parseItem: (item: unknown) => T | null, call: string): List<T> {
  const fields = (typeof json === 'object' && json !== null ? json : {}) as Record<string, unknown>
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
    page: number('page', 1),
    page_size: number('page_size', items.length),
    has_more,
  }
}

function parseBank(json: unknown): Bank | null {
  if (typeof json !== 'object' || json === null) return null
  const { id, name, logo_url } = json as Record<string, unknown>
  if (typeof id !== 'string' || typeof name !== 'string') return null
  return { ...json, id, name, logo_url: typeof logo_url === 'string' ? logo_url : null }
}
