import type { CheckContext, LiveEndpoint } from '../check-context.ts'
import { displayText, displayUrl } from '../display.ts'
import { type Found, says } from '../finding.ts'
import {
  type Answer,
  cachingOf,
  corsHeader,
  headerLine,
  headerOf,
  isAnswer,
  mayBeKept,
} from '../http/answer.ts'
import { below, type Endpoint } from '../page/widget.ts'

/** An origin that no endpoint can allow on purpose: the name is reserved (RFC 6761). */
const stranger = 'https://doctor.invalid'
const exposed = ['Date', 'ETag', 'Preference-Applied', 'Retry-After'] as const

const notAllowed = 'The endpoint is on another origin, and its CORS headers do not allow this page'
const strangersChange = 'List the origins of your own pages. Do not repeat the Origin header of the request.'

const say = says('protocol', {
  'cors-fine': { fine: 'The endpoint is on another origin and allows this page' },
  'cors-refused': {
    problem: notAllowed,
    change:
      'ALLOWED_ORIGINS={origin} at the merchant server; for another server Access-Control-Allow-Origin: {origin}',
  },
  'cors-refused-headers': {
    id: 'cors-refused',
    problem: notAllowed,
    change: 'Access-Control-Allow-Headers: Content-Type, Idempotency-Key, If-None-Match, Prefer',
  },
  'cors-not-exposed': {
    warning: 'The endpoint hides {lacking} from this page',
    change: `Access-Control-Expose-Headers: ${exposed.join(', ')}`,
  },
  'cors-strangers-refused': { fine: 'Pages of other websites cannot use the endpoint' },
  'cors-strangers': {
    problem: 'Any website may start payments in the name of your signed-in shoppers',
    change: strangersChange,
  },
  'cors-anybody': { warning: 'Any website may start payments at your endpoint', change: strangersChange },
  'endpoint-not-stored': { fine: 'No cache stores the answers of the endpoint' },
  'endpoint-cached': {
    problem: 'Caches store the answers of the endpoint, so a paid order would still be shown as open',
    change: 'Cache-Control: no-store',
  },
  'endpoint-not-no-store': {
    warning: 'Caches are not forbidden to store the answers of the endpoint',
    change: 'Cache-Control: no-store',
  },
  'clock-fine': { fine: 'The server’s clock is right' },
  'clock-missing': {
    warning: 'The endpoint sends no Date header, so shoppers cannot see how much time is left',
    change: 'Send a Date header. Most web servers do so by default.',
  },
  'clock-wrong': {
    warning: 'The server’s clock is {seconds} seconds {where}, or this machine’s is wrong',
    change: 'Synchronize the server’s clock by NTP: the time that shoppers have left depends on it.',
  },
})

/** Checks whether the endpoint's CORS headers allow this page and no foreign page. */
export async function endpointCors({ endpoint }: LiveEndpoint, context: CheckContext): Promise<Found> {
  const isElsewhere = endpoint.base.origin !== context.page.url.origin
  return [isElsewhere && (await ownPage(context, endpoint)), await strangersPage(context, endpoint)]
}

function preflight({ send }: CheckContext, endpoint: Endpoint, origin: string, method: keyof typeof asked) {
  return send(below(endpoint, method === 'POST' ? '/sessions' : '/sessions/cs_of-a-preflight'), {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': asked[method].join(),
    },
  })
}

const asked = { POST: ['content-type', 'idempotency-key'], GET: ['if-none-match', 'prefer'] } as const

function lackingIn(answer: Answer, header: string, names: readonly string[]): readonly string[] {
  const listed = (headerOf(answer, header) ?? '').toLowerCase().split(',')
  const given = listed.map((name) => name.trim())
  return given.includes('*') ? [] : names.filter((name) => !given.includes(name.toLowerCase()))
}

async function ownPage(context: CheckContext, endpoint: Endpoint): Promise<Found> {
  const { origin } = context.page.url
  const name = displayUrl(endpoint.base)
  for (const method of ['POST', 'GET'] as const) {
    const result = await preflight(context, endpoint, origin, method)
    if (!isAnswer(result))
      return say('cors-refused', `${name}: OPTIONS for ${method} ${result.why}`, { origin })
    const allowed = headerOf(result, corsHeader) ?? 'none'
    const lacking = lackingIn(result, 'access-control-allow-headers', asked[method])
    const isAllowed = result.status < 300 && ['*', origin].includes(allowed)
    const seen = `${name}: OPTIONS for ${method} answers ${result.status}, ${corsHeader}: ${displayText(allowed)}`
    if (!isAllowed) return say('cors-refused', seen, { origin })
    const without = `${seen}, without ${lacking.join(', ')} in Access-Control-Allow-Headers`
    if (lacking.length > 0) return say('cors-refused-headers', without)
  }
  const result = await context.get(below(endpoint, '/sessions/cs_of-a-preflight'), { origin })
  const header = 'Access-Control-Expose-Headers'
  const lacking = isAnswer(result) ? lackingIn(result, header, exposed) : exposed
  if (lacking.length === 0) return say('cors-fine')
  const seen = isAnswer(result) ? headerLine(result, header) : result.why
  return say('cors-not-exposed', `${name}: ${seen}`, { lacking: lacking.join(', ') })
}

async function strangersPage(context: CheckContext, endpoint: Endpoint): Promise<Found> {
  const result = await preflight(context, endpoint, stranger, 'POST')
  if (!isAnswer(result)) return null
  const allowed = headerOf(result, corsHeader)
  if (allowed !== '*' && allowed !== stranger) return say('cors-strangers-refused')
  const withCookies = allowed !== '*' && headerOf(result, 'access-control-allow-credentials') === 'true'
  const seen = `${displayUrl(endpoint.base)}: ${corsHeader}: ${allowed} for ${stranger}`
  return say(withCookies ? 'cors-strangers' : 'cors-anybody', seen)
}

const maxSkewS = 30

/** Checks the endpoint's caching headers and its clock. */
export const endpointHeaders = ({ endpoint, read }: LiveEndpoint): Found => [
  caching(`${displayUrl(endpoint.base)}/sessions/…: ${headerLine(read, 'Cache-Control')}`, read),
  clock(read),
]

function caching(seen: string, read: Answer): Found {
  if (cachingOf(read).has('no-store')) return say('endpoint-not-stored', seen)
  const isKept = mayBeKept(read) || headerOf(read, 'age') !== null
  return say(isKept ? 'endpoint-cached' : 'endpoint-not-no-store', seen)
}

function clock(read: Answer): Found {
  const sentAt = Date.parse(headerOf(read, 'date') ?? '')
  if (Number.isNaN(sentAt)) return say('clock-missing', 'no Date')
  const skewS = Math.round((sentAt - read.at) / 1000)
  if (Math.abs(skewS) <= maxSkewS) return say('clock-fine')
  const gaps = { seconds: Math.abs(skewS), where: skewS > 0 ? 'ahead' : 'behind' }
  return say('clock-wrong', headerLine(read, 'Date'), gaps)
}
