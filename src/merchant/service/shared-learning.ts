// What one instance learned from a 429, known to all of them: a row is the truth, a notification says that it changed.
// Written only when the service refuses a call. Read at start, when told, and by the way of calls.
import { createBackground } from '../background.ts'
import type { Log } from '../log.ts'
import { createFlights, createTurns } from '../single-flight.ts'
import { type Db, queryOne } from '../store/db.ts'
import { initialRate, type LearnedRate, learn, newerOf, type Refusal } from './learned-rate.ts'

const changed = 'service_budget_changed'
/** Notifications get lost (FACTS 36); what is known is at most so old when a call is sent. */
const rereadMs = 5_000

interface Row {
  readonly event: number
  readonly paused_until: Date
  readonly guessed_ms: number
  readonly per_second: number
}

const columns = 'event, paused_until, guessed_ms, per_second'

/** Starts listening, and reads what is known already. No timers: who calls nothing has no need to know. */
export async function startSharedLearning(db: Db, now: () => number, log: Log) {
  const background = createBackground(log)
  const reads = createFlights<void>()
  const inTurn = createTurns()
  let known = initialRate
  let readAt = now()

  async function read(): Promise<void> {
    const [row] = await db.query<Row>(`select ${columns} from payin_checkout.service_budget`)
    if (row) known = newerOf(known, toLearned(row))
  }
  const readAgain = () => {
    readAt = now()
    background.run(() => reads.next('row', read))
  }

  // First the ear, then the eye: a change in between would be missed by both.
  const stopListening = await db.listen(changed, readAgain)
  await read()

  return {
    /** What is known now. A call is never held up by the database. */
    current(): LearnedRate {
      if (now() - readAt >= rereadMs) readAgain()
      return known
    },
    /** Counts at once here, and in a moment everywhere. @returns what is known then, `null` when that was known */
    take(refusal: Refusal): LearnedRate | null {
      const learned = learn(known, refusal)
      if (learned === known) return null
      known = learned
      background.run(() =>
        inTurn('row', async () => {
          const told = await write(db, refusal)
          // Compared with what is known by now: meanwhile there may have been another refusal.
          known = newerOf(known, told)
        }),
      )
      return learned
    },
    /** Stops listening, after what is under way. */
    async close(): Promise<void> {
      await stopListening()
      await background.idle()
    },
  }
}

/** Learns on top of what the others have learned meanwhile; says so only when it is news to them. */
function write(db: Db, refusal: Refusal): Promise<LearnedRate> {
  return db.transaction(async (tx) => {
    await tx.query(
      'insert into payin_checkout.service_budget (only_row) values (true) on conflict do nothing',
    )
    const row = await queryOne<Row>(tx, `select ${columns} from payin_checkout.service_budget for update`, [])
    const before = toLearned(row)
    const after = learn(before, refusal)
    if (after === before) return before
    await tx.query(
      'update payin_checkout.service_budget set event = $1, paused_until = $2, guessed_ms = $3, per_second = $4',
      [after.event, new Date(after.pausedUntil), after.guessedMs, after.perSecond],
    )
    tx.notify(changed, '')
    return after
  })
}

const toLearned = ({ event, paused_until, guessed_ms, per_second }: Row): LearnedRate => ({
  event,
  pausedUntil: paused_until.getTime(),
  guessedMs: guessed_ms,
  perSecond: per_second,
})
