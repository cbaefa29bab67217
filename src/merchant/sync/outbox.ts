// The outbox: what has to happen once money has come (ship, pay out a balance, write an invoice). The event is written in
// the transaction that marks the order as paid, and dispatched to `fulfil` after the commit, at least once. Not inside the
// transaction: that can be rolled back and repeated, a parcel cannot.
import type { Clock, Money } from '../../server/index.ts'
import { alertPerson } from '../alerts.ts'
import { endsWithin } from '../deadline.ts'
import { createGate } from '../gate.ts'
import { errorFields, type Log } from '../log.ts'
import { leasedColumns, type OutboxRow, outboxLeaseMs } from '../order/enqueue.ts'
import type { WhyNotFulfil } from '../order/why-not-fulfil.ts'
import type { Fulfil } from '../orders.ts'
import { createFlights } from '../single-flight.ts'
import { createBatches } from '../store/batches.ts'
import type { Db } from '../store/db.ts'
import { isUnleased } from '../store/lease.ts'

export interface OutboxParts {
  readonly db: Db
  readonly clock: Clock
  readonly fulfil: Fulfil
  readonly whyNotFulfil: WhyNotFulfil
  readonly log: Log
}

/** The timeout of one call of `fulfil`: a call that hangs must not hold up the other events. */
const timeoutMs = 30_000
const maxWaitMs = 3_600_000
/**
 * How many events one process dispatches at the same time, of those that it leases; and as many of those that it has stored
 * itself. A slow one does not hold up the others.
 */
const maxConcurrent = 20
/** After this many attempts an alert asks a person to check. The attempts go on. */
const alertAfter = 8

export type Outbox = ReturnType<typeof createOutbox>

export function createOutbox({ db, clock, fulfil, whyNotFulfil, log }: OutboxParts) {
  // Nothing limits how many wait: each waits for half a minute at most.
  const ownEvents = createGate({ atOnce: maxConcurrent, waiting: 0, waitingByClient: 0 })
  const passes = createFlights<readonly Promise<void>[]>()
  /** Dispatches of leased events. */
  const inProgress = new Set<Promise<void>>()
  const writeDone = createBatches(async (ids: readonly string[]) => {
    await db.query(
      'update payin_checkout.outbox set done_at = $2, leased_until = null where id = any($1::text[])',
      [ids, new Date(clock.now())],
    )
    return ids
  })

  async function dispatch(row: OutboxRow): Promise<void> {
    const { id, kind, session, subject, attempts } = row
    let whyNot: string | null = null
    const startedAt = clock.now()
    const logFields = () => ({
      session,
      order: subject,
      kind,
      attempt: attempts + 1,
      ms: Math.max(0, clock.now() - startedAt),
    })
    try {
      // The first attempt follows the commit, which has seen the order.
      if (attempts > 0) whyNot = await whyNotFulfil(row)
      // Raised before the attempt, too: an event whose `fulfil` ends its process each time never reaches the catch below.
      if (attempts >= alertAfter) await raiseAlert(row, whyNot)
      if (whyNot !== null) throw new Error(`The paid order ${subject} is not fulfilled: ${whyNot}.`)
      const fulfilling = fulfil({ id, kind, subject, amount: amountOf(row) })
      if (!(await endsWithin(clock, timeoutMs, fulfilling)))
        throw new Error(
          `fulfil has not ended within ${timeoutMs / 1_000} seconds. Hand slow work on to a queue.`,
        )
    } catch (error) {
      log('fulfilment_failed', { ...logFields(), ...errorFields(error) })
      if ((await retryLater(row)) && attempts + 1 >= alertAfter) await raiseAlert(row, whyNot)
      return
    }
    const done = logFields()
    await writeDone(id)
    log('fulfilled', done)
  }

  function raiseAlert({ kind, session }: OutboxRow, whyNot: string | null): Promise<void> {
    const detail = `${kind} could not be carried out${whyNot === null ? '' : `: ${whyNot}`}`
    return alertPerson({ db, log, now: clock.now }, 'not_fulfilled', { session }, detail)
  }

  /** @returns `false` when another process has leased the event since, or a person has given the money back */
  async function retryLater({ id, attempts }: OutboxRow): Promise<boolean> {
    const waitMs = Math.min(maxWaitMs, 1_000 * 2 ** attempts)
    const left = await db.query(
      `update payin_checkout.outbox set next_try_at = $2, leased_until = null
       where id = $1 and attempts = $3 and done_at is null returning id`,
      [id, new Date(clock.now() + waitMs), attempts + 1],
    )
    return left.length > 0
  }

  /** Leases events that are due, so that no other process dispatches them meanwhile. */
  const lease = (most: number): Promise<OutboxRow[]> =>
    db.query<OutboxRow>(
      `with due as (
         select id from payin_checkout.outbox where done_at is null and next_try_at <= $1 and ${isUnleased('$1', outboxLeaseMs)}
         order by next_try_at limit $3 for update skip locked
       ) update payin_checkout.outbox o set leased_until = $2, attempts = attempts + 1 from due where o.id = due.id
       returning ${leasedColumns.replace('id', 'o.id')}`,
      [new Date(clock.now()), new Date(clock.now() + outboxLeaseMs), most],
    )

  function start(row: OutboxRow): Promise<void> {
    const dispatching = dispatch(row).finally(() => inProgress.delete(dispatching))
    inProgress.add(dispatching)
    // `dispatchDue` rejects with this fault. But if the next lease fails before that, nobody awaits this promise, and
    // without a handler its rejection would end the process.
    dispatching.catch(() => undefined)
    return dispatching
  }

  /** Leases all due events, as soon as there is room. @returns the dispatches that it started */
  async function leaseAll(stopped: () => boolean): Promise<readonly Promise<void>[]> {
    const started: Promise<void>[] = []
    while (!stopped()) {
      const room = maxConcurrent - inProgress.size
      if (room <= 0) {
        await Promise.race(inProgress).catch(() => undefined)
        continue
      }
      const rows = await lease(room)
      started.push(...rows.map(start))
      if (rows.length < room) break
    }
    return started
  }

  return {
    /**
     * Dispatches an event that this process has stored just now. When the process had no time for it until its lease is nearly
     * over, it is left to whoever leases it next.
     */
    dispatchStored: (row: OutboxRow): Promise<void> =>
      ownEvents.runAlways('', async () => {
        if (row.leased_until.getTime() - clock.now() > timeoutMs) await dispatch(row)
      }),
    /**
     * Dispatches every due event, several at the same time. Calls at the same time share one pass.
     * @param stopped when it returns true, no further event is leased
     */
    async dispatchDue(stopped: () => boolean = () => false): Promise<void> {
      const dispatches = await passes.next('due', () => leaseAll(stopped))
      // Wait for all of them before the first fault is thrown.
      await Promise.allSettled(dispatches)
      await Promise.all(dispatches)
    },
  }
}

const amountOf = ({ amount_value: value, amount_currency: currency }: OutboxRow): Money => ({
  value,
  currency,
})
