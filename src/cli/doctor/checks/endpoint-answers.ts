import type { Check, CheckContext } from '../check-context.ts'
import { displayText, displayUrl } from '../display.ts'
import type { Probe } from '../endpoint/probe.ts'
import { postEmptyCreate } from '../endpoint/probe.ts'
import { type Finding, fine, problem, unknown, warning } from '../finding.ts'
import {
  type Answer,
  headerOf,
  isAnswer,
  isHtml,
  isNotAsked,
  type RequestResult,
  typeOf,
} from '../http/answer.ts'
import { wantsLogin } from '../page/login.ts'
import { type Endpoint, endpointsOf, placeOfElement } from '../page/widget.ts'

/** Checks whether the endpoint implements the merchant protocol and refuses invalid requests. */
export const endpointAnswers: Check = {
  area: 'Endpoint',
  async find(context) {
    const endpoints = endpointsOf(context)
    if (endpoints.length === 0) return [noEndpoint]
    const found: Finding[] = []
    for (const endpoint of endpoints) found.push(...(await answersAt(context, endpoint)))
    return found
  },
}

const noEndpoint = unknown('endpoint-unknown', 'The HTML names no endpoint, so none was checked', {
  change: 'npx payin-checkout doctor … --endpoint /checkout',
  see: 'protocol',
})

async function answersAt(context: CheckContext, endpoint: Endpoint): Promise<Finding[]> {
  const { base, element } = endpoint
  const name = displayUrl(base)
  if (context.page.url.protocol === 'https:' && base.protocol === 'http:') {
    return [
      problem('endpoint-mixed', 'The page uses HTTPS and the endpoint uses HTTP, which browsers block', {
        seen: name,
        change: `endpoint="${name.replace('http:', 'https:')}"`,
        see: 'protocol',
      }),
    ]
  }
  const probe = await context.probe(endpoint)
  const { read, create, speaksProtocol, isBehindLogin } = probe
  if (isNotAsked(read) || isNotAsked(create)) return []
  if (!isAnswer(read) || !isAnswer(create)) {
    const why = !isAnswer(read) ? read.why : !isAnswer(create) ? create.why : ''
    return [
      problem('endpoint-unreachable', 'The endpoint does not answer', {
        seen: `${name} ${why}`,
        change: startIt,
        see: 'server',
      }),
    ]
  }
  const place = element ? placeOfElement(element) : '--endpoint'
  if (isBehindLogin) return [await behindLogin(context, endpoint, place, read, create)]
  if (!speaksProtocol) return [notThere(name, place, read, create)]
  const down = unavailable(name, readRequest, read) ?? unavailable(name, createRequest, create)
  if (down) return [down]
  const bare = await postEmptyCreate(context.send, endpoint)
  return [
    ...unknownSession(name, read),
    ...refusedCreate(name, create),
    ...emptyCreate(name, bare),
    ...problemFormat(name, probe),
  ]
}

const startIt = 'Start the merchant server, and route the endpoint’s address to it.'

/** An address that no server has. */
const noPage = '/payin-checkout-doctor-asks-for-no-page'

/** A login answers for the whole shop, also for a misspelt endpoint. So a made-up address is asked, too. */
async function behindLogin(
  { get }: CheckContext,
  { base }: Endpoint,
  place: string,
  read: Answer,
  create: Answer,
): Promise<Finding> {
  const isEverywhere = wantsLogin(await get(new URL(noPage, base.origin)))
  const how = (answer: Answer) => {
    const to = headerOf(answer, 'location')
    return to === null ? String(answer.status) : `${answer.status} → ${displayText(to, 100)}`
  }
  const title = isEverywhere
    ? 'The endpoint’s address leads to the shop’s login, as an address does that does not exist: it may be misspelt'
    : 'The endpoint is behind a login, so guests cannot pay'
  return problem('endpoint-login', title, {
    seen: `${displayUrl(base)}/sessions: POST answers ${how(create)}; GET of an unknown session, ${how(read)}`,
    change: `${place}: endpoint="…" must be the base URL of the protocol, with no login before it: exempt its addresses. If only signed-in shoppers can pay, run doctor as one of them: --header 'Cookie: …'`,
    see: 'protocol',
  })
}

function notThere(name: string, place: string, read: Answer, create: Answer): Finding {
  const of = (answer: Answer) =>
    `${answer.status} ${isHtml(answer) ? 'with a page' : typeOf(answer) || 'without a type'}`
  return problem('endpoint-not-there', 'The endpoint’s address does not lead to the merchant protocol', {
    seen: `${name}/sessions: POST answers ${of(create)}; GET of an unknown session, ${of(read)}`,
    change: `${place}: endpoint="…" must be the base URL of the protocol. Route its addresses to the merchant server, before the rule that answers every other address with a page.`,
    see: 'protocol',
  })
}

