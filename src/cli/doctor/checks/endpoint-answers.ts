import type { Check, CheckContext } from '../check-context.ts'
import { displayText, displayUrl } from '../display.ts'
import type { Probe } from '../endpoint/probe.ts'
import { postEmptyCreate } from '../endpoint/probe.ts'
import { type Finding, fine, problem, unknown, warning } from '../finding.ts'
import { type Answer, headerOf, isAnswer, isHtml, type RequestResult, typeOf } from '../http/answer.ts'
import { type Endpoint, endpointsOf, placeOfElement } from '../page/widget.ts'

/** Whether the merchant protocol is spoken at the endpoint, and refuses what it must. */
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

const noEndpoint = unknown('endpoint-unknown', 'No endpoint is named in the HTML, so none was asked', {
  change: 'npx payin-checkout doctor … --endpoint /checkout',
  see: 'protocol',
})

async function answersAt(context: CheckContext, endpoint: Endpoint): Promise<Finding[]> {
  const { base, element } = endpoint
  const name = displayUrl(base)
  if (context.page.url.protocol === 'https:' && base.protocol === 'http:') {
    return [
      problem(
        'endpoint-mixed',
        'The page comes over HTTPS and the endpoint over HTTP, which browsers refuse',
        {
          seen: name,
          change: `endpoint="${name.replace('http:', 'https:')}"`,
          see: 'protocol',
        },
      ),
    ]
  }
  const probe = await context.probe(endpoint)
  const { read, create, speaksProtocol } = probe
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
  if (!speaksProtocol) return [notThere(name, element ? placeOfElement(element) : '--endpoint', read, create)]
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

const startIt = 'Start the merchant server, and let the endpoint’s address lead to it.'

function notThere(name: string, place: string, read: Answer, create: Answer): Finding {
  const of = (answer: Answer) =>
    `${answer.status} ${isHtml(answer) ? 'with a page' : typeOf(answer) || 'without a type'}`
  return problem('endpoint-not-there', 'There is something else at the endpoint’s address', {
    seen: `${name}/sessions: POST answers ${of(create)}; GET of a session that there is not, ${of(read)}`,
    change: `${place}: endpoint="…" must be the base URL of the protocol; let its addresses lead to the merchant server, also where the shop answers everything else with a page.`,
    see: 'protocol',
  })
}

const readRequest = 'GET of a session that there is not'
const createRequest = 'POST of an order that cannot be, without Idempotency-Key'

/** A status that is no answer to what was asked. */
function unavailable(name: string, what: string, { status }: Answer): Finding | null {
  if (status === 429) {
    return unknown('endpoint-limits', 'The endpoint answers 429: too much was asked', {
      seen: `${name}: ${what}`,
      change:
        'Run doctor again in a minute. Behind a proxy, set CLIENT_ADDRESS_HEADER: else all shoppers count as one.',
      see: 'proxy',
    })
  }
  if (status < 500) return null
  return problem('endpoint-fails', `The endpoint answers ${status}`, {
    seen: `${name}: ${what}`,
    change: status === 500 ? 'The log of your server says why.' : startIt,
    see: 'server',
  })
}

function unknownSession(name: string, answer: Answer): Finding[] {
  const { status } = answer
  const seen = `${name}/sessions/…: ${status}`
  if (status === 404 || status === 410)
    return [fine('session-unknown', 'A session that there is not is answered so', { seen, see: 'protocol' })]
  if (status === 401 || status === 403) {
    const title =
      'The endpoint lets nobody read who is not signed in: a shopper who pays elsewhere sees no end'
    return [
      warning('session-forbidden', title, {
        seen,
        change: 'GET {endpoint}/sessions/{id} needs the id alone.',
        see: 'session',
      }),
    ]
  }
  if (status === 400 || status === 422) {
    const title =
      'The made-up id of a session is refused as such; what is said of an unknown one was not seen'
    return [unknown('session-refused', title, { seen, see: 'protocol' })]
  }
  return [
    problem('session-made-up', 'The endpoint answers for a session that there is not', {
      seen: `${seen} in place of 404`,
      change: 'Answer 404 with a problem where there is no session of this id.',
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
        'The endpoint takes a create without a key, for an order that there is not',
        {
          seen,
          change:
            'Refuse a create without Idempotency-Key (400) and of an unknown order (422): else retries pay twice.',
          see: 'protocol',
        },
      ),
    ]
  }
  if (answer.status === 409) {
    return [
      warning(
        'create-conflict',
        'The endpoint answers 409 to a wrong create, and shoppers read "already paid"',
        {
          seen,
          change: 'Answer 400 or 422; 409 means that the order is paid.',
          see: 'protocol',
        },
      ),
    ]
  }
  return [fine('create-refused', 'A create without a key is refused', { seen, see: 'protocol' })]
}

function emptyCreate(name: string, result: RequestResult): Finding[] {
  if (!isAnswer(result)) return []
  const { status } = result
  const seen = `${name}/sessions: POST of the body []: ${status}`
  if (status < 300) {
    const change = 'Answer 422 where the body names no order.'
    return [
      problem('create-without-order', 'The endpoint takes a create that names no order', {
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
      `The endpoint answers ${status} to a body that names no order: the checkout asks again and again`,
      {
        seen,
        change: 'Answer 400 or 422 to what no retry makes right; 503 means "come again".',
        see: 'protocol',
      },
    ),
  ]
}

/** Errors as RFC 9457 problems. The widget reads others, and developers read these. */
function problemFormat(name: string, { read, create }: Probe): Finding[] {
  const others = [read, create]
    .filter(isAnswer)
    .filter(({ status }) => status >= 400 && status < 500 && status !== 429)
  const wrong = others.find((answer) => typeOf(answer) !== 'application/problem+json')
  if (others.length === 0) return []
  if (!wrong)
    return [
      fine('problems-fine', 'Errors come as problems', { seen: 'application/problem+json', see: 'protocol' }),
    ]
  const written = headerOf(wrong, 'content-type')
  return [
    warning('problems-missing', 'Errors do not come as problems (RFC 9457), so nobody reads what was wrong', {
      seen: `${name}: ${wrong.status} with ${written === null ? 'no Content-Type' : displayText(written)}`,
      change: 'Content-Type: application/problem+json, and {"title":"…","status":…,"detail":"…"}',
      see: 'protocol',
    }),
  ]
}
