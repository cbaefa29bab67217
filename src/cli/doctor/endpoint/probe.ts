// Two questions by which a merchant server shows itself, and which can neither make a payment nor find one.
import { randomUUID } from 'node:crypto'
import { isAnswer, isHtml, type RequestResult } from '../http/answer.ts'
import type { SendRequest } from '../http/send.ts'
import { below, type Endpoint } from '../page/widget.ts'

/** There is no such session: no server makes an id of these words. */
const noSession = 'cs_payin-checkout-doctor-asks-for-no-session'
/** There can be no such order: the service takes a reference of 36 characters at most. */
const noOrder = 'payin-checkout doctor: no order can have so long an id'

export interface Probe {
  /** `GET` of a session that there is not. */
  readonly read: RequestResult
  /** `POST` of an order that there cannot be, without the key that every create needs. */
  readonly create: RequestResult
  /** Whether the merchant protocol is spoken there at all: what else is asked makes no sense otherwise. */
  readonly speaksProtocol: boolean
}

export async function probeEndpoint(send: SendRequest, endpoint: Endpoint): Promise<Probe> {
  const read = await send(below(endpoint, `/sessions/${noSession}`), { headers: { accept } })
  const create = await postSession(send, endpoint, JSON.stringify({ order: noOrder, kind: 'payin' }))
  return {
    read,
    create,
    speaksProtocol: isProtocolAnswer(read) && isProtocolAnswer(create) && !isNoRoute(create),
  }
}

const accept = 'application/json, application/problem+json'

/** A create whose body is no order. With a key, as a shopper's browser would send it. */
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

/** Not a page of the shop, and no redirect to one. */
const isProtocolAnswer = (result: RequestResult): boolean =>
  isAnswer(result) &&
  !(result.status < 300 && isHtml(result)) &&
  !(result.status >= 300 && result.status < 400)

/** A create is never answered so: there is something else. */
const isNoRoute = (result: RequestResult): boolean =>
  isAnswer(result) && [404, 405, 501].includes(result.status)
