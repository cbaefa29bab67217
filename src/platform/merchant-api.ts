// The merchant protocol over fetch (PROTOCOL §2). Every call ends as a session, a fault, or an abort.

import { type Fault, FaultError, type FaultKind, faultOf } from '../protocol/fault.ts'
import { parseAccounts, parseBankPage } from '../protocol/lists.ts'
import { type Problem, parseProblem } from '../protocol/problem.ts'
import { parseRetryAfter } from '../protocol/retry-after.ts'
import { NotASession, parseSession, type Session } from '../protocol/session.ts'
import { inPlace } from './held-places.ts'
import type { CreateRequest, MerchantApi, ReadRequest, ReadResult } from './ports.ts'
import { noteServerTime } from './server-clock.ts'

/**
 * The merchant protocol at an endpoint.
 * @param endpoint base URL, relative to the page or absolute
 */
export function createMerchantApi(endpoint: string): MerchantApi {
  const base = endpoint.replace(/\/+$/, '')

  async function send(path: string, init: RequestInit): Promise<Response> {
    let response: Response
    try {
      response = await fetch(`${base}${path}`, init)
    } catch (error) {
      // Without the path: a session's id is a capability and has no place in a console.
      throw new FaultError(faultOf('network', `The endpoint ${base} ${unreachable}`), { cause: error })
    }
    noteServerTime(response.headers.get('Date'))
    if (response.ok || response.status === 304) return response
    const fault = await faultOfAnswer(response)
    // Before a create there is no session that could be lost: the address itself is wrong.
    const isWrongAddress = init.method === 'POST' && fault.kind === 'not_found'
    throw new FaultError(isWrongAddress ? faultOf('bad_answer', `${fault.message} ${checkEndpoint}`) : fault)
  }

  async function create(request: CreateRequest, key: string, signal: AbortSignal): Promise<Session> {
    const response = await send('/sessions', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key, Accept: accept },
      body: JSON.stringify(request),
      signal,
    })
    return readSession(response, { kind: request.kind })
  }

  async function link(before: Session, signal: AbortSignal, code?: string): Promise<Session> {
    const path = `/sessions/${encodeURIComponent(before.id)}/link`
    const asked = { method: 'POST', headers: { Accept: accept }, signal }
    if (code === undefined) return readSession(await send(path, asked), before)
    const headers = { ...asked.headers, 'Content-Type': 'application/json' }
    const answer = send(path, { ...asked, headers, body: JSON.stringify({ code }) })
    return readSession(await answer.catch((error) => rethrowWithout(code, error)), before)
  }

  async function list(path: string, cache: RequestCache = 'default'): Promise<unknown> {
    return (await send(path, { headers: { Accept: accept }, cache })).json()
  }

  async function read(id: string, request: ReadRequest): Promise<ReadResult> {
    const { etag, waitSeconds, signal } = request
    if (!etag || waitSeconds <= 0) return readWithin(0, id, request)
    const since = performance.now()
    const host = new URL(base, globalThis.location?.href).origin
    return inPlace(host, signal, async (hasPlace) => {
      // It has waited, though not at the server, and may ask again at once.
      if (!hasPlace) return { ...(await readWithin(0, id, request)), held: true }
      const waitedSeconds = Math.round((performance.now() - since) / 1_000)
      return readWithin(Math.max(1, waitSeconds - waitedSeconds), id, request)
    })
  }

  async function readWithin(
    waitSeconds: number,
    id: string,
    { etag, signal, before }: ReadRequest,
  ): Promise<ReadResult> {
    const response = await send(`/sessions/${encodeURIComponent(id)}`, {
      headers: {
        Accept: accept,
        ...(etag && { 'If-None-Match': etag }),
        ...(waitSeconds > 0 && { Prefer: `wait=${waitSeconds}` }),
      },
      // Ours is the only cache: the browser's would answer a 304 with an old body.
      cache: 'no-store',
      signal,
    })
    const held = /\bwait\b/.test(response.headers.get('Preference-Applied') ?? '')
    if (response.status === 304) return { changed: false, held }
    const session = await readSession(response, before)
    return { changed: true, session, etag: response.headers.get('ETag'), held }
  }

  /** Empty unless it is the endpoint's own: the widget talks to the merchant's hosts only, and so the policy may say. */
  function ownAddress(address: unknown): string {
    try {
      const endpoint = new URL(`${base}/`, globalThis.location?.href)
      const url = new URL(`${address || '//'}`, endpoint)
      return url.origin === endpoint.origin ? url.href : ''
    } catch {
      return ''
    }
  }

  return {
    create,
    read,
    link,
    async banks(page) {
      const { banks, hasMore } = parseBankPage(await list(`/banks?page=${page}&page_size=100`))
      return { banks: banks.map((bank) => ({ ...bank, logo_url: ownAddress(bank.logo_url) })), hasMore }
    },
    // A cache knows nothing of who has signed in.
    instruments: async () => parseAccounts(await list('/instruments', 'no-store')),
  }
}

