// What happens when money has come (ship, pay out a balance, write an invoice) goes through an outbox: written in the
// transaction that says so, carried out afterwards, at least once. A transaction can be repeated, a parcel cannot.
import type { Clock, Money } from '../../server/index.ts'
import { logAlert, raise } from '../alerts.ts'
import { errorFields, type Log } from '../log.ts'
import type { Fulfil, PaidEvent, Payment } from '../orders.ts'
import { createFlights } from '../single-flight.ts'
import { createBatches } from '../store/batches.ts'
import type { Db, Transaction } from '../store/db.ts'

export interface OutboxParts {
  readonly db: Db
  readonly clock: Clock
  readonly fulfil: Fulfil
  readonly log: Log
}

interface OutboxRow {
  id: string
  kind: PaidEvent['kind']
  session: string
  subject: string
  amount_value: string
  amount_currency: string
  attempts: number
}

/** So long one telling may take: one that hangs must keep no other from being told. */
const limitMs = 30_000
/** So long other processes leave it alone; then they think that this one died, and tell it too. */
const leaseMs = 60_000
const maxWaitMs = 3_600_000
/** So many one process tells at the same time: one that is slow keeps no other waiting. */
const atOnce = 20
/** From then on a person should look; telling goes on. */
const worryAfter = 8

/** Puts an event into the outbox, in the transaction that makes it true. */
export async function enqueue(tx: Transaction, kind: PaidEvent['kind'], payment: Payment): Promise<void> {
  const { order, session, amount, at } = payment
  await tx.query(
    `insert into payin_checkout.outbox (id, kind, session, subject, amount_value, amount_currency, created_at, next_try_at)
     values ($1, $2, $3, $4, $5, $6, $7, $7) on conflict do nothing`,
    [`${kind}:${session}`, kind, session, order, amount.value, amount.currency, at],
  )
}

export type Outbox = ReturnType<typeof createOutbox>

export function createOutbox({ db, clock, fulfil, log }: OutboxParts) {
  const takings = createFlights<readonly Promise<void>[]>()
  const beingTold = new Set<Promise<void>>()
  const writeDone = createBatches(async (ids: readonly string[]) => {
    await db.query('update payin_checkout.outbox set done_at = $2 where id = any($1::text[])', [
      ids,
      new Date(clock.now()),
    ])
    return ids
  })

  async function tell(row: OutboxRow): Promise<void> {
    const { id, kind, session, subject, attempts } = row
    // So often it was tried, and nobody is left to say that it failed: it ends its process each time.
    if (attempts >= worryAfter) await worry(row)
    const beganAt = clock.now()
    const told = () => ({
      session,
      order: subject,
      kind,
      attempt: attempts + 1,
      ms: Math.max(0, clock.now() - beganAt),
    })
    try {
      await inTime(fulfil({ id, kind, subject, amount: amountOf(row) }))
    } catch (error) {
      log('fulfilment_failed', { ...told(), ...errorFields(error) })
      await later(row)
      if (attempts + 1 >= worryAfter) await worry(row)
      return
    }
    const done = told()
    await writeDone(id)
    log('fulfilled', done)
  }

  async function inTime(telling: Promise<void>): Promise<void> {
    const ended = new AbortController()
    const limit = clock.sleep(limitMs, ended.signal).then(() => {
      throw new Error(`fulfil has not ended within ${limitMs / 1_000} seconds. Hand slow work on to a queue.`)
    })
    await Promise.race([telling, limit]).finally(() => ended.abort())
  }

  async function worry({ kind, session, subject }: OutboxRow): Promise<void> {
    const at = new Date(clock.now())
    const isNew = await raise(db, 'not_fulfilled', { session }, `${kind} could not be carried out`, at)
    if (isNew) logAlert(log, 'not_fulfilled', { id: session, order_id: subject })
  }

  async function later({ id, attempts }: OutboxRow): Promise<void> {
    const waitMs = Math.min(maxWaitMs, 1_000 * 2 ** attempts)
    // Unless another process has taken it since.
    await db.query('update payin_checkout.outbox set next_try_at = $2 where id = $1 and attempts = $3', [
      id,
      new Date(clock.now() + waitMs),
      attempts + 1,
    ])
  }

  /** Takes events whose time has come. The lease keeps other processes away while they are being told. */
  const take = (most: number): Promise<OutboxRow[]> =>
    db.query<OutboxRow>(
      `with due as (
         select id from payin_checkout.outbox where done_at is null and next_try_at <= $1
         order by next_try_at limit $3 for update skip locked
       ) update payin_checkout.outbox o set next_try_at = $2, attempts = attempts + 1 from due where o.id = due.id
       returning o.id, kind, session, subject, amount_value, amount_currency, attempts - 1 as attempts`,
      [new Date(clock.now()), new Date(clock.now() + leaseMs), most],
    )

  function start(row: OutboxRow): Promise<void> {
    const telling = tell(row).finally(() => beingTold.delete(telling))
    beingTold.add(telling)
    // Whoever waits for it hears of a fault; where the next taking fails first, nobody does.
    telling.catch(() => undefined)
    return telling
  }

  /** Takes all that is due, as soon as there is room. @returns the tellings that it began */
  async function takeAll(stopped: () => boolean): Promise<readonly Promise<void>[]> {
    const begun: Promise<void>[] = []
    while (!stopped()) {
      const room = atOnce - beingTold.size
      if (room <= 0) {
        await Promise.race(beingTold).catch(() => undefined)
        continue
      }
      const rows = await take(room)
      begun.push(...rows.map(start))
      if (rows.length < room) break
    }
    return begun
  }

  return {
    /**
     * Tells everything that is due, some of it at the same time. Payments that complete together are taken together.
     * @param stopped ends it after what is being told
     */
    async dispatchDue(stopped: () => boolean = () => false): Promise<void> {
      const tellings = await takings.next('due', () => takeAll(stopped))
      // All of them, also where one has a fault, which is thrown then.
      await Promise.allSettled(tellings)
      await Promise.all(tellings)
    },
  }
}

const amountOf = ({ amount_value: value, amount_currency: currency }: OutboxRow): Money => ({
  value,
  currency,
})
