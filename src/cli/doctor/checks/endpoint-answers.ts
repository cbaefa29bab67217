import { type CheckContext, postEmptyCreate } from '../check-context.ts'
import { displayText, displayUrl } from '../display.ts'
import { type Found, says } from '../finding.ts'
import { type Answer, headerLine, headerOf, isAnswer, isHtml, isNotAsked, typeOf } from '../http/answer.ts'
import { wantsLogin } from '../page/login.ts'
import { type Endpoint, endpointsOf, placeOfElement } from '../page/widget.ts'

const startIt = 'Start the merchant server, and route the endpoint’s address to it.'
const loginChange =
  '{place}: endpoint="…" must be the base URL of the protocol, with no login before it: exempt its addresses. ' +
  "If only signed-in shoppers can pay, run doctor as one of them: --header 'Cookie: …'"

const say = says('protocol', {
  'endpoint-unknown': {
    unknown: 'The HTML names no endpoint that can be asked, so none was checked',
    change: 'npx payin-checkout doctor … --endpoint /checkout',
  },
  'endpoint-mixed': {
    problem: 'The page uses HTTPS and the endpoint uses HTTP, which browsers block',
    change: 'endpoint="{secure}"',
  },
  'endpoint-unreachable': { problem: 'The endpoint does not answer', change: startIt, see: 'server' },
  'endpoint-login': { problem: 'The endpoint is behind a login, so guests cannot pay', change: loginChange },
  'endpoint-login-everywhere': {
    id: 'endpoint-login',
    problem:
      'The endpoint’s address leads to the shop’s login, as an address does that does not exist: it may be misspelt',
    change: loginChange,
  },
  'endpoint-not-there': {
    problem: 'The endpoint’s address does not lead to the merchant protocol',
    change:
      '{place}: endpoint="…" must be the base URL of the protocol. Route its addresses to the merchant server, before the rule that answers every other address with a page.',
  },
  'endpoint-limits': {
    unknown: 'The endpoint answers 429: too many requests',
    change:
      'Run doctor again in a minute. Behind a proxy, set CLIENT_ADDRESS_HEADER. Without it, all shoppers share one limit.',
    see: 'proxy',
  },
  'endpoint-fails': { problem: 'The endpoint answers {status}', change: '{remedy}', see: 'server' },
  'session-unknown': { fine: 'An unknown session is answered as the protocol requires' },
  'session-forbidden': {
    warning:
      'The endpoint requires a login to read a session, so a shopper who pays on another device sees no result',
    change: 'GET {endpoint}/sessions/{id} must need no more than the id.',
    see: 'session',
  },
  'session-refused': {
    unknown:
      'The endpoint refused the made-up session id, so its answer to an unknown session was not checked',
  },
  'session-made-up': {
    problem: 'The endpoint answers a session that does not exist',
    change: 'Answer 404 with a problem document if no session has this id.',
  },
  'create-unchecked': {
    problem: 'The endpoint accepts a create request without a key, for an order that does not exist',
    change:
      'Refuse a create request without Idempotency-Key (400) and for an unknown order (422). Otherwise retries pay twice.',
  },
  'create-conflict': {
    warning: 'The endpoint answers 409 to an invalid create request, so shoppers read "already paid"',
    change: 'Answer 400 or 422; 409 means that the order is paid.',
  },
  'create-refused': { fine: 'A create request without a key is refused' },
  'create-without-order': {
    problem: 'The endpoint accepts a create request without an order',
    change: 'Answer 422 if the body names no order.',
  },
  'create-fails': {
    warning:
      'The endpoint answers {status} to a body without an order, so the checkout retries again and again',
    change: 'Answer 400 or 422 if a retry cannot help. 503 means "try again".',
  },
  'problems-fine': { fine: 'Errors are problem documents' },
  'problems-missing': {
    warning: 'Errors are not problem documents (RFC 9457), so nobody can read the cause',
    change: 'Content-Type: application/problem+json, and {"title":"…","status":…,"detail":"…"}',
  },
})

/** Checks whether the page names an endpoint at all. */
export const endpointNamed = (context: CheckContext): Found =>
  endpointsOf(context).length === 0 && say('endpoint-unknown')

