// A page of another site must not start payments in a shopper's name. The JSON content type and the custom header
// already force a preflight; this says no to it, and to whatever needs none.
import type { Settings } from '../settings/settings.ts'
import { HttpProblem } from './problems.ts'

type Origins = Pick<Settings, 'ownOrigins' | 'allowedOrigins'>

/** Every origin whose pages may post: our own and the allowed ones, compared whole. */
export const trustedOrigins = ({ ownOrigins, allowedOrigins }: Origins): ReadonlySet<string> =>
  new Set([...ownOrigins, ...allowedOrigins])

/**
 * Refuses a request that a page of an unknown origin has sent. A request without both headers comes from no browser
 * (curl, another server) and holds no shopper's cookies.
 * @throws {HttpProblem} 403
 */
export function checkOrigin(headers: Headers, trusted: ReadonlySet<string>): void {
  const site = headers.get('sec-fetch-site')
  if (site === 'same-origin' || site === 'none') return
  const origin = headers.get('origin')
  if (origin === null ? site === null : trusted.has(origin)) return
  throw new HttpProblem(
    403,
    'Payments can be started from this shop’s own pages only. The shop can add this page’s origin to ALLOWED_ORIGINS.',
  )
}
