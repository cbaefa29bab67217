// One HTTP attempt: headers, timeout, and a limited body. It returns the answer or the fault; retry.ts decides about retries.
import { parseRetryAfter } from '../protocol/retry-after.ts'
import type { Clock } from './clock.ts'
import type { Fault } from './fault.ts'
import { isHtml, readProblem } from './read-problem.ts'

const maxBodyBytes = 1024 * 1024

export interface OutgoingRequest {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly body?: string | undefined
  readonly idempotencyKey?: string | undefined
}

export interface Transport {
  readonly fetch: typeof fetch
  readonly apiKey: string
  readonly clock: Clock
}

export type Answer =
  | { readonly ok: true; readonly status: number; readonly json: unknown }
  | { readonly ok: false; readonly fault: Fault }

/**
 * Sends once. The timeout includes the body, because an answer can stop after its headers.
 * @throws the signal's reason when the caller aborts
 */
export async function exchange(
  transport: Transport,
  request: OutgoingRequest,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<Answer> {
  signal?.throwIfAborted()
  const stop = new AbortController()
  const answered = new AbortController()
  let late = false
  transport.clock.sleep(timeoutMs, answered.signal).then(
    () => {
      late = true
      stop.abort()
    },
    () => undefined,
  )
  // Not AbortSignal.any: in some Node versions, a signal that lives as long as the process then leaks memory with each call.
  const forwardAbort = () => stop.abort(signal?.reason)
  signal?.addEventListener('abort', forwardAbort, { once: true })
  try {
    return await send(transport, request, stop.signal)
  } catch (cause) {
    signal?.throwIfAborted()
    const reason = late ? 'timeout' : 'network'
    return { ok: false, fault: { reason, status: null, problem: null, retryAfterMs: null, cause } }
  } finally {
    // Without a reason, it would be an error with a stack.
    answered.abort(null)
    signal?.removeEventListener('abort', forwardAbort)
  }
}

async function send(transport: Transport, request: OutgoingRequest, signal: AbortSignal): Promise<Answer> {
  const response = await untilAborted(
    transport.fetch(request.url, {
      method: request.method,
      headers: {
        accept: 'application/json, application/problem+json',
        'x-api-key': transport.apiKey,
        ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(request.idempotencyKey === undefined ? {} : { 'idempotency-key': request.idempotencyKey }),
      },
      ...(request.body === undefined ? {} : { body: request.body }),
      // Following a redirect would send the API key to another host.
      redirect: 'manual',
      signal,
    }),
    signal,
  )
  const body = await readText(response, signal)
  return toAnswer(response, body === null ? null : withoutKey(body, transport.apiKey), transport.clock.now())
}

/** @param body `null` if it was too long */
function toAnswer({ status, headers }: Response, body: string | null, nowMs: number): Answer {
  const json = parseJson(body)
  if (status >= 200 && status < 300 && json !== undefined) return { ok: true, status, json }
  const refused = status >= 400
  return {
    ok: false,
    fault: {
      reason: refused ? 'answer' : 'garbled',
      status,
      problem: refused ? readProblem(status, json, body ?? '') : null,
      retryAfterMs: parseRetryAfter(headers.get('retry-after'), nowMs),
      html: isHtml(headers.get('content-type'), body ?? ''),
    },
  }
}

/** The body as text; `null` if it is longer than 1 MiB. */
async function readText(response: Response, signal: AbortSignal): Promise<string | null> {
  if (!response.body) return ''
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  let size = 0
  let text = ''
  try {
    for (;;) {
      const { done, value } = await untilAborted(reader.read(), signal)
      if (done) return text + decoder.decode()
      size += value.byteLength
      if (size > maxBodyBytes) return null
      text += decoder.decode(value, { stream: true })
    }
  } finally {
    // Frees the connection after an early return. No effect on a body that was read completely.
    reader.cancel().catch(() => undefined)
  }
}

/** Rejects at abort even if `fetch` ignores its signal, so that a payment never waits for ever. */
function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

/** Removes the API key, in case the service repeats it in an error that is logged. */
function withoutKey(text: string | null, apiKey: string): string | null {
  return text?.replaceAll(apiKey, '[API key]') ?? null
}

function parseJson(text: string | null): unknown {
  if (text === null) return undefined
  try {
    return text.includes('\\u0000') ? JSON.parse(text, withoutNul) : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Some banks fill their texts with NUL, which says nothing, and which Postgres cannot store. */
const withoutNul = (_: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll('\0', '') : value
