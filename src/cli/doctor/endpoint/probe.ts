// Two requests that identify a merchant server. They can neither create nor find a payment.
import { randomUUID } from 'node:crypto'
import type { CheckContext } from '../check-context.ts'
import { type Answer, isAnswer, isHtml, type RequestResult } from '../http/answer.ts'
import type { SendRequest } from '../http/send.ts'
import { showsLogin, wantsLogin } from '../page/login.ts'
import { below, type Endpoint, endpointsOf } from '../page/widget.ts'

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
  isAnswer(result) &&
  !(result.status < 300 && isHtml(result)) &&
  !(result.status >= 300 && result.status < 400)

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
