// The session requests of the merchant protocol over fetch (docs/protocol.md#the-merchant-protocol). Every call ends with a session, a `FaultError`, or an abort.

import { FaultError, faultOf } from '../protocol/fault.ts'
import { NotASession, parseSession, type Session } from '../protocol/session.ts'
import { accept, answerError, baseOf, checkEndpoint, sendTo } from './endpoint.ts'
import { withReadSlot } from './held-read-slots.ts'
import type { CreateRequest, MerchantApi, ReadRequest, ReadResult } from './ports.ts'

/**
 * The merchant protocol at an endpoint.
 * @param endpoint base URL, relative to the page or absolute
 */
export function createMerchantApi(endpoint: string): MerchantApi {
  const base = baseOf(endpoint)

  async function create(request: CreateRequest, key: string, signal: AbortSignal): Promise<Session> {
    const response = await sendTo(base, '/sessions', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key, Accept: accept },
      body: JSON.stringify(request),
      signal,
    })
    return readSession(response, { kind: request.kind })
  }

  async function link(before: Session, signal: AbortSignal, code?: string): Promise<Session> {
    const path = `/sessions/${encodeURIComponent(before.id)}/link`
    const coded = code !== undefined
    const headers = { Accept: accept, ...(coded && { 'Content-Type': 'application/json' }) }
    const body = coded ? JSON.stringify({ code }) : null
    // A small proxy has no such call, and returns the address with the session.
    const answer = sendTo(base, path, { method: 'POST', headers, body, signal }, !before.redirect_url)
    return readSession(await answer.catch((error) => rethrowWithout(code, error)), before)
  }

  async function read(id: string, request: ReadRequest): Promise<ReadResult> {
    const { etag, waitSeconds, signal } = request
    if (!etag || waitSeconds <= 0) return readWithin(0, id, request)
    const since = performance.now()
    const host = new URL(base, globalThis.location?.href).origin
    return withReadSlot(host, signal, async (hasSlot) => {
      // `held: true`, because it waited in the queue instead of at the server. The next read may follow at once.
      if (!hasSlot) return { ...(await readWithin(0, id, request)), held: true }
      const waitedSeconds = Math.round((performance.now() - since) / 1_000)
      return readWithin(Math.max(1, waitSeconds - waitedSeconds), id, request)
    })
  }

  async function readWithin(
    waitSeconds: number,
    id: string,
    { etag, signal, before }: ReadRequest,
  ): Promise<ReadResult> {
    const init: RequestInit = {
      headers: {
        Accept: accept,
        ...(etag && { 'If-None-Match': etag }),
        ...(waitSeconds > 0 && { Prefer: `wait=${waitSeconds}` }),
      },
      // No browser cache: it would answer a 304 with an old body.
      cache: 'no-store',
      signal,
    }
    const path = `/sessions/${encodeURIComponent(id)}${hasWorker() ? `?fresh=${Date.now()}` : ''}`
    const response = await sendTo(base, path, init, before?.id !== undefined)
    const held = /\bwait\b/.test(response.headers.get('Preference-Applied') ?? '')
    if (response.status === 304) return { changed: false, held }
    const session = await readSession(response, before)
    if (session.id !== id) throw answerError(response, faultOf('bad_answer', 'It is another session.'))
    return { changed: true, session, etag: response.headers.get('ETag'), held }
  }

  return { create, read, link }
}

/**
 * Whether a service worker answers for this page. One that is cache-first for every GET, as worker generators make it, would
 * answer each read with the first one's answer for ever; `no-store` does not reach it. So each read has another address.
 */
function hasWorker(): boolean {
  try {
    return Boolean(navigator.serviceWorker.controller)
  } catch {
    // None on plain http; a sandboxed frame throws.
    return false
  }
}

/** Removes the code from a fault's message. A server may repeat the code in its answer, and the message is logged. */
function rethrowWithout(code: string | undefined, error: unknown): never {
  if (!(error instanceof FaultError) || !code) throw error
  throw new FaultError({ ...error.fault, message: error.message.replaceAll(code, '…') })
}

async function readSession(response: Response, before?: Partial<Session>): Promise<Session> {
  let text: string
  try {
    text = await response.text()
  } catch (error) {
    throw answerError(response, faultOf('network', 'The answer of the endpoint was cut off.'), {
      cause: error,
    })
  }
  try {
    return parseSession(JSON.parse(text), before)
  } catch (error) {
    throw answerError(response, faultOf('bad_answer', badAnswer(response, error)), { cause: error })
  }
}

function badAnswer(response: Response, error: unknown): string {
  if (error instanceof NotASession) return error.message
  const type = response.headers.get('Content-Type') ?? 'no content type'
  return `The endpoint answered ${type} instead of a JSON session. ${checkEndpoint}`
}