const readRequest = 'GET of an unknown session'
const createRequest = 'POST of an impossible order, without Idempotency-Key'

/** The finding for 429 and 5xx, which do not answer the request. */
function unavailable(name: string, what: string, { status }: Answer): Finding | null {
  if (status === 429) {
    return unknown('endpoint-limits', 'The endpoint answers 429: too many requests', {
      seen: `${name}: ${what}`,
      change:
        'Run doctor again in a minute. Behind a proxy, set CLIENT_ADDRESS_HEADER. Without it, all shoppers share one limit.',
      see: 'proxy',
    })
  }
  if (status < 500) return null
  return problem('endpoint-fails', `The endpoint answers ${status}`, {
    seen: `${name}: ${what}`,
    change: status === 500 ? 'Look into the log of your server.' : startIt,
    see: 'server',
  })
}

function unknownSession(name: string, answer: Answer): Finding[] {
  const { status } = answer
  const seen = `${name}/sessions/…: ${status}`
  if (status === 404 || status === 410)
    return [
      fine('session-unknown', 'An unknown session is answered as the protocol requires', {
        seen,
        see: 'protocol',
      }),
    ]
  if (status === 401 || status === 403) {
    const title =
      'The endpoint requires a login to read a session, so a shopper who pays on another device sees no result'
    return [
      warning('session-forbidden', title, {
        seen,
        change: 'GET {endpoint}/sessions/{id} must need no more than the id.',
        see: 'session',
      }),
    ]
  }
  if (status === 400 || status === 422) {
    const title =
      'The endpoint refused the made-up session id, so its answer to an unknown session was not checked'
    return [unknown('session-refused', title, { seen, see: 'protocol' })]
  }
  return [
    problem('session-made-up', 'The endpoint answers a session that does not exist', {
      seen: `${seen} in place of 404`,
      change: 'Answer 404 with a problem document if no session has this id.',
      see: 'protocol',
    }),
  ]
}

function refusedCreate(name: string, answer: Answer): Finding[] {
  const seen = `${name}/sessions: ${createRequest}: ${answer.status}`
  if (answer.status < 300) {
    return [
      problem(
        'create-unchecked',
        'The endpoint accepts a create request without a key, for an order that does not exist',
        {
          seen,
          change:
            'Refuse a create request without Idempotency-Key (400) and for an unknown order (422). Otherwise retries pay twice.',
          see: 'protocol',
        },
      ),
    ]
  }
  if (answer.status === 409) {
    return [
      warning(
        'create-conflict',
        'The endpoint answers 409 to an invalid create request, so shoppers read "already paid"',
        {
          seen,
          change: 'Answer 400 or 422; 409 means that the order is paid.',
          see: 'protocol',
        },
      ),
    ]
  }
  return [fine('create-refused', 'A create request without a key is refused', { seen, see: 'protocol' })]
}

function emptyCreate(name: string, result: RequestResult): Finding[] {
  if (!isAnswer(result)) return []
  const { status } = result
  const seen = `${name}/sessions: POST of the body []: ${status}`
  if (status < 300) {
    const change = 'Answer 422 if the body names no order.'
    return [
      problem('create-without-order', 'The endpoint accepts a create request without an order', {
        seen,
        change,
        see: 'protocol',
      }),
    ]
  }
  if (status < 500) return []
  return [
    warning(
      'create-fails',
      `The endpoint answers ${status} to a body without an order, so the checkout retries again and again`,
      {
        seen,
        change: 'Answer 400 or 422 if a retry cannot help. 503 means "try again".',
        see: 'protocol',
      },
    ),
  ]
}

/** Checks whether errors are RFC 9457 problems. The widget does not need them, but developers do. */
function problemFormat(name: string, { read, create }: Probe): Finding[] {
  const others = [read, create]
    .filter(isAnswer)
    .filter(({ status }) => status >= 400 && status < 500 && status !== 429)
  const wrong = others.find((answer) => typeOf(answer) !== 'application/problem+json')
  if (others.length === 0) return []
  if (!wrong)
    return [
      fine('problems-fine', 'Errors are problem documents', {
        seen: 'application/problem+json',
        see: 'protocol',
      }),
    ]
  const written = headerOf(wrong, 'content-type')
  return [
    warning('problems-missing', 'Errors are not problem documents (RFC 9457), so nobody can read the cause', {
      seen: `${name}: ${wrong.status} with ${written === null ? 'no Content-Type' : displayText(written)}`,
      change: 'Content-Type: application/problem+json, and {"title":"…","status":…,"detail":"…"}',
      see: 'protocol',
    }),
  ]
}
