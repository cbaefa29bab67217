// One HTTP request with a time limit, the reason if there is no answer, and requests that are repeated until it is the wanted one.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Problem } from '../protocol/problem.ts'
import { parseJson } from './parse-json.ts'
import { whyNoAnswer } from './why-no-answer.ts'

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** `undefined` if the body is not JSON. */
  readonly json: unknown
}

/** The network and the timers. */
export interface Outside extends Timers {
  fetch(address: string | URL, init: RequestInit): Promise<Response>
}

export interface AskLimits {
  /** Time limit of the request and its whole answer. */
  readonly limitMs: number
  /** Aborts the request; its reason is thrown. */
  readonly ended: AbortSignal
  /** By default the globals at the time of the request, which a test may have replaced. */
  readonly outside?: Outside
}

/**
 * Sends one request and reads its answer. It follows no redirect, because the headers may hold a secret, unless `init` says so.
 * @throws the reason of `ended`; without an answer an error for `reasonOf`, after the time limit a `TimeoutError`
 */
export function ask(
  address: string | URL,
  init: RequestInit,
  { limitMs, ended, outside = globalThis }: AskLimits,
): Promise<Answer> {
  const exchange = async (signal: AbortSignal) => {
    const response = await outside.fetch(address, { redirect: 'manual', ...init, signal })
    const text = await textOf(response)
    return { status: response.status, headers: response.headers, text, json: parseJson(text) }
  }
  return within(limitMs, ended, exchange, outside)
}

/** Longer than the state of a sandbox with 20 000 payments, and small enough for the memory. */
const longestMb = 128

/** The text of an answer. @throws {RangeError} if it is longer than any that is expected */
export async function textOf({ body }: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > longestMb * 1024 * 1024)
      throw new RangeError(`the answer is longer than ${longestMb} MB`)
  }
  return text + decoder.decode()
}

/** The reason of a failed request: ours, or else the platform's, which `fetch` keeps in `cause`. */
export function reasonOf(error: unknown): string {
  const { message, code, name } = causeOf(error)
  // The code of a DOMException is a number.
  const known = whyNoAnswer(String(code))
  if (known !== undefined) return `it ${known}`
  // For a host name with several addresses, the reasons are in `errors` and the message is empty.
  return message || code || name || String(error)
}

/** Whether the other side has closed the connection without an answer. */
export function isCut(error: unknown): boolean {
  const { code } = causeOf(error)
  return code === 'UND_ERR_SOCKET' || code === 'ECONNRESET'
}

const causeOf = (error: unknown): Partial<NodeJS.ErrnoException> =>
  Object((error as Error | undefined)?.cause ?? error)

/**
 * What a server has refused, with a line for each wrong field; `null` if it does not say.
 * @param who begins the sentence, such as `The server`
 */
export function refusalLines(who: string, { detail, errors }: Problem): readonly string[] | null {
  if (detail === null) return null
  return [`${who} refused: ${detail}`, ...errors.map((each) => `  ${each.pointer}: ${each.detail}`)]
}

/** The timers that keep the limit. */
export interface Timers {
  setTimeout(run: () => void, delayMs: number): unknown
  clearTimeout(handle: unknown): void
}

/**
 * Runs a request with a signal that is aborted after the time limit or at Ctrl-C.
 *
 * Not `AbortSignal.any([AbortSignal.timeout(…), …])`: in Node 20 the garbage collector can remove that timeout, and then
 * the request waits for ever.
 *
 * @param timers by default the global ones at the time of the request, which a test may have replaced
 * @throws what `work` throws; with its signal that is a `TimeoutError` after the limit, or the reason of `ended`
 */
export async function within<T>(
  limitMs: number,
  ended: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
  timers: Timers = globalThis,
): Promise<T> {
  const limit = new AbortController()
  const late = new DOMException(`no answer within ${limitMs / 1_000} seconds`, 'TimeoutError')
  const timer = timers.setTimeout(() => limit.abort(late), limitMs)
  const end = () => limit.abort(ended.reason)
  ended.addEventListener('abort', end, { once: true })
  if (ended.aborted) end()
  try {
    return await work(limit.signal)
  } finally {
    timers.clearTimeout(timer)
    ended.removeEventListener('abort', end)
  }
}

/**
 * Asks again and again until an answer is the wanted one.
 * @returns the last answer, also after the time limit
 */
export async function askUntil<T>(
  ask: () => Promise<T>,
  isWanted: (answer: T) => boolean,
  { limitMs, pauseMs, ended }: { limitMs: number; pauseMs: number; ended: AbortSignal },
): Promise<T> {
  const until = Date.now() + limitMs
  for (;;) {
    const answer = await ask()
    if (isWanted(answer) || Date.now() > until) return answer
    await sleep(pauseMs, undefined, { signal: ended })
  }
}
