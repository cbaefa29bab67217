// Parses error answers. The document does not show the format of legacy errors, so every likely format is accepted.
import { type Problem, parseProblem } from '../protocol/problem.ts'
import { fieldsOf, text } from './read-fields.ts'

/**
 * Problem details from any error answer: problem+json of payments-v2, plain JSON with `message` or `error`, plain text, or
 * an empty body. Never throws.
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

/** Whether an answer is a web page. */
export function isHtml(contentType: string | null, body: string): boolean {
  return /^\s*text\/html/i.test(contentType ?? '') || /^\s*<(!doctype|html)/i.test(body)
}

/** A message from a text, a list of texts, or an object with `message`. */
function messageIn(value: unknown): string | null {
  if (Array.isArray(value)) return text(value.filter((entry) => typeof entry === 'string').join('; '))
  return text(value) ?? text(fieldsOf(value)?.message)
}
