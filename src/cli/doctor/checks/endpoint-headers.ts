import type { Check } from '../check-context.ts'
import { displayText, displayUrl } from '../display.ts'
import { type LiveEndpoint, liveEndpoints } from '../endpoint/live.ts'
import { type Finding, fine, problem, warning } from '../finding.ts'
import { cachingOf, headerOf } from '../http/answer.ts'

const maxSkewS = 30

/** What the endpoint's headers say of caches and of the time, and what its connection speaks. */
export const endpointHeaders: Check = {
  area: 'Endpoint',
  async find(context) {
    const found: Finding[] = []
    for (const live of await liveEndpoints(context)) {
      found.push(caching(live), clock(live))
      found.push(...connection(live, await context.protocolOf(live.endpoint.base)))
    }
    return found
  },
}

function caching({ endpoint, read }: LiveEndpoint): Finding {
  const kept = cachingOf(read)
  const written = headerOf(read, 'cache-control')
  const seen = `${displayUrl(endpoint.base)}/sessions/…: ${written === null ? 'no Cache-Control' : `Cache-Control: ${displayText(written)}`}`
  const details = { seen, change: 'Cache-Control: no-store', see: 'protocol' } as const
  if (kept.has('no-store'))
    return fine('endpoint-not-stored', 'No cache keeps what the endpoint answers', { seen, see: 'protocol' })
  const isKept =
    kept.has('public') || Number(kept.get('max-age') ?? 0) > 0 || Number(kept.get('s-maxage') ?? 0) > 0
  const isFromCache = headerOf(read, 'age') !== null
  return isKept || isFromCache
    ? problem(
        'endpoint-cached',
        'Caches keep what the endpoint answers: a paid order would still be shown as open',
        details,
      )
    : warning('endpoint-not-no-store', 'Nothing forbids caches to keep what the endpoint answers', details)
}

function clock({ read }: LiveEndpoint): Finding {
  const date = headerOf(read, 'date')
  const input = date === null ? Number.NaN : Date.parse(date)
  if (Number.isNaN(input)) {
    return warning('clock-missing', 'The endpoint does not say what time it is, so no time left is shown', {
      seen: 'no Date',
      change: 'Date: …, which web servers send by themselves',
      see: 'protocol',
    })
  }
  const skewS = Math.round((input - read.at) / 1000)
  if (Math.abs(skewS) <= maxSkewS)
    return fine('clock-fine', 'The server’s clock is right', { see: 'protocol' })
  return warning(
    'clock-wrong',
    `The server’s clock is ${Math.abs(skewS)} seconds ${skewS > 0 ? 'ahead' : 'behind'}, or this machine’s is wrong`,
    {
      seen: `Date: ${displayText(date ?? '')}`,
      change: 'Let the server’s clock be set by NTP: shoppers see how long they have by it.',
      see: 'protocol',
    },
  )
}

/** Two reads of an origin are held at a time, which leaves room among the six connections of HTTP/1.1. */
function connection({ endpoint: { base } }: LiveEndpoint, protocol: string | null): Finding[] {
  if (protocol === null) return []
  return [
    protocol === 'h2'
      ? fine('connection-h2', 'The endpoint speaks HTTP/2', { seen: displayUrl(base), see: 'protocol' })
      : fine(
          'connection-h1',
          'The endpoint speaks HTTP/1.1: six connections of a browser, of which held reads take two',
          {
            seen: `${displayUrl(base)}: ${displayText(protocol)}`,
            see: 'protocol',
          },
        ),
  ]
}
