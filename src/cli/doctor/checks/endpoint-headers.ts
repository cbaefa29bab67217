import type { Check } from '../check-context.ts'
import { displayText, displayUrl } from '../display.ts'
import { type LiveEndpoint, liveEndpoints } from '../endpoint/live.ts'
import { type Finding, fine, problem, warning } from '../finding.ts'
import { cachingOf, headerOf } from '../http/answer.ts'

const maxSkewS = 30

/** Checks the endpoint's caching headers, its clock, and its HTTP version. */
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
    return fine('endpoint-not-stored', 'No cache stores the answers of the endpoint', {
      seen,
      see: 'protocol',
    })
  const isKept =
    kept.has('public') || Number(kept.get('max-age') ?? 0) > 0 || Number(kept.get('s-maxage') ?? 0) > 0
  const isFromCache = headerOf(read, 'age') !== null
  return isKept || isFromCache
    ? problem(
        'endpoint-cached',
        'Caches store the answers of the endpoint, so a paid order would still be shown as open',
        details,
      )
    : warning(
        'endpoint-not-no-store',
        'Caches are not forbidden to store the answers of the endpoint',
        details,
      )
}

function clock({ read }: LiveEndpoint): Finding {
  const date = headerOf(read, 'date')
  const input = date === null ? Number.NaN : Date.parse(date)
  if (Number.isNaN(input)) {
    return warning(
      'clock-missing',
      'The endpoint sends no Date header, so shoppers cannot see how much time is left',
      {
        seen: 'no Date',
        change: 'Send a Date header. Most web servers do so by default.',
        see: 'protocol',
      },
    )
  }
  const skewS = Math.round((input - read.at) / 1000)
  if (Math.abs(skewS) <= maxSkewS)
    return fine('clock-fine', 'The server’s clock is right', { see: 'protocol' })
  return warning(
    'clock-wrong',
    `The server’s clock is ${Math.abs(skewS)} seconds ${skewS > 0 ? 'ahead' : 'behind'}, or this machine’s is wrong`,
    {
      seen: `Date: ${displayText(date ?? '')}`,
      change: 'Synchronize the server’s clock by NTP: the time that shoppers have left depends on it.',
      see: 'protocol',
    },
  )
}

/** HTTP/1.1 is fine: the widget holds at most two reads per origin, and a browser opens six connections. */
function connection({ endpoint: { base } }: LiveEndpoint, protocol: string | null): Finding[] {
  if (protocol === null) return []
  return [
    protocol === 'h2'
      ? fine('connection-h2', 'The endpoint uses HTTP/2', { seen: displayUrl(base), see: 'protocol' })
      : fine(
          'connection-h1',
          'The endpoint uses HTTP/1.1: a browser opens six connections, and held reads take two of them',
          {
            seen: `${displayUrl(base)}: ${displayText(protocol)}`,
            see: 'protocol',
          },
        ),
  ]
}
