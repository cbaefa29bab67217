// The log: one JSON line per event. The fields are an allow-list, not a deny-list: there is no field for a key, a session
// id, a link, an IBAN or a body. Free text is scrubbed in addition.
import { AsyncLocalStorage } from 'node:async_hooks'
import { toConsole } from './console.ts'
import { scrub } from './scrub.ts'

/** All fields that a line may have. Add a field only if it can reveal neither a shopper nor a secret. */
const fields = [
  'order',
  'session',
  'service_id',
  'status',
  'outcome',
  'was',
  'result',
  'attempt',
  'ms',
  'age_ms',
  'method',
  'route',
  'operation',
  'request',
  'line',
  'kind',
  'alert',
  'message',
  'pointers',
  'source',
  'count',
  'port',
  'shop_function',
  'at',
] as const

export type LogFields = { readonly [name in (typeof fields)[number]]?: string | number | null }

export type Log = (event: string, fields?: LogFields) => void

/** The id of the request that the running code works for. Node passes it on through every `await`. */
const requests = new AsyncLocalStorage<string>()
let active = 0

/**
 * Runs the work of a request. Every log line of it gets the request's id, unless the line has one already. Before Node 24 the
 * tracking slows down every promise of the process; it costs a third of a session read. So it is switched off when no request
 * is active, and session reads do not use it.
 */
export async function inRequest<T>(request: string, work: () => Promise<T>): Promise<T> {
  active++
  try {
    return await requests.run(request, work)
  } finally {
    active--
    if (active === 0) requests.disable()
  }
}

/** Runs work that the request does not wait for. Its log lines still get the request's id, if there is a request. */
export function afterRequest<T>(work: () => Promise<T>): Promise<T> {
  const request = requests.getStore()
  return request === undefined ? work() : inRequest(request, work)
}

/** An event. `time` is ISO 8601. The fields are strings and numbers, and reveal neither a secret nor a shopper. */
export type MerchantEvent = { readonly time: string; readonly event: string } & {
  readonly [name in (typeof fields)[number]]?: string | number
}

/** Creates the log. @param write receives one line without its line break; by default it goes to the console */
export const createLog = (write?: (line: string) => void): Log =>
  createEventLog((event) => writeLine(event, write))

/** Creates a log that passes each event to a function. */
export function createEventLog(emit: (event: MerchantEvent) => void): Log {
  return (event, given = {}) => {
    const line: Record<string, string | number> = {}
    for (const name of fields) {
      const value = name === 'request' ? (given.request ?? requests.getStore()) : given[name]
      if (value === undefined || value === null) continue
      line[name] = typeof value === 'number' ? value : scrub(String(value))
    }
    emit({ time: new Date().toISOString(), event, ...line })
  }
}

/** Writes an event as a line of JSON. */
export const writeLine = (event: MerchantEvent, write: (line: string) => void = toConsole) =>
  write(JSON.stringify(event))

const functionNames = new WeakMap<object, string>()

/**
 * Remembers which function of the shop threw an error. The error itself stays as it is. JavaScript can throw anything: what is
 * no error becomes the cause of one, or it could carry no name and no handler would recognize it.
 * @returns the error to throw
 */
export function nameFunction(thrown: unknown, name: string): Error {
  const error =
    thrown instanceof Error
      ? thrown
      : new Error(`The shop's function ${name} has thrown something that is not an Error.`, { cause: thrown })
  functionNames.set(error, name)
  return error
}

/** The function of the shop that threw an error; `null` when none did. */
export const shopFunctionOf = (error: unknown): string | null =>
  functionNames.get(error as object) ?? functionNames.get((error as Error | null)?.cause as object) ?? null

/** The log fields of an unexpected error: its name, its message, its place in the code, and the shop's function. */
export function errorFields(error: unknown): LogFields {
  if (!(error instanceof Error)) return { message: 'Something that is not an Error was thrown.' }
  const shop_function = shopFunctionOf(error)
  return { message: `${error.name}: ${error.message}`, at: placeOf(error.stack ?? ''), shop_function }
}

/**
 * Longer than ten frames. Only the end of the stack is read: it starts with the message, which may be long and foreign.
 */
const framesCharacters = 4_000

function placeOf(stack: string): string | null {
  const frames = stack.slice(-framesCharacters).split('\n')
  const frame = frames.find((line) => /server-example|payin-checkout\/dist\/|\/src\//.test(line)) ?? ''
  return /^([\w.-]+\.[tj]s:\d+):\d+\)?$/.exec(frame.slice(frame.lastIndexOf('/') + 1))?.[1] ?? null
}
