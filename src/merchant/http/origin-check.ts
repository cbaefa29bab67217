// CSRF protection: a page of another site must not start payments in a shopper's name. The JSON content type and the
// custom header already force a CORS preflight. This check also refuses requests that need no preflight.
import type { Settings } from '../settings/settings.ts'
import { HttpProblem } from './problems.ts'

type Origins = Pick<Settings, 'ownOrigins' | 'allowedOrigins'>

/** The origins whose pages may send a POST: our own and the allowed ones. They are compared exactly. */
export const trustedOrigins = ({ ownOrigins, allowedOrigins }: Origins): ReadonlySet<string> =>
  new Set([...ownOrigins, ...allowedOrigins])

const ofPayments =
  'Payments can be started from this shop’s own pages only. The shop can add this page’s origin to ALLOWED_ORIGINS.'

/**
 * Refuses a request from a page of an unknown origin. A request without `Sec-Fetch-Site` and `Origin` comes from no
 * browser but from curl or another server, so it has no shopper's cookies.
 * @param message what the refusal says
 * @throws {HttpProblem} 403
 */
export function checkOrigin(headers: Headers, trusted: ReadonlySet<string>, message = ofPayments): void {
  const site = headers.get('sec-fetch-site')
  if (site === 'same-origin' || site === 'none') return
  const origin = headers.get('origin')
  if (origin === null ? site === null : trusted.has(origin)) return
  throw new HttpProblem(403, message)
}
