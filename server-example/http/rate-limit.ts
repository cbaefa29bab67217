import type { Clock } from 'payin-checkout/server'
import { HttpProblem } from './problems.ts'

const windowMs = 60_000
const maxAddresses = 10_000

/**
 * Counts requests per address and minute. Generous: an office, a school and a mobile network share one address.
 * Behind a reverse proxy every shopper has the proxy's address; limit there instead and raise `perMinute` here.
 * @returns a check that throws a 429 problem
 */
export function createRateLimit(clock: Clock, perMinute: number): (address: string) => void {
  let windowEndsAt = 0
  const counts = new Map<string, number>()
  return (address) => {
    const now = clock.now()
    if (now >= windowEndsAt || counts.size > maxAddresses) {
      counts.clear()
      windowEndsAt = now + windowMs
    }
    const count = (counts.get(address) ?? 0) + 1
    counts.set(address, count)
    if (count <= perMinute) return
    const seconds = Math.max(1, Math.ceil((windowEndsAt - now) / 1000))
    throw new HttpProblem(429, 'Too many requests came from this address. Wait a moment.', {
      headers: { 'retry-after': String(seconds) },
    })
  }
}
