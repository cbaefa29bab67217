// Shares the learned rate between instances. The row in the database is the truth; a notification says that it changed.
// The row is written only when the service refuses a call. It is read at start, on a notification, and from time to time
// while calls are sent.
import { createBackground } from '../background.ts'
import type { Log } from '../log.ts'
import { createFlights, createTurns } from '../single-flight.ts'
import { type Db, queryOne } from '../store/db.ts'
import {
  type LearnedLimit,
  learnFromRefusal,
  maxPauseMs,
  newerOf,
  noLearnedLimit,
  type Refusal,
} from './learned-rate.ts'

const changed = 'service_budget_changed'
/** Notifications get lost (docs/internals/server-facts.md#notify-is-a-wake-up-not-a-message), so the row is read again when our copy is older than this. */
const rereadMs = 5_000

interface Row {
  readonly event: number
  readonly paused_until: Date
  readonly guessed_ms: number
  readonly per_second: number
}

const columns = 'event, paused_until, guessed_ms, per_second'

/** Subscribes, and reads the row. There are no timers: an instance that sends no calls does not need the rate. */
export async function startSharedLearning(db: Db, now: () => number, log: Log) {
  const background = createBackground(log)
  const reads = createFlights<void>()
  const inTurn = createTurns()
  let known = noLearnedLimit
  let readAt = now()
  /** The latest event in the row, and when this instance saw it first. */
  let seen = { event: 0, at: readAt }

  /**
   * The clock of the instance that wrote the row may be ahead of ours. No pause is longer than `maxPauseMs`, so here it
   * ends by then.
   */
  function onOwnClock(stored: LearnedLimit): LearnedLimit {
    if (stored.event !== seen.event) seen = { event: stored.event, at: now() }
    return { ...stored, pausedUntil: Math.min(stored.pausedUntil, seen.at + maxPauseMs) }
  }

  async function read(): Promise<void> {
    const [row] = await db.query<Row>(`select ${columns} from payin_checkout.service_budget`)
    if (row) known = newerOf(known, onOwnClock(toLearned(row)))
  }
  const readAgain = () => {
    readAt = now()
    background.run(() => reads.next('row', read))
  }

  // Subscribe before reading, or a change in between is lost.
  const stopListening = await db.listen(changed, readAgain)
  await read()

  return {
    /** The rate as known now. Synchronous, so that no call waits for the database. */
    current(): LearnedLimit {
      if (now() - readAt >= rereadMs) readAgain()
      return known
    },
    /**
     * Learns from a refusal: at once in this instance, and soon in the others.
     * @returns the new rate; `null` when nothing changed
     */
    learnFrom(refusal: Refusal): LearnedLimit | null {
      const learned = learnFromRefusal(known, refusal)
      if (learned === known) return null
      known = learned
      background.run(() =>
        inTurn('row', async () => {
          const stored = await write(db, refusal)
          // `known` may have changed during the write, because of another refusal.
          known = newerOf(known, onOwnClock(stored))
        }),
      )
      return learned
    },
    /** Stops listening, and waits for reads and writes in progress. */
    async close(): Promise<void> {
      await stopListening()
      await background.idle()
    },
  }
}

/** Applies the refusal to the stored rate, which other instances may have changed. Notifies them only of a change. */
function write(db: Db, refusal: Refusal): Promise<LearnedLimit> {
  return db.transaction(async (tx) => {
    await tx.query(
      'insert into payin_checkout.service_budget (only_row) values (true) on conflict do nothing',
    )
    const row = await queryOne<Row>(tx, `select ${columns} from payin_checkout.service_budget for update`, [])
    const before = toLearned(row)
    const after = learnFromRefusal(before, refusal)
    if (after === before) return before
    await tx.query(
      'update payin_checkout.service_budget set event = $1, paused_until = $2, guessed_ms = $3, per_second = $4',
      [after.event, new Date(after.pausedUntil), after.guessedMs, after.perSecond],
    )
    tx.notify(changed, '')
    return after
  })
}

const toLearned = ({ event, paused_until, guessed_ms, per_second }: Row): LearnedLimit => ({
  event,
  pausedUntil: paused_until.getTime(),
  guessedMs: guessed_ms,
  perSecond: per_second,
})
