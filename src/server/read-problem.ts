// Errors of the legacy interface: their format is "not shown", so every likely one is read and none is required.
import { type Problem, parseProblem } from '../protocol/problem.ts'
import { fieldsOf, text } from './read-fields.ts'

/**
 * Problem details out of any error answer: problem+json as payments-v2 writes it, plain JSON with `message` or `error`,
 * plain text, or nothing. Never throws.
 */
export function readProblem(status: number, json: unknown, body: string): Problem {
  const problem = parseProblem(status, json)
  if (problem.detail !== null) return problem
  const fields = fieldsOf(json)
  const detail = fields
    ? (messageIn(fields.message) ?? messageIn(fields.error))
    : (text(json) ?? (isHtml(null, body) ? null : text(body.trim().slice(0, 300))))
  return { ...problem, detail }
}

/** Tells whether an answer is a web page. */
export function isHtml(contentType: string | null, body: string): boolean {
  return /^\s*text\/html/i.test(contentType ?? '') || /^\s*<(!doctype|html)/i.test(body)
}

/** A message, several of them, or an object that holds one. */
function messageIn(value: unknown): string | null {
  if (Array.isArray(value)) return text(value.filter((entry) => typeof entry === 'string').join('; '))
  return text(value) ?? text(fieldsOf(value)?.message)
}
