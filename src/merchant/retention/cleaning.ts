// retention/ cleans old rows: those that have been over for longer than KEEP_FOR, a few in each round of the sweep. What is
// cleaned and what stays is decided in sessions.ts and webhooks.ts; the reasons are in
// docs/internals/decisions/what-cleaning-leaves.md.
import type { Clock } from '../../server/index.ts'
import type { Log } from '../log.ts'
import { dayMs } from '../settings/keep-for.ts'
import type { Db } from '../store/db.ts'
import { createBatchSize } from './batch-size.ts'
import { cleanSessions } from './sessions.ts'
import { deleteOldWebhooks } from './webhooks.ts'

/** The most batches in one round. The first cleaning of a shop takes hours or days, and does not slow the shop down. */
const batchesPerRound = 5

export interface CleaningParts {
  readonly db: Db
  readonly clock: Clock
  /** In days; `null`: nothing is ever cleaned. */
  readonly keepFor: number | null
  readonly log: Log
}

export type Cleaning = ReturnType<typeof createCleaning>

export function createCleaning({ db, clock, keepFor, log }: CleaningParts) {
  const [sessions, webhooks] = [createBatchSize(clock), createBatchSize(clock)]
  const cleanSome = (before: Date) =>
    sessions.run((most) => cleanSessions(db, new Date(clock.now()), before, most))
  const deleteSome = (before: Date) => webhooks.run((most) => deleteOldWebhooks(db, before, most))
  const tables = [
    ['sessions', cleanSome],
    ['webhooks', deleteSome],
  ] as const

  /** @returns whether more is due */
  async function cleanTable(
    kind: string,
    clean: (typeof tables)[number][1],
    before: Date,
    stopped: () => boolean,
  ): Promise<boolean> {
    let total = 0
    let isMore = true
    for (let batch = 0; isMore && batch < batchesPerRound && !stopped(); batch++) {
      const cleaned = await clean(before)
      total += cleaned.count
      isMore = cleaned.isMore
    }
    if (total > 0) log('cleaned', { kind, count: total })
    return isMore
  }

  return {
    /**
     * Cleans some of what is due, in transactions of about a fifth of a second at most.
     * @param stopped when it returns true, no further batch begins
     * @returns whether more is due
     */
    async round(stopped: () => boolean = () => false): Promise<boolean> {
      if (keepFor === null) return false
      const before = new Date(clock.now() - keepFor * dayMs)
      let isMore = false
      for (const [kind, clean] of tables) if (await cleanTable(kind, clean, before, stopped)) isMore = true
      return isMore
    },
  }
}