/** Checks whether an endpoint implements the merchant protocol and refuses invalid requests. */
export async function endpointAnswers(endpoint: Endpoint, context: CheckContext): Promise<Found> {
  const { base, element } = endpoint
  const name = displayUrl(base)
  if (context.page.url.protocol === 'https:' && base.protocol === 'http:')
    return say('endpoint-mixed', name, { secure: name.replace('http:', 'https:') })
  const { read, create, speaksProtocol, isBehindLogin } = await context.probe(endpoint)
  if (isNotAsked(read) || isNotAsked(create)) return null
  if (!isAnswer(read)) return say('endpoint-unreachable', `${name} ${read.why}`)
  if (!isAnswer(create)) return say('endpoint-unreachable', `${name} ${create.why}`)
  const place = element ? placeOfElement(element) : '--endpoint'
  const both = (of: (answer: Answer) => string) =>
    `${name}/sessions: POST answers ${of(create)}; GET of an unknown session, ${of(read)}`
  if (isBehindLogin) {
    // A login answers for the whole shop, also for a misspelt endpoint. So a made-up address is asked, too.
    const isEverywhere = wantsLogin(await context.get(new URL(noPage, base.origin)))
    return say(isEverywhere ? 'endpoint-login-everywhere' : 'endpoint-login', both(whereTo), { place })
  }
  if (!speaksProtocol) return say('endpoint-not-there', both(whatKind), { place })
  const down =
    unavailable(`${name}: GET of an unknown session`, read) ??
    unavailable(`${name}: ${createRequest}`, create)
  if (down) return down
  return [
    unknownSession(name, read),
    refusedCreate(name, create),
    await emptyCreate(context, endpoint, name),
    problemFormat(name, [read, create]),
  ]
}

/** An address that no server has. */
const noPage = '/payin-checkout-doctor-asks-for-no-page'

const createRequest = 'POST of an impossible order, without Idempotency-Key'

function whereTo(answer: Answer): string {
  const to = headerOf(answer, 'location')
  return to === null ? String(answer.status) : `${answer.status} → ${displayText(to, 100)}`
}

const whatKind = (answer: Answer): string =>
  `${answer.status} ${isHtml(answer) ? 'with a page' : typeOf(answer) || 'without a type'}`

/** The finding for 429 and 5xx, which do not answer the request. */
function unavailable(seen: string, { status }: Answer): Found {
  if (status === 429) return say('endpoint-limits', seen)
  if (status < 500) return null
  const remedy = status === 500 ? 'Look into the log of your server.' : startIt
  return say('endpoint-fails', seen, { status, remedy })
}

function unknownSession(name: string, { status }: Answer): Found {
  const seen = `${name}/sessions/…: ${status}`
  if (status === 404 || status === 410) return say('session-unknown', seen)
  if (status === 401 || status === 403) return say('session-forbidden', seen)
  if (status === 400 || status === 422) return say('session-refused', seen)
  return say('session-made-up', `${seen} in place of 404`)
}

function refusedCreate(name: string, { status }: Answer): Found {
  const seen = `${name}/sessions: ${createRequest}: ${status}`
  if (status < 300) return say('create-unchecked', seen)
  return say(status === 409 ? 'create-conflict' : 'create-refused', seen)
}

async function emptyCreate({ send }: CheckContext, endpoint: Endpoint, name: string): Promise<Found> {
  const result = await postEmptyCreate(send, endpoint)
  if (!isAnswer(result)) return null
  const { status } = result
  const seen = `${name}/sessions: POST of the body []: ${status}`
  if (status < 300) return say('create-without-order', seen)
  return status >= 500 && say('create-fails', seen, { status })
}

/** Checks whether errors are RFC 9457 problems. The widget does not need them, but developers do. */
function problemFormat(name: string, answers: readonly Answer[]): Found {
  const errors = answers.filter(({ status }) => status >= 400 && status < 500 && status !== 429)
  if (errors.length === 0) return null
  const wrong = errors.find((answer) => typeOf(answer) !== 'application/problem+json')
  if (!wrong) return say('problems-fine', 'application/problem+json')
  return say('problems-missing', `${name}: ${wrong.status} with ${headerLine(wrong, 'Content-Type')}`)
}