/** A server may repeat what it was sent, and a fault's message stands in the console. */
function rethrowWithout(code: string, error: unknown): never {
  if (!(error instanceof FaultError) || !code) throw error
  throw new FaultError({ ...error.fault, message: error.message.replaceAll(code, '…') })
}

const unreachable =
  'could not be reached. If it runs: allow it in `connect-src` of the page’s policy and, where it has another origin ' +
  'than the page, the page’s origin at the endpoint (CORS, `ALLOWED_ORIGINS`).'

const checkEndpoint =
  'Check the `endpoint` attribute: it must be the base URL of the merchant protocol, such as "/checkout".'

const accept = 'application/json, application/problem+json'

async function readSession(response: Response, before?: Partial<Session>): Promise<Session> {
  let text: string
  try {
    text = await response.text()
  } catch (error) {
    throw new FaultError(faultOf('network', 'The answer of the endpoint was cut off.'), { cause: error })
  }
  try {
    return parseSession(JSON.parse(text), before)
  } catch (error) {
    throw new FaultError(faultOf('bad_answer', badAnswer(response, error)), { cause: error })
  }
}

function badAnswer(response: Response, error: unknown): string {
  if (error instanceof NotASession) return error.message
  const type = response.headers.get('Content-Type') ?? 'no content type'
  return `The endpoint answered ${type} instead of a JSON session. ${checkEndpoint}`
}

const kindOfStatus: Record<number, FaultKind> = {
  400: 'invalid',
  401: 'forbidden',
  403: 'forbidden',
  404: 'not_found',
  408: 'network',
  409: 'already_paid',
  410: 'not_found',
  422: 'invalid',
  429: 'unavailable',
}

function kindOfProblem({ type, status, errors }: Problem): FaultKind {
  if (type === 'urn:payin-checkout:two-payments-open') return 'two_open'
  if (errors.some(({ pointer }) => pointer === '/code')) return 'code_refused'
  if (errors.some(({ pointer }) => pointer.startsWith('/payment'))) return 'choice_refused'
  return kindOfStatus[status] ?? (status >= 500 ? 'unavailable' : 'bad_answer')
}

async function faultOfAnswer(response: Response): Promise<Fault> {
  const { status } = response
  const problem = parseProblem(status, await response.json().catch(() => null))
  const kind = kindOfProblem(problem)
  // Without the server's words, which may repeat the code.
  if (kind === 'code_refused') return faultOf(kind, 'The endpoint refused the code that was typed.')
  const pointers = problem.errors.map(({ pointer, detail }) => ` ${pointer}: ${detail}`).join('')
  const said = problem.detail ?? problem.title
  const message = `The endpoint answered ${status}${said ? `: ${said}` : ''}${pointers}`
  const retryAfterMs = parseRetryAfter(response.headers.get('Retry-After'), Date.now())
  const fault = faultOf(kind, message, retryAfterMs ?? undefined)
  // 500 and 501 are answers that a retry does not change; a server that wants one says 502, 503 or 504.
  return status === 500 || status === 501 ? { ...fault, retryable: false } : fault
}
