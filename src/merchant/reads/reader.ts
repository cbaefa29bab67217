// Reads of sessions by public id: the call that every open tab makes again and again. Recently read rows are kept in
// memory until they change, so that reading costs no query.
import type { Clock } from '../../server/index.ts'
import { endsWithin } from '../deadline.ts'
import { createGate } from '../gate.ts'
import { findByPublicIds, type ShownRow } from '../session/session-row.ts'
import { createFlights } from '../single-flight.ts'
import { NoAnswer } from '../store/database-errors.ts'
import type { Db } from '../store/db.ts'
import { createJointLooks } from './joint-looks.ts'
import { createSlices } from './slices.ts'
import type { Wakeups } from './wakeups.ts'

/** A notification can be lost; a kept row must not outlive that for longer than this. */
const keptMs = 2_000
const maxKept = 10_000
/** For one look at the database, with its time in line. Who waits for the look of another first waits for two. */
const lookMs = 4_500
/** Sessions of held reads that one query looks for: a few milliseconds of the database's work. */
const batchSize = 100
/**
 * Few of the database's connections, so that a flood of reads leaves the others to payments. A network whose tabs all
 * come back after a restart fits into the line.
 */
const gateSize = { atOnce: 4, waiting: 2_000, waitingByAsker: 1_000 }

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

  const flights = createFlights<ShownRow | null>()
  const gate = createGate(gateSize)
  const inTurn = createSlices()

  /** @param inLine runs a look when it is its turn */
  async function lookInTime<T>(
    look: () => Promise<T>,
    inLine: (look: () => Promise<T>) => Promise<T>,
  ): Promise<T> {
    let isLate = false
    const looking = inLine(async () => {
      // Nobody waits for it any more: when its turn comes, nothing is asked.
      if (isLate) throw new NoAnswer(lookMs)
      return look()
    })
    if (await endsWithin(clock, lookMs, looking)) return looking
    isLate = true
    throw new NoAnswer(lookMs)
  }

  async function lookAt(publicIds: readonly string[]): Promise<ReadonlyMap<string, ShownRow>> {
    const changesBefore = changes
    const rows = await findByPublicIds(db, publicIds)
    // A change that was announced while we read may be missing from what we read: then it must not be kept.
    if (changes === changesBefore) for (const [publicId, row] of rows) keep(publicId, row)
    return rows
  }

  /** The session as it was at most two seconds ago, where it is at hand and will do. */
  function findKept(publicId: string, isEnough: (row: ShownRow) => boolean): ShownRow | null {
    const known = kept.get(publicId)
    return known && known.until > clock.now() && isEnough(known.row) ? known.row : null
  }

  function keep(publicId: string, row: ShownRow): void {
    if (kept.size >= maxKept) forgetAll()
    kept.set(publicId, { row, until: clock.now() + keptMs })
    idsOf.set(row.id, (idsOf.get(row.id) ?? new Set()).add(publicId))
  }

  // News wake every tab of a session in the same moment, and some news are of a thousand sessions.
  const lookTogether = createJointLooks({
    ask: (ids) =>
      lookInTime(
        () => lookAt(ids),
        (work) => gate.runAlways('held', work),
      ),
    clock,
    limitMs: lookMs,
    size: batchSize,
  })

  return {
    /**
     * The session straight from the database, by a query that begins after the call; or `null`. Never refused: it is for
     * held reads, whose number has a limit.
     */
    async readNow(publicId: string): Promise<ShownRow | null> {
      const row = await lookTogether(publicId)
      await inTurn()
      return row
    },
    kept: findKept,
    /**
     * The session as it was at most two seconds ago, or `null`.
     * @param isEnough says whether a kept row will do
     * @param askerOf whose queries wait in one line: an address. Asked at once, and only when there is to be a query
     * @throws {TryAgainLater} when too many queries wait
     */
    async read(
      publicId: string,
      isEnough: (row: ShownRow) => boolean,
      askerOf: () => string = () => '',
    ): Promise<ShownRow | null> {
      const row = findKept(publicId, isEnough)
      if (row) return row
      const asker = askerOf()
      const look = async () => (await lookAt([publicId])).get(publicId) ?? null
      return flights.next(publicId, () => lookInTime(look, (work) => gate.run(asker, work)))
    },
  }
}
