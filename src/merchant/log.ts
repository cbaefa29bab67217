// One JSON line per event. The fields are an allow-list, not a deny-list: a key, a session id, a link, an IBAN or a
// body has no field to stand in, and free text is scrubbed on top of that.
import { AsyncLocalStorage } from 'node:async_hooks'
import { scrub } from './scrub.ts'

/** Everything that a line may hold. Add a field here only when no shopper and no secret can be read from it. */
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
  'method',
  'route',
  'operation',
  'request',
  'line',
  'kind',
  'message',
  'pointers',
  'source',
  'count',
  'port',
  'at',
] as const

export type LogFields = { readonly [name in (typeof fields)[number]]?: string | number | null }

export type Log = (event: string, fields?: LogFields) => void

/** What the running code works for; Node hands it on through every await, so no function has to. */
interface Context {
  readonly request?: string | undefined
  /** The row of the session that the service is asked about. */
  readonly session?: string | undefined
}

const works = new AsyncLocalStorage<Context>()
let working = 0

/**
 * Before Node 24 each promise of the whole process pays for the tracking, a third of what a read of a session costs,
 * so it is switched off while nobody works, and those reads do without.
 */
async function withContext<T>(of: Context, work: () => Promise<T>): Promise<T> {
  working++
  try {
    return await works.run(of, work)
  } finally {
    working--
    if (working === 0) works.disable()
  }
}

/** Does a request's work: every line that it writes names this request, unless the line names one itself. */
export const inRequest = <T>(request: string, work: () => Promise<T>): Promise<T> =>
  withContext({ request }, work)

/** Does work that its request, if there is one, does not wait for: it keeps the request's name all the same. */
export function afterRequest<T>(work: () => Promise<T>): Promise<T> {
  const request = works.getStore()?.request
  return request === undefined ? work() : inRequest(request, work)
}

/** Asks the service about one session: calls that are measured meanwhile name it. @param session its row */
export const aboutSession = <T>(session: string, work: () => Promise<T>): Promise<T> =>
  withContext({ ...works.getStore(), session }, work)

/** The row of the session that the service is asked about, if it is one session. */
export const currentSession = (): string | undefined => works.getStore()?.session

/** Something that has happened. `time` is ISO 8601; the fields are words and numbers, none of a secret or a shopper. */
export type MerchantEvent = { readonly time: string; readonly event: string } & {
  readonly [name in (typeof fields)[number]]?: string | number
}

/** Makes the log. @param write receives one line without its line break */
export const createLog = (write?: (line: string) => void): Log =>
  createEventLog((event) => writeLine(event, write))

/** Makes a log that tells somebody each event. */
export function createEventLog(tell: (event: MerchantEvent) => void): Log {
  return (event, given = {}) => {
    const line: Record<string, string | number> = {}
    for (const name of fields) {
      const value = name === 'request' ? (given.request ?? works.getStore()?.request) : given[name]
      if (value === undefined || value === null) continue
      line[name] = typeof value === 'number' ? value : scrub(String(value))
    }
    tell({ time: new Date().toISOString(), event, ...line })
  }
}

/** Writes an event as a line of JSON. */
export const writeLine = (
  event: MerchantEvent,
  write: (line: string) => void = (line) => console.log(line),
) => write(JSON.stringify(event))

/** What may be said of an error that nobody expected: its name, its message, and the place in the code. */
export function errorFields(error: unknown): LogFields {
  if (!(error instanceof Error)) return { message: 'Something that is not an Error was thrown.' }
  return { message: `${error.name}: ${error.message}`, at: placeOf(error.stack ?? '') }
}

/** More than ten frames need. Before them stands the message, which may be long and from outside. */
const framesCharacters = 4_000

function placeOf(stack: string): string | null {
  const frames = stack.slice(-framesCharacters).split('\n')
  const frame = frames.find((line) => /server-example|payin-checkout\/dist\/|\/src\//.test(line)) ?? ''
  return /^([\w.-]+\.[tj]s:\d+):\d+\)?$/.exec(frame.slice(frame.lastIndexOf('/') + 1))?.[1] ?? null
}
