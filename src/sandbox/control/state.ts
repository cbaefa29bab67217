// What the commands of the control panel work on, and all of it as JSON.
import type { RateLimit } from '../api/rate-limit.ts'
import type { MovableClock } from '../clock.ts'
import type { Faults } from '../faults/faults.ts'
import type { Journal } from '../journal.ts'
import type { RequestLog } from '../request-log.ts'
import type { Service } from '../service/service.ts'
import type { Webhooks } from '../service/webhooks.ts'

export type ControlOptions = {
  clock: MovableClock
  service: Service
  webhooks: Webhooks
  faults: Faults
  log: RequestLog
  journal: Pick<Journal, 'add' | 'clear'>
  rateLimit: Pick<RateLimit, 'refill'>
}

/** The clock, as the state and the command that moves it show it. */
export function showClock(clock: MovableClock) {
  return { now: new Date(clock.now()).toISOString(), ahead_ms: clock.aheadMs }
}

/** The answer of `GET /sandbox/state`. */
export function showState({ clock, service, webhooks, faults, log }: ControlOptions) {
  const { payins, payouts, payers, bankTransfers, onRamps } = service
  return {
    clock: showClock(clock),
    ...faults.show(),
    payins: payins.list(),
    payouts: payouts.list(),
    payers: payers.list(),
    bank_transfers: bankTransfers.list(),
    on_ramps: onRamps.listWithIntents(),
    deliveries: webhooks.deliveries,
    requests: log.requests,
  }
}
