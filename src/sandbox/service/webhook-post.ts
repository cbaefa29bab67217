// One attempt to deliver a webhook: the request, its timeout, and which answer counts as received.
import { createHmac } from 'node:crypto'
import type { Timers } from '../clock.ts'

const attemptTimeoutMs = 10_000
const shownAnswer = 2_000
/** A receiver may answer with more than is shown. */
const readAnswer = 1_000_000

export type WebhookEvent =
  | 'payinStatusChanged'
  | 'payoutStatusChanged'
  | 'bankTransferStatusUpdate'
  | 'merchantOnRampSuccess'

/** One attempt. `status` and `error` are null until it ends. */
export type Delivery = {
  id: string
  at: string
  event: WebhookEvent
  /** Id of the payin, payout or transaction. */
  object_id: string
  url: string
  body: string
  /** Null for legacy notifications, which are not signed. */
  signature: string | null
  /** Created by the fault `webhook_forged`: signed with a wrong secret. */
  forged: boolean
  attempt: number
  status: number | null
  /** The first 2000 characters of the receiver's answer. */
  answer: string | null
  error: string | null
}

/** The content of a webhook, the same in each attempt. */
export type WebhookMessage = Pick<Delivery, 'event' | 'object_id' | 'url' | 'body' | 'signature' | 'forged'>
/** The result of an attempt. */
export type Answer = Pick<Delivery, 'status' | 'answer' | 'error'>

/** Hex HMAC-SHA256 over the exact body. */
export function signBody(body: string, secret: string): string {
  return createHmac('sha256', secret).update(body).digest('hex')
}

export type PostOptions = {
  /** Real time: moving the sandbox's clock must not time out a receiver. */
  wallTimers: Timers
  fetch: typeof fetch
  /** Aborts attempts in flight. */
  closing: AbortSignal
}

export function createPost({ wallTimers, fetch, closing }: PostOptions) {
  /** @returns the answer. Its `error` is why it does not count as received; null when it does */
  return async function post({ event, url, body, signature }: WebhookMessage): Promise<Answer> {
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
      const { status } = response
      const answer = await readBeginning(response)
      return { status, answer: answer.slice(0, shownAnswer), error: refusalOf(event, status, answer) }
    } catch (error) {
      const reason = late.signal.aborted ? 'no answer within 10 seconds' : reasonOf(error)
      return { status: null, answer: null, error: reason }
    } finally {
      cancelTimeout()
    }
  }
}

function refusalOf(event: WebhookEvent, status: number, answer: string): string | null {
  if (event === 'merchantOnRampSuccess') {
    return status === 200 && hasMessage(answer) ? null : 'expected 200 with a JSON "message"'
  }
  return status >= 200 && status < 300 ? null : 'expected a 2xx status'
}

function hasMessage(answer: string): boolean {
  try {
    return typeof JSON.parse(answer)?.message === 'string'
  } catch {
    return false
  }
}

async function readBeginning(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true })
    if (text.length >= readAnswer) break
  }
  return text
}

/** undici hides the reason ("connect ECONNREFUSED…", "bad port") in `cause`. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error'
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}
