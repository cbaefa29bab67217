// When to ask the service about a session that no webhook told about. Webhooks get lost, so open sessions are always
// asked about; but each call is taken from one budget per API key, so where webhooks work they are given time.
import { kindOf } from '../kinds/kinds.ts'
import { isEnded } from '../session/outcomes.ts'
import type { SessionRow } from '../session/session-row.ts'

const minute = 60_000
const hour = 60 * minute
const minutes = (...all: number[]) => all.map((each) => each * minute)

const unheard = minutes(0.5, 1, 2, 5, 10, 30, 60)
const heard = minutes(5, 10, 30, 60)
/** A short tail after FAILED and EXPIRED: the service can change its mind, and the webhook of that can be lost. */
const afterTheEnd = minutes(1, 10, 60)
/** A dispute lasts for weeks. */
const disputed = [hour, 6 * hour, 24 * hour]
/** After the payin's own end: the service needs a moment to say EXPIRED. */
const afterExpiryMs = 5_000

/** Whether webhooks arrive at all. False at start and after a change that only the sweep found. */
export interface WebhookHealth {
  areArriving: boolean
}

/** What decides when a session is asked about next. `checks`: how often it was since its state began. */
type Scheduled = Pick<SessionRow, 'kind' | 'status' | 'outcome' | 'expires_at' | 'checks'>

/** The next time to ask about a session as it is now; `null`: not again. */
export function nextCheck(session: Scheduled, nowMs: number, { areArriving }: WebhookHealth): Date | null {
  const { kind, status, outcome, checks, expires_at } = session
  if (isEnded(outcome)) {
    const tailMs = afterTheEnd[checks]
    return tailMs === undefined ? null : new Date(nowMs + tailMs)
  }
  const { endHasNoWebhook, disputeStatus } = kindOf(kind)
  const isHeard = areArriving && !endHasNoWebhook
  const intervals = status === disputeStatus ? disputed : isHeard ? heard : unheard
  const intervalMs = intervals[Math.min(checks, intervals.length - 1)] ?? hour
  const regular = nowMs + intervalMs
  const end = expires_at === null ? 0 : expires_at.getTime() + afterExpiryMs
  return new Date(end > nowMs ? Math.min(regular, end) : regular)
}
