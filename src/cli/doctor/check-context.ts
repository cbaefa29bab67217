// What every check gets: the page, the merchant's options, and functions that send requests.
import { randomUUID } from 'node:crypto'
import type { Found } from './finding.ts'
import { type Answer, isAnswer, isHtml, isRedirect, type RequestResult } from './http/answer.ts'
import type { SendRequest } from './http/send.ts'
import type { PackageFacts } from './package-facts.ts'
import { showsLogin, wantsLogin } from './page/login.ts'
import type { Page } from './page/page.ts'
import { below, type Endpoint, endpointsOf } from './page/widget.ts'

/** The merchant's options and variables, except the address of the page. */
export interface DoctorInput {
  readonly endpoint: string | null
  readonly returnUrl: URL | null
  readonly webhookUrl: URL | null
  /** The id of a session. It is a capability, so it is never shown. */
  readonly session: string | null
  readonly webhookSecrets: readonly string[]
  /** The merchant's own headers, by name. They are never shown. */
  readonly headers: Readonly<Record<string, string>>
  /** Origins that may be asked although only the page names them. */
  readonly allowedOrigins: readonly string[]
}

export interface CheckContext {
  readonly page: Page
  readonly input: DoctorInput
  readonly facts: PackageFacts
  readonly send: SendRequest
  /** A GET whose result is shared by several checks. */
  readonly get: (url: URL, headers?: Readonly<Record<string, string>>) => Promise<RequestResult>
  /** Probes an endpoint, once for all checks. */
  readonly probe: (endpoint: Endpoint) => Promise<Probe>
  readonly now: () => number
  /** Aborted by Ctrl-C. */
  readonly ended: AbortSignal
}

export type Area = 'Page' | 'Element' | 'Script' | 'Policies' | 'Endpoint' | 'Return page' | 'Webhooks'

/** One check. Its findings belong to one area. */
export interface Check {
  readonly area: Area
  find(context: CheckContext): Found | Promise<Found>
}

export function createGet(send: SendRequest): CheckContext['get'] {
  const answers = new Map<string, Promise<RequestResult>>()
  return (url, headers = {}) => {
    const key = `${url.href} ${JSON.stringify(headers)}`
    const answer = answers.get(key) ?? send(url, { headers })
    answers.set(key, answer)
    return answer
  }
}

export function createProbe(send: SendRequest): CheckContext['probe'] {
  const probes = new Map<string, Promise<Probe>>()
  return (endpoint) => {
    const { href } = endpoint.base
    const probe = probes.get(href) ?? probeEndpoint(send, endpoint)
    probes.set(href, probe)
    return probe
  }
}

/** The id of a session that no server creates. */
const noSession = 'cs_payin-checkout-doctor-asks-for-no-session'
/** An impossible order: the service accepts references of at most 36 characters. */
const noOrder = 'payin-checkout doctor: no order can have so long an id'

export interface Probe {
  /** `GET` of an unknown session. */
  readonly read: RequestResult
  /** `POST` for an impossible order, without the Idempotency-Key that every create request needs. */
  readonly create: RequestResult
  /** Whether a login stands before the address, so that nobody can say what is behind it. */
  readonly isBehindLogin: boolean
  /** Whether the answers are from the merchant protocol. Without it, no further check makes sense. */
  readonly speaksProtocol: boolean
}

export async function probeEndpoint(send: SendRequest, endpoint: Endpoint): Promise<Probe> {
  const read = await send(below(endpoint, `/sessions/${noSession}`), { headers: { accept } })
  const create = await postSession(send, endpoint, JSON.stringify({ order: noOrder, kind: 'payin' }))
  const isBehindLogin = showsLogin(create) || (wantsLogin(create) && wantsLogin(read))
  return {
    read,
    create,
    isBehindLogin,
    speaksProtocol:
      !isBehindLogin && isProtocolAnswer(read) && isProtocolAnswer(create) && !isNoRoute(create),
  }
}

const accept = 'application/json, application/problem+json'

/** A create request whose body has no order. It has a key, like the request of a browser. */
export function postEmptyCreate(send: SendRequest, endpoint: Endpoint): Promise<RequestResult> {
  return postSession(send, endpoint, '[]', { 'idempotency-key': randomUUID() })
}

function postSession(
  send: SendRequest,
  endpoint: Endpoint,
  body: string,
  headers: Readonly<Record<string, string>> = {},
) {
  return send(below(endpoint, '/sessions'), {
    method: 'POST',
    body,
    headers: { accept, 'content-type': 'application/json', ...headers },
  })
}

/** Neither a page of the shop nor a redirect. */
const isProtocolAnswer = (result: RequestResult): boolean =>
  isAnswer(result) && !(result.status < 300 && isHtml(result)) && !isRedirect(result)

/** The protocol never answers a create request with these statuses. */
const isNoRoute = (result: RequestResult): boolean =>
  isAnswer(result) && [404, 405, 501].includes(result.status)

/** An endpoint with the merchant protocol, and its answer to an unknown session. */
export interface LiveEndpoint {
  readonly endpoint: Endpoint
  readonly read: Answer
}

/** The endpoints that can be checked further. `endpointAnswers` reports the others. */
export async function liveEndpoints(context: CheckContext): Promise<LiveEndpoint[]> {
  const live: LiveEndpoint[] = []
  for (const endpoint of endpointsOf(context)) {
    // Browsers block this request.
    if (context.page.url.protocol === 'https:' && endpoint.base.protocol === 'http:') continue
    const { speaksProtocol, read } = await context.probe(endpoint)
    if (speaksProtocol && isAnswer(read) && read.status < 500) live.push({ endpoint, read })
  }
  return live
}
