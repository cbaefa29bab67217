// One request to the sandbox, and one message for each way in which it can fail.
import type * as z from 'zod'
import { parseProblem } from '../../protocol/problem.ts'
import { type Answer, ask, isCut, type Outside, reasonOf, refusalLines } from '../ask.ts'

/** Why a request has failed. */
export interface Failure {
  /** What happened, and what to do. Each is printed as one line. */
  readonly lines: readonly string[]
  /** The HTTP status with which a sandbox has refused; `null` if no sandbox has answered. */
  readonly refusedWith: number | null
  readonly cause?: unknown
}

export interface SandboxConnection {
  readonly origin: string
  /** Selects the world; `undefined` is the sandbox's own. */
  readonly apiKey?: string | undefined
  /** What to do if no sandbox answers, as a sentence. */
  readonly remedy: string
  /** Makes the error of a failed request. */
  fail(failure: Failure): Error
  /** Aborts every request in flight; its reason is thrown. */
  readonly signal?: AbortSignal
  /** Time limit of one request. Default: 10 seconds. */
  readonly timeoutMs?: number
  /** The network and the timers. Default: the global ones. */
  readonly outside?: Outside
}

interface SandboxRequest {
  readonly method?: 'GET' | 'POST' | 'DELETE'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: object
}

const neverAborted = new AbortController().signal

/** Makes the function that sends requests. It returns the answer's JSON, checked by the schema, and throws what `fail` makes. */
export function createSend(connection: SandboxConnection) {
  const { origin, apiKey, fail, signal: ended = neverAborted, timeoutMs = 10_000, outside } = connection
  const limits = { limitMs: timeoutMs, ended, ...(outside && { outside }) }
  const failWith = (line: string, cause?: unknown) => fail({ lines: [line], refusedWith: null, cause })

  return async function send<Schema extends z.ZodType>(
    schema: Schema,
    path: string,
    { method = 'GET', headers, body }: SandboxRequest = {},
  ): Promise<z.output<Schema>> {
    const what = `${method} ${path}`
    const request = {
      method,
      headers: {
        ...keyHeader(apiKey),
        ...(body && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    }
    const answer = await ask(new URL(path, origin), request, limits).catch((error: unknown) => {
      ended.throwIfAborted()
      throw failWith(noAnswer(connection, what, error), error)
    })
    const refusal = refusalIn(answer, method)
    if (refusal) throw fail(refusal)
    const why = mistakeIn(answer)
    if (why) throw failWith(notASandbox(connection, `${what} got ${why}`))
    const parsed = schema.safeParse(answer.json)
    if (parsed.success) return parsed.data
    throw failWith(notASandbox(connection, `${what} got JSON that is not from a sandbox`), parsed.error)
  }
}

export const keyHeader = (apiKey: string | undefined): Record<string, string> =>
  apiKey === undefined ? {} : { 'X-API-Key': apiKey }

type Place = Pick<SandboxConnection, 'origin' | 'remedy'>

export const notASandbox = ({ origin, remedy }: Place, reason: string): string =>
  `${origin} answers, but is not a sandbox: ${reason}. ${remedy}`

/** @param error from `fetch` */
export function noAnswer({ origin, remedy }: Place, what: string, error: unknown): string {
  if (isCut(error))
    return `${origin} closed the connection without an answer to ${what}. The sandbox has ended, or its fault "cut" is on. Check the state: the request may have been carried out.`
  return `Nothing answers at ${origin} (${reasonOf(error)}). ${remedy}`
}

/** The sandbox refuses with RFC 9457 problems. `undefined` for any other answer. */
export function refusalIn(
  { status, headers, json }: Omit<Answer, 'text'>,
  method: string,
): Failure | undefined {
  const isProblem = headers.get('Content-Type')?.startsWith('application/problem+json') === true
  const lines = refusalLines('The sandbox', parseProblem(status, json))
  // Every sandbox has each address that is read here, so 404 is from another service.
  if (!isProblem || lines === null || (status === 404 && method === 'GET')) return undefined
  return { lines, refusedWith: status }
}

/** Why an answer cannot be a sandbox's, whatever was asked; `undefined` if it can. */
function mistakeIn({ status, json }: Answer): string | undefined {
  if (status >= 300) return `the answer ${status}`
  return json === undefined && status !== 204 ? 'an answer that is not JSON' : undefined
}
