// When to ask the service about a session that nobody told us about. Webhooks get lost, so open sessions are always
// asked about; but each call is taken from one budget per API key, so where webhooks work they are given time.
import type { Kind } from 'payin-checkout/server'

const minute = 60_000
const unheard = [0.5, 1, 2, 5, 10, 30, 60].map((minutes) => minutes * minute)
const heard = [5, 10, 30, 60].map((minutes) => minutes * minute)
/** After the payin's own end: the service needs a moment to say EXPIRED. */
const afterExpiryMs = 5_000

/** Whether webhooks arrive at all. False at start and after a change that only the sweep found. */
export interface Hearing {
  webhooks: boolean
}

/**
 * Whether nobody tells of the end, however well webhooks work: an on-ramp's only one is the deposit's (legacy document).
 * That the crypto was sent is found by asking.
 */
export const endsInSilence = (kind: Kind): boolean => kind === 'on_ramp'

const silence: Hearing = { webhooks: false }

/** What to expect of webhooks for a session of this kind. */
export const hearingOf = (kind: Kind, hearing: Hearing): Hearing => (endsInSilence(kind) ? silence : hearing)

/** The next time to ask, after `checks` askings. */
export function nextCheckAt(nowMs: number, checks: number, expiresAt: Date | null, hearing: Hearing): Date {
  const intervals = hearing.webhooks ? heard : unheard
  const intervalMs = intervals[Math.min(checks, intervals.length - 1)] ?? 60 * minute
  const regular = nowMs + intervalMs
  const end = expiresAt === null ? 0 : expiresAt.getTime() + afterExpiryMs
  return new Date(end > nowMs ? Math.min(regular, end) : regular)
}
