import { displayUrl } from '../display.ts'
import type { LiveEndpoint } from '../endpoint/probe.ts'
import { type Found, says } from '../finding.ts'
import { type Answer, cachingOf, headerLine, headerOf, mayBeKept } from '../http/answer.ts'

const maxSkewS = 30

const say = says('protocol', {
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
