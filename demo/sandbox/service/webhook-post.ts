// One attempt to deliver a webhook: what is sent, how long it may take, and what counts as received.
import { createHmac } from 'node:crypto'
import type { Timers } from '../clock.ts'

const attemptTimeoutMs = 10_000
const shownAnswer = 2_000

export type WebhookEvent =
  | 'payinStatusChanged'
  | 'payoutStatusChanged'
  | 'bankTransferStatusUpdate'
  | 'merchantOnRampSuccess'

/** One attempt. `status` and `error` are both null while it is under way. */
export type Delivery = {
  id: string
  at: string
  event: WebhookEvent
  /** Of the payin, payout or transaction that it tells of. */
  object_id: string
  url: string
  body: string
  /** Legacy notifications carry none. */
  signature: string | null
  /** Made up by the fault `webhook_forged`: signed with a wrong secret. */
  forged: boolean
  attempt: number
  status: number | null
  /** The beginning of what the receiver answered. */
  answer: string | null
  error: string | null
}

/** What is sent; every attempt sends the same. */
export type WebhookMessage = Pick<Delivery, 'event' | 'object_id' | 'url' | 'body' | 'signature' | 'forged'>
/** What became of an attempt. */
export type Answer = Pick<Delivery, 'status' | 'answer' | 'error'>

/** Hex HMAC-SHA256 over the exact body. */
export function signBody(body: string, secret: string): string {
  return createHmac('sha256', secret).update(body).digest('hex')
}

export type PostOptions = {
  /** Real time: putting the sandbox's clock forward makes no receiver late. */
  wallTimers: Timers
  fetch: typeof fetch
  /** Ends what is under way. */
  closing: AbortSignal
}

export function createPost({ wallTimers, fetch, closing }: PostOptions) {
  return async function post({ url, body, signature }: WebhookMessage): Promise<Answer> {
    const late = new AbortController()
    const cancelTimeout = wallTimers.after(attemptTimeoutMs, () => late.abort())
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          ...(signature === null ? {} : { 'X-Webhook-Signature': signature }),
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([late.signal, closing]),
      })
      const answer = await readBeginning(response)
      return { status: response.status, answer, error: null }
    } catch (error) {
      const reason = late.signal.aborted ? 'no answer within 10 seconds' : reasonOf(error)
      return { status: null, answer: null, error: reason }
    } finally {
      cancelTimeout()
    }
  }
}

/** Why an answer does not count as received; null when it does. */
export function failureOf(event: WebhookEvent, { status, answer, error }: Answer): string | null {
  if (status === null) return error
  if (event === 'merchantOnRampSuccess') {
    return status === 200 && hasMessage(answer) ? null : 'expected 200 with a JSON "message"'
  }
  return status >= 200 && status < 300 ? null : 'expected a 2xx status'
}

function hasMessage(answer: string | null): boolean {
  try {
    return typeof JSON.parse(answer ?? '')?.message === 'string'
  } catch {
    return false
  }
}

async function readBeginning(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true })
    if (text.length >= shownAnswer) break
  }
  return text.slice(0, shownAnswer)
}

/** undici hides the reason ("connect ECONNREFUSED…", "bad port") in `cause`. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error'
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}
