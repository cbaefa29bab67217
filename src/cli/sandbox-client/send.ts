// One request to the sandbox, and one message for each way in which it can fail.
import * as z from 'zod'
import { CommandError } from '../command.ts'
import { parseJson } from '../parse-json.ts'
import { within } from '../time-limit.ts'

const timeLimitMs = 10_000

/** The sandbox refused the request. */
export class SandboxRefusal extends CommandError {
  override name = 'SandboxRefusal'
  /** HTTP status of the answer. */
  readonly status: number
  /** The errors of the body, by JSON Pointer. */
  readonly errors: readonly { pointer: string; detail: string }[]

  constructor({ status, detail, errors = [] }: Problem) {
    super(`The sandbox refused: ${detail}`, ...errors.map((each) => `  ${each.pointer}: ${each.detail}`))
    this.status = status
    this.errors = errors
  }
}

export interface ConnectionOptions {
  readonly origin: string
  /** Selects the world; `undefined` is the sandbox's own. */
  readonly apiKey?: string | undefined
  /** Aborts every request in flight; its reason is thrown. */
  readonly signal: AbortSignal
  /** Time limit of one request. */
  readonly timeoutMs?: number
}

export interface RequestOptions {
  readonly method?: 'GET' | 'POST' | 'DELETE'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** @returns the answer's JSON, checked by the schema */
export function createSend({ origin, apiKey, signal, timeoutMs = timeLimitMs }: ConnectionOptions) {
  return async function send<Schema extends z.ZodType>(
    schema: Schema,
    path: string,
    { method = 'GET', headers, body }: RequestOptions = {},
  ): Promise<z.output<Schema>> {
    const what = `${method} ${path}`
    const request = {
      method,
      headers: {
        ...keyHeader(apiKey),
        ...headers,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      // A sandbox never redirects.
      redirect: 'manual',
    } as const
    const { status, text } = await within(timeoutMs, signal, (limit) =>
      fetchText(new URL(path, origin), { ...request, signal: limit }),
    ).catch((error: unknown) => {
      signal.throwIfAborted()
      const isLate = error instanceof Error && error.name === 'TimeoutError'
      throw new CommandError(
        isLate ? timeoutMessage(origin, timeoutMs) : connectionErrorMessage(error, origin, what),
      )
    })
    if (status === 204) return schema.parse(undefined)
    const value = parseJson(text)
    if (status >= 400)
      throw refusalOf(status, value) ?? notASandbox(origin, `${what} got the answer ${status}`)
    if (status >= 300) throw notASandbox(origin, `${what} got the answer ${status}`)
    if (value === undefined) throw notASandbox(origin, `${what} got an answer that is not JSON`)
    const parsed = schema.safeParse(value)
    if (!parsed.success) throw notASandbox(origin, `${what} got JSON that is not from a sandbox`)
    return parsed.data
  }
}

/** The header that selects a world. */
export const keyHeader = (apiKey: string | undefined): Record<string, string> =>
  apiKey === undefined ? {} : { 'X-API-Key': apiKey }

async function fetchText(url: URL, init: RequestInit): Promise<{ status: number; text: string }> {
  const response = await fetch(url, init)
  return { status: response.status, text: await response.text() }
}

const remedy = 'Give the address of a running sandbox with --url or SANDBOX_URL.'

/** The error for an answer that is not from a sandbox. */
export function notASandbox(origin: string, reason: string): CommandError {
  return new CommandError(`${origin} answers, but is not a sandbox: ${reason}. ${remedy}`)
}

/** The message after the time limit. */
export function timeoutMessage(origin: string, timeoutMs: number): string {
  return `${origin} did not answer within ${timeoutMs / 1000} seconds. ${remedy}`
}

/** The message for an error of `fetch`, which keeps the reason in `cause`. */
export function connectionErrorMessage(error: unknown, origin: string, what: string): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  const { code, message } = cause as NodeJS.ErrnoException
  if (code === 'UND_ERR_SOCKET' || code === 'ECONNRESET') {
    return `${origin} closed the connection without an answer to ${what}, as the fault "cut" does. Check the state: the request may have been carried out.`
  }
  const reason = code ?? message ?? 'unknown error'
  return `Nothing answers at ${origin} (${reason}). Start the sandbox with "npx payin-checkout sandbox", or give its address with --url or SANDBOX_URL.`
}

const problem = z.object({
  status: z.int(),
  detail: z.string(),
  instance: z.string(),
  errors: z.array(z.object({ pointer: z.string(), detail: z.string() })).optional(),
})
type Problem = z.output<typeof problem>

/** The sandbox refuses with RFC 9457 problems. `undefined` for any other answer. */
function refusalOf(status: number, value: unknown): SandboxRefusal | undefined {
  const parsed = problem.safeParse(value)
  if (!parsed.success || parsed.data.status !== status) return undefined
  return new SandboxRefusal(parsed.data)
}
