// One request to the sandbox, and one sentence for everything that can go wrong with it.
import * as z from 'zod'
import { CommandError } from '../command.ts'
import { printable } from '../printable.ts'
import { within } from '../time-limit.ts'

const timeLimitMs = 10_000

/** The sandbox understood, and refused. */
export class SandboxRefusal extends CommandError {
  override name = 'SandboxRefusal'
  /** Of the answer. */
  readonly status: number
  /** What is wrong with which field of the body, by JSON Pointer. */
  readonly errors: readonly { pointer: string; detail: string }[]

  constructor(sentence: string, { status, errors = [] }: Problem) {
    super(sentence)
    this.status = status
    this.errors = errors
  }
}

export interface ConnectionOptions {
  readonly origin: string
  /** Whose world; `undefined` is the sandbox's own. */
  readonly apiKey?: string | undefined
  /** Ends every request under way; what it is aborted with is thrown. */
  readonly signal: AbortSignal
  /** How long one request may take. */
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
      // A sandbox sends nobody elsewhere.
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
      throw refusalOf(status, value) ?? notASandbox(origin, `${what} was answered with ${status}`)
    if (status >= 300) throw notASandbox(origin, `${what} was answered with ${status}`)
    if (value === undefined) throw notASandbox(origin, `${what} was answered with what is no JSON`)
    const parsed = schema.safeParse(value)
    if (!parsed.success) throw notASandbox(origin, `${what} was answered with other JSON than a sandbox's`)
    return parsed.data
  }
}

/** What each request about one world carries. */
export const keyHeader = (apiKey: string | undefined): Record<string, string> =>
  apiKey === undefined ? {} : { 'X-API-Key': apiKey }

async function fetchText(url: URL, init: RequestInit): Promise<{ status: number; text: string }> {
  const response = await fetch(url, init)
  return { status: response.status, text: await response.text() }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const remedy = 'Name the address of a running sandbox with --url or SANDBOX_URL.'

/** What answers there is something else. */
export function notASandbox(origin: string, reason: string): CommandError {
  return new CommandError(`${origin} answers, but is no sandbox: ${reason}. ${remedy}`)
}

/** Nothing came within the time limit. */
export function timeoutMessage(origin: string, timeoutMs: number): string {
  return `${origin} did not answer within ${timeoutMs / 1000} seconds. ${remedy}`
}

/** Why there is no answer, from what `fetch` threw: it keeps the reason in `cause`. */
export function connectionErrorMessage(error: unknown, origin: string, what: string): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  const { code, message } = cause as NodeJS.ErrnoException
  if (code === 'UND_ERR_SOCKET' || code === 'ECONNRESET') {
    return `${origin} closed the connection without an answer to ${what}, as the fault "cut" does. Look at the state: the work may be done.`
  }
  const reason = printable(code ?? message ?? 'unknown error')
  return `Nothing answers at ${origin} (${reason}). Start the sandbox with "npx payin-checkout sandbox", or name its address with --url or SANDBOX_URL.`
}

const problem = z.object({
  status: z.int(),
  detail: z.string(),
  instance: z.string(),
  errors: z.array(z.object({ pointer: z.string(), detail: z.string() })).optional(),
})
type Problem = z.output<typeof problem>

/** The sandbox's own refusals are RFC 9457 problems; undefined for an answer of somebody else. */
function refusalOf(status: number, value: unknown): SandboxRefusal | undefined {
  const parsed = problem.safeParse(value)
  if (!parsed.success || parsed.data.status !== status) return undefined
  const { detail, errors = [] } = parsed.data
  const fields = errors.map((each) => `  ${printable(each.pointer)}: ${printable(each.detail)}`)
  return new SandboxRefusal([`The sandbox refused: ${printable(detail)}`, ...fields].join('\n'), parsed.data)
}
