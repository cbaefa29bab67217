// Reads the common parts of a POST with JSON. Errors have JSON Pointers, so that the developer finds the field.

import type { z } from 'zod'
import { uuid } from '../../contract/values.ts'
import type { ProblemError } from '../../server/index.ts'
import { escapeInPointer, findUnstorable } from '../plain-text.ts'
import { HttpProblem, unprocessable } from './problems.ts'

/** The Idempotency-Key of a request. @throws {HttpProblem} 400 without a usable one */
export function parseKey(headers: Headers): string {
  const key = headers.get('idempotency-key')?.toLowerCase()
  if (key && uuid.test(key)) return key
  throw new HttpProblem(
    400,
    'The header Idempotency-Key must hold a UUID: one per attempt, kept over retries.',
  )
}

/**
 * Reads the body of a request.
 * @throws {HttpProblem} 415 for another content type, 400 for invalid JSON
 */
export async function readJson(request: Request): Promise<unknown> {
  if (!/^application\/json\s*(;|$)/i.test(request.headers.get('content-type') ?? '')) {
    throw new HttpProblem(415, 'The body must be JSON, with Content-Type: application/json.')
  }
  return parseJson(await request.text())
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new HttpProblem(400, 'The body is not JSON.')
  }
}

/**
 * Parses what a request has given, as JSON or as a form, with a schema.
 * @throws {HttpProblem} 422 with every wrong field, or with the first text that cannot be stored
 */
export function parseBody<T>(schema: z.ZodType<T>, json: unknown): T {
  const pointer = findUnstorable(json)
  if (pointer !== null)
    throw unprocessable({ pointer, detail: 'Must not contain NUL or half of a surrogate pair.' })
  const read = schema.safeParse(json)
  if (read.success) return read.data
  throw unprocessable(...read.error.issues.map(toProblemError))
}

function toProblemError(issue: z.core.$ZodIssue): ProblemError {
  const path = issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue.path
  const pointer = path.map((part) => `/${escapeInPointer(String(part))}`).join('')
  return { pointer, detail: issue.message }
}
