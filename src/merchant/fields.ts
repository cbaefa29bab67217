// What comes from outside, by HTTP or by a call of the shop's own code, is parsed by one rule.
import type { z } from 'zod'
import type { ProblemError } from '../server/index.ts'
import { WrongFields } from './errors/wrong-fields.ts'
import { escapeInPointer, findUnstorable } from './plain-text.ts'

/**
 * Parses what was given with a schema.
 * @throws {WrongFields} with every wrong field, or with the first text that cannot be stored
 */
export function parseFields<T>(schema: z.ZodType<T>, given: unknown): T {
  const pointer = findUnstorable(given)
  if (pointer !== null)
    throw new WrongFields([{ pointer, detail: 'Must not contain NUL or half of a surrogate pair.' }])
  const read = schema.safeParse(given)
  if (read.success) return read.data
  throw new WrongFields(read.error.issues.map(toProblemError))
}

function toProblemError(issue: z.core.$ZodIssue): ProblemError {
  const path = issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue.path
  const pointer = path.map((part) => `/${escapeInPointer(String(part))}`).join('')
  return { pointer, detail: issue.message }
}
