// Reads of sessions by public id: the call that every open tab makes again and again. Recently read rows are kept in
// memory until they change, so that reading costs no query.
import type { Clock } from 'payin-checkout/server'
import { endsWithin } from '../deadline.ts'
import { createFlights } from '../single-flight.ts'
import { NoAnswer } from '../store/database-away.ts'
import type { Db } from '../store/db.ts'
import { findByPublicId, type ShownRow } from '../store/session-row.ts'
import type { Wakeups } from './wakeups.ts'

/** A notification can be lost; a kept row must not outlive that for longer than this. */
const keptMs = 2_000
const maxKept = 10_000
/** For one look at the database. Who waits for the look of another first waits for two, less than ten seconds together. */
const lookMs = 4_500

export type Reader = ReturnType<typeof createReader>

export function createReader(db: Db, wakeups: Wakeups, clock: Clock) {
  const kept = new Map<string, { row: ShownRow; until: number }>()
  const idsOf = new Map<string, Set<string>>()
  let changes = 0
  wakeups.onChange((session) => {
    changes++
    if (session === null) return forgetAll()
    for (const id of idsOf.get(session) ?? []) kept.delete(id)
    idsOf.delete(session)
  })

  function forgetAll(): void {
    kept.clear()
    idsOf.clear()
  }

  // News wake every tab of a session in the same moment: all who ask while one query is under way share the next one.
  const looks = createFlights<ShownRow | null>()
  const readNow = (publicId: string) => looks.next(publicId, () => look(publicId))

  async function look(publicId: string): Promise<ShownRow | null> {
    const changesBefore = changes
    const looking = findByPublicId(db, publicId)
    if (!(await endsWithin(clock, lookMs, looking))) throw new NoAnswer(lookMs)
    const row = await looking
    // A change that was announced while we read may be missing from what we read: then it must not be kept.
    if (row && changes === changesBefore) {
      if (kept.size >= maxKept) forgetAll()
      kept.set(publicId, { row, until: clock.now() + keptMs })
      idsOf.set(row.id, (idsOf.get(row.id) ?? new Set()).add(publicId))
    }
    return row
  }

  return {
    /** The session straight from the database, by a query that begins after the call; or `null`. */
    readNow,
    /** The session as it was at most two seconds ago, or `null`. @param isEnough says whether a kept row will do */
    async read(publicId: string, isEnough: (row: ShownRow) => boolean): Promise<ShownRow | null> {
      const known = kept.get(publicId)
      return known && known.until > clock.now() && isEnough(known.row) ? known.row : readNow(publicId)
    },
  }
}
