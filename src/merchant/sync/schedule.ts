// When the sweep asks the service about a session. Webhooks get lost, so open sessions are always checked. But all calls
// share one budget per API key, so where webhooks arrive the checks are less frequent.
import { kindOf } from '../kinds/kinds.ts'
import { isEnded } from '../session/outcomes.ts'
import type { SessionRow } from '../session/session-row.ts'

const minute = 60_000
const hour = 60 * minute
const minutes = (...all: number[]) => all.map((each) => each * minute)

const withoutWebhooks = minutes(0.5, 1, 2, 5, 10, 30, 60)
const withWebhooks = minutes(5, 10, 30, 60)
/** A few checks after FAILED and EXPIRED: the service can change its mind, and the webhook of that can be lost. */
const afterTheEnd = minutes(1, 10, 60)
/** A dispute lasts for weeks. */
const disputed = [hour, 6 * hour, 24 * hour]
/** Added to `expires_at`: the service needs a moment to report EXPIRED. */
const afterExpiryMs = 5_000

/** `areArriving` is false at start, and again after the sweep found a change that no webhook announced. */
export interface WebhookHealth {
  areArriving: boolean
}

/** The fields that decide about the next check. `checks` counts the checks since the session got its present state. */
type Scheduled = Pick<SessionRow, 'kind' | 'status' | 'outcome' | 'expires_at' | 'checks'>

/** The time of the next check; `null` when the session is not checked again. */
export function nextCheck(session: Scheduled, nowMs: number, { areArriving }: WebhookHealth): Date | null {
  const { kind, status, outcome, checks, expires_at } = session
  if (isEnded(outcome)) {
    const tailMs = afterTheEnd[checks]
    return tailMs === undefined ? null : new Date(nowMs + tailMs)
  }
  const { endHasNoWebhook, disputeStatus } = kindOf(kind)
  const expectsWebhooks = areArriving && !endHasNoWebhook
  const intervals = status === disputeStatus ? disputed : expectsWebhooks ? withWebhooks : withoutWebhooks
  const intervalMs = intervals[Math.min(checks, intervals.length - 1)] ?? hour
  const regular = nowMs + intervalMs
  const end = expires_at === null ? 0 : expires_at.getTime() + afterExpiryMs
  return new Date(end > nowMs ? Math.min(regular, end) : regular)
}
