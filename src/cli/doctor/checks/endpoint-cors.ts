import type { Check, CheckContext } from '../check-context.ts'
import { displayText, displayUrl } from '../display.ts'
import { liveEndpoints } from '../endpoint/live.ts'
import { type Finding, fine, problem, warning } from '../finding.ts'
import { type Answer, headerOf, isAnswer } from '../http/answer.ts'
import { below, type Endpoint } from '../page/widget.ts'

/** An origin that no endpoint can allow on purpose: the name is reserved (RFC 6761). */
const stranger = 'https://doctor.invalid'
const exposed = ['Date', 'ETag', 'Preference-Applied', 'Retry-After'] as const

/** Checks whether the endpoint's CORS headers allow this page and no foreign page. */
export const endpointCors: Check = {
  area: 'Endpoint',
  async find(context) {
    const found: Finding[] = []
    for (const { endpoint } of await liveEndpoints(context)) {
      if (endpoint.base.origin !== context.page.url.origin) found.push(...(await ownPage(context, endpoint)))
      found.push(...(await strangersPage(context, endpoint)))
    }
    return found
  },
}

function preflight(
  { send }: CheckContext,
  endpoint: Endpoint,
  origin: string,
  method: string,
  headers: string,
) {
  return send(below(endpoint, method === 'POST' ? '/sessions' : '/sessions/cs_of-a-preflight'), {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': method, 'access-control-request-headers': headers },
  })
}

const allowedOrigin = (answer: Answer): string | null => headerOf(answer, 'access-control-allow-origin')

const listOf = (answer: Answer, header: string): string[] =>
  (headerOf(answer, header) ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())

async function ownPage(context: CheckContext, endpoint: Endpoint): Promise<Finding[]> {
  const { origin } = context.page.url
  const name = displayUrl(endpoint.base)
  for (const [method, headers] of [
    ['POST', ['content-type', 'idempotency-key']],
    ['GET', ['if-none-match', 'prefer']],
  ] as const) {
    const result = await preflight(context, endpoint, origin, method, headers.join())
    if (!isAnswer(result)) continue
    const allowed = allowedOrigin(result)
    const names = listOf(result, 'access-control-allow-headers')
    const lacking = names.includes('*') ? [] : headers.filter((header) => !names.includes(header))
    const isAllowed = result.status < 300 && (allowed === '*' || allowed === origin)
    if (isAllowed && lacking.length === 0) continue
    const seen = `${name}: OPTIONS for ${method} answers ${result.status}, Access-Control-Allow-Origin: ${displayText(allowed ?? 'none')}`
    return [
      problem(
        'cors-refused',
        'The endpoint is on another origin, and its CORS headers do not allow this page',
        {
          seen: isAllowed ? `${seen}, without ${lacking.join(', ')} in Access-Control-Allow-Headers` : seen,
          change: isAllowed
            ? `Access-Control-Allow-Headers: Content-Type, Idempotency-Key, If-None-Match, Prefer`
            : `ALLOWED_ORIGINS=${origin} at the merchant server; for another server Access-Control-Allow-Origin: ${origin}`,
          see: 'protocol',
        },
      ),
    ]
  }
  return [await exposes(context, endpoint)]
}

async function exposes({ get, page }: CheckContext, endpoint: Endpoint): Promise<Finding> {
  const { origin } = page.url
  const result = await get(below(endpoint, '/sessions/cs_of-a-preflight'), { origin })
  const names = isAnswer(result) ? listOf(result, 'access-control-expose-headers') : []
  const lacking = names.includes('*') ? [] : exposed.filter((name) => !names.includes(name.toLowerCase()))
  if (lacking.length === 0)
    return fine('cors-fine', 'The endpoint is on another origin and allows this page', { see: 'protocol' })
  return warning('cors-not-exposed', `The endpoint hides ${lacking.join(', ')} from this page`, {
    seen: `${displayUrl(endpoint.base)}: Access-Control-Expose-Headers: ${displayText(names.filter(Boolean).join(', ') || 'none')}`,
    change: `Access-Control-Expose-Headers: ${exposed.join(', ')}`,
    see: 'protocol',
  })
}

async function strangersPage(context: CheckContext, endpoint: Endpoint): Promise<Finding[]> {
  const result = await preflight(context, endpoint, stranger, 'POST', 'content-type,idempotency-key')
  if (!isAnswer(result)) return []
  const allowed = allowedOrigin(result)
  if (allowed !== '*' && allowed !== stranger) {
    return [
      fine('cors-strangers-refused', 'Pages of other websites cannot use the endpoint', { see: 'protocol' }),
    ]
  }
  const seen = `${displayUrl(endpoint.base)}: Access-Control-Allow-Origin: ${allowed} for ${stranger}`
  const change = 'List the origins of your own pages. Do not repeat the Origin header of the request.'
  const withCookies = allowed !== '*' && headerOf(result, 'access-control-allow-credentials') === 'true'
  return [
    withCookies
      ? problem('cors-strangers', 'Any website may start payments in the name of your signed-in shoppers', {
          seen,
          change,
          see: 'protocol',
        })
      : warning('cors-anybody', 'Any website may start payments at your endpoint', {
          seen,
          change,
          see: 'protocol',
        }),
  ]
}
