// Reads the requests of browsers.
import type { Context } from 'hono'
import { Problem } from '../problem.ts'

/** Reads a field of a posted form. A missing field, or a file, is the empty string. */
export type FormFields = (name: string) => string

/** @throws {Problem} 400 when the body is not a form */
export async function readForm(c: Context): Promise<FormFields> {
  try {
    const form = await c.req.parseBody()
    return (name) => {
      const value = form[name]
      return typeof value === 'string' ? value.trim() : ''
    }
  } catch {
    throw new Problem(400, 'The form could not be read. Go back and send it again.')
  }
}

/** False for HEAD requests and prefetches. */
export function isOpenedByPerson(c: Context): boolean {
  return c.req.method === 'GET' && !/prefetch/.test(c.req.header('Sec-Purpose') ?? '')
}
