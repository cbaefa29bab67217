import { type LiveEndpoint, liveEndpoints } from '../endpoint/live.ts'
import { type Found, fine, problem, warning } from '../finding.ts'
import { cachingOf, headerOf } from '../http/answer.ts'
import { shown, shownUrl } from '../display.ts'
import type { Check } from '../check-context.ts'

const mostSkewS = 30

/** What the endpoint's headers say of caches and of the time, and what its connection speaks. */
export const endpointHeaders: Check = {
  area: 'Endpoint',
  async find(visit) {
    const found: Found[] = []
    for (const live of await liveEndpoints(visit)) {
      found.push(caching(live), clock(live))
      found.push(...connection(live, await visit.protocolOf(live.endpoint.base)))
    }
    return found
  },
}

function caching({ endpoint, read }: LiveEndpoint): Found {
  const kept = cachingOf(read)
  const written = headerOf(read, 'cache-control')
  const seen = `${shownUrl(endpoint.base)}/sessions/…: ${written === null ? 'no Cache-Control' : `Cache-Control: ${shown(written)}`}`
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

function clock({ read }: LiveEndpoint): Found {
  const date = headerOf(read, 'date')
  const told = date === null ? Number.NaN : Date.parse(date)
  if (Number.isNaN(told)) {
    return warning('clock-missing', 'The endpoint does not say what time it is, so no time left is shown', {
      seen: 'no Date',
      change: 'Date: …, which web servers send by themselves',
      see: 'protocol',
    })
  }
  const skewS = Math.round((told - read.at) / 1000)
  if (Math.abs(skewS) <= mostSkewS)
    return fine('clock-fine', 'The server’s clock is right', { see: 'protocol' })
  return warning(
    'clock-wrong',
    `The server’s clock is ${Math.abs(skewS)} seconds ${skewS > 0 ? 'ahead' : 'behind'}, or this machine’s is wrong`,
    {
      seen: `Date: ${shown(date ?? '')}`,
      change: 'Let the server’s clock be set by NTP: shoppers see how long they have by it.',
      see: 'protocol',
    },
  )
}

/** Two reads of an origin are held at a time, which leaves room among the six connections of HTTP/1.1. */
function connection({ endpoint: { base } }: LiveEndpoint, protocol: string | null): Found[] {
  if (protocol === null) return []
  return [
    protocol === 'h2'
      ? fine('connection-h2', 'The endpoint speaks HTTP/2', { seen: shownUrl(base), see: 'protocol' })
      : fine(
          'connection-h1',
          'The endpoint speaks HTTP/1.1: six connections of a browser, of which held reads take two',
          {
            seen: `${shownUrl(base)}: ${shown(protocol)}`,
            see: 'protocol',
          },
        ),
  ]
}
