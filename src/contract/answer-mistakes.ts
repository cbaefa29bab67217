// What is wrong with an answer of a merchant's server, by the contract.
import { z } from 'zod'
import { problem } from './answers.ts'
import type { ContractOperation } from './operation.ts'
import { protocolOperations } from './operations.ts'

/** A list of a thousand wrong entries has one mistake, made a thousand times. */
const maxMistakes = 10

/** An answer to a call of the protocol. */
export interface GivenAnswer {
  readonly method: string
  /** Below the endpoint, with or without a query. */
  readonly path: string
  readonly status: number
  /** `undefined`: the body is not JSON. */
  readonly json: unknown
}

/**
 * The mistakes in the body of an answer, each with its call, its field as a JSON Pointer, and what the field must be. A message
 * holds nothing of the answer, and there are at most ten. An error whose body is no JSON object is no mistake: a proxy may have answered it.
 */
export function mistakesIn(answer: GivenAnswer): string[] {
  const operation = protocolOperations.find((each) => isAbout(each, answer))
  const body = operation && bodyOf(operation, answer)
  const read = body?.safeParse(answer.json)
  if (!operation || !read || read.success) return []
  const call = `${operation.method} ${operation.path}, ${answer.status}`
  return read.error.issues.slice(0, maxMistakes).map(({ path, message }) => {
    const field = path.map((part) => `/${String(part)}`).join('')
    return `${call}: ${field || 'the whole answer'}: ${message}`
  })
}

const isAbout = ({ method, path }: ContractOperation, answer: GivenAnswer): boolean => {
  const pattern = path.replace(/\{\w+\}/g, '[^/]+')
  return method === answer.method && new RegExp(`^${pattern}$`).test(answer.path.replace(/\?.*/, ''))
}

/** What the body must be; `undefined` if nothing is asked of it. */
function bodyOf({ answers }: ContractOperation, { status, json }: GivenAnswer): z.ZodType | undefined {
  if (status >= 400) return typeof json === 'object' && json !== null ? problem : undefined
  const success = Object.entries(answers).find(([of]) => status >= 200 && status < 300 && of.startsWith('2'))
  const body = success?.[1].body
  return body instanceof z.ZodType ? body : undefined
}
