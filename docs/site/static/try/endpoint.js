// Answers the merchant protocol in the page: calls below `try/endpoint` never leave it, all others are unchanged.
// The element calls `fetch`, as in a shop.
import { createSession, findSession, untilChanged } from './service.js'

const endpoint = new URL('endpoint/', import.meta.url).href
const hostedPage = new URL('payment-page.html', import.meta.url).href
const price = { value: '49.90', currency: 'EUR' }

/** Answers the endpoint's calls from now on. */
export function answerEndpoint() {
  const { fetch } = window
  window.fetch = (input, init) => {
    const address = new URL(input instanceof Request ? input.url : String(input), location.href).href
    if (!address.startsWith(endpoint)) return fetch(input, init)
    return answer(new URL(address).pathname.slice(new URL(endpoint).pathname.length), init ?? {})
  }
}

/**
 * @param {string} path below the endpoint
 * @param {RequestInit} init
 */
async function answer(path, init) {
  init.signal?.throwIfAborted()
  const [list, id, link] = path.split('/').map(decodeURIComponent)
  if (list === 'banks' && !id) return json(200, { content: banks, page: 1, page_size: 20, has_more: false })
  if (list !== 'sessions') return problem(404, 'There is no such address.')
  if (id) return link ? sessionOf(findSession(id)) : read(id, init)
  const { order } = JSON.parse(String(init.body))
  const made = createSession(new Headers(init.headers).get('idempotency-key') ?? '', order)
  return made === 'paid' ? problem(409, 'The order is already paid.') : sessionOf(made, 201)
}

/**
 * A read may be held until the session changes (RFC 7240).
 * @param {string} id
 * @param {RequestInit} init
 */
async function read(id, { headers, signal }) {
  const asked = new Headers(headers)
  const known = asked.get('if-none-match')
  const waitS = Number(/\bwait=(\d+)/.exec(asked.get('prefer') ?? '')?.[1] ?? 0)
  const until = Date.now() + waitS * 1_000
  while (known && tagOf(findSession(id)) === known && Date.now() < until) {
    await untilChanged(until - Date.now(), signal)
    signal?.throwIfAborted()
  }
  const held = waitS > 0 ? { 'preference-applied': `wait=${waitS}` } : {}
  const session = findSession(id)
  if (known && tagOf(session) === known)
    return new Response(null, { status: 304, headers: { etag: known, ...held } })
  return sessionOf(session, 200, held)
}

/** @param {import('./service.js').Kept | undefined} session */
const tagOf = (session) => (session ? `"${session.version}"` : null)

/**
 * @param {import('./service.js').Kept | undefined} session
 * @param {number} status
 * @param {Record<string, string>} headers
 */
function sessionOf(session, status = 200, headers = {}) {
  if (!session) return problem(404, 'There is no such session.')
  const { id, order, details, expiresAt } = session
  const answered = {
    id,
    kind: 'payin',
    status: session.status,
    status_details: details,
    amount: price,
    reference: order,
    redirect_url: `${hostedPage}?session=${id}`,
    expires_at: new Date(expiresAt).toISOString(),
  }
  return json(status, answered, { etag: tagOf(session) ?? '', ...headers })
}

/**
 * @param {number} status
 * @param {string} title
 */
const problem = (status, title) =>
  json(status, { type: 'about:blank', title, status }, { 'content-type': 'application/problem+json' })

/**
 * @param {number} status
 * @param {unknown} body
 * @param {Record<string, string>} headers
 */
const json = (status, body, headers = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })

const banks = ['Alder Bank', 'Birch Savings', 'Cedar Credit', 'Larch & Sons', 'Rowan Direct'].map(
  (name, at) => ({
    id: `bank-${at + 1}`,
    name,
  }),
)
