// A page of another site must not start payments in a shopper's name. The JSON content type and the custom header
// already force a preflight; this says no to it, and to whatever needs none.
import { isLoopback } from '../../server/index.ts'
import { type Config, sameMachine } from '../config.ts'
import { HttpProblem } from './problems.ts'

type Origins = Pick<Config, 'publicUrl' | 'allowedOrigins' | 'port'>

/** Every origin whose pages may post: our own and the allowed ones, compared whole. */
export function trustedOrigins({ publicUrl, allowedOrigins, port }: Origins): ReadonlySet<string> {
  const own = new URL(publicUrl)
  const origins = new Set([...sameMachine(own), ...allowedOrigins])
  // PUBLIC_URL may name a proxy on this machine; the server's own port is the same shop.
  if (isLoopback(own.hostname))
    for (const origin of sameMachine(new URL(`http://localhost:${port}`))) origins.add(origin)
  return origins
}

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
