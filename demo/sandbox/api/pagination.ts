// The list envelope and its parameters, the same for every list operation.
import type { Context } from 'hono'
import { Problem } from '../problem.ts'

export type Page = { page: number; pageSize: number }

export function readPage(c: Context): Page {
  return { page: readInteger(c, 'page', 1), pageSize: readInteger(c, 'page_size', 20, 100) }
}

function readInteger(c: Context, name: string, fallback: number, max = Number.MAX_SAFE_INTEGER): number {
  const text = c.req.query(name)
  if (text === undefined) return fallback
  const value = /^[0-9]+$/.test(text) ? Number(text) : 0
  if (value >= 1 && value <= max) return value
  const range = max === Number.MAX_SAFE_INTEGER ? 'of at least 1' : `from 1 to ${max}`
  throw new Problem(400, `The query parameter ${name} must be an integer ${range}.`)
}

/** `page_size` in the answer is "the number of items returned in this page", not the one that was asked for. */
export function toEnvelope<T>(all: readonly T[], { page, pageSize }: Page) {
  const content = all.slice((page - 1) * pageSize, page * pageSize)
  return { content, page, page_size: content.length, has_more: page * pageSize < all.length }
}
