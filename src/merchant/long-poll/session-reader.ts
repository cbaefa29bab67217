// Reads sessions by public id, which every open tab does again and again. Recently read rows are cached in memory until they
// change, so that most reads need no query.
import type { Clock } from '../../server/index.ts'
import { endsWithin, isAhead } from '../deadline.ts'
import { createGate } from '../gate.ts'
import { findByPublicIds, type ShownRow } from '../session/session-row.ts'
import { createFlights } from '../single-flight.ts'
import { NoAnswer } from '../store/database-errors.ts'
import type { Db } from '../store/db.ts'
import { createBatchedReads } from './batched-reads.ts'
import { createEventLoopYield } from './event-loop-yield.ts'
import type { SessionNotifications } from './notifications.ts'

/** A notification can be lost, so a cached row expires after this time. */
const cacheMs = 2_000
const maxCached = 10_000
/** The timeout of one read, including its time in the queue. A read that first waits for another one can take twice that. */
const queryTimeoutMs = 4_500
/** The most sessions of held reads in one query: a few milliseconds of the database's work. */
const batchSize = 100
/**
 * Reads use only a few of the database's connections, so that a flood of reads leaves the others to payments. The queue is
 * long enough for a network whose tabs all come back after a restart.
 */
const gateSize = { atOnce: 4, waiting: 2_000, waitingByClient: 1_000 }

export type SessionReader = ReturnType<typeof createSessionReader>

export function createSessionReader(db: Db, notifications: SessionNotifications, clock: Clock) {
  const cache = new Map<string, { row: ShownRow; until: number }>()
  const idsOf = new Map<string, Set<string>>()
  let changes = 0
  notifications.onChange((session) => {
    changes++
    if (session === null) return forgetAll()
    for (const id of idsOf.get(session) ?? []) cache.delete(id)
    idsOf.delete(session)
  })

  function forgetAll(): void {
    cache.clear()
    idsOf.clear()
  }

  const flights = createFlights<ShownRow | null>()
  const gate = createGate(gateSize)
  const yieldToOthers = createEventLoopYield()

  /** Runs a read with a timeout. @param inQueue runs the read when it is its turn */
  async function queryInTime<T>(
    query: () => Promise<T>,
    inQueue: (query: () => Promise<T>) => Promise<T>,
  ): Promise<T> {
    let isLate = false
    const querying = inQueue(async () => {
      // The caller has stopped waiting: send no query.
      if (isLate) throw new NoAnswer(queryTimeoutMs)
      return query()
    })
    if (await endsWithin(clock, queryTimeoutMs, querying)) return querying
    isLate = true
    throw new NoAnswer(queryTimeoutMs)
  }

  async function queryRows(publicIds: readonly string[]): Promise<ReadonlyMap<string, ShownRow>> {
    const changesBefore = changes
    const rows = await findByPublicIds(db, publicIds)
    // A change that was announced during the query may be missing from its rows. Then they must not be cached.
    if (changes === changesBefore) for (const [publicId, row] of rows) cacheRow(publicId, row)
    return rows
  }

  /** The cached session, at most two seconds old, if there is one and it is enough. */
  function findCached(publicId: string, isEnough: (row: ShownRow) => boolean): ShownRow | null {
    const known = cache.get(publicId)
    return known && isAhead(known.until, clock.now(), cacheMs) && isEnough(known.row) ? known.row : null
  }

  function cacheRow(publicId: string, row: ShownRow): void {
    if (cache.size >= maxCached) forgetAll()
    cache.set(publicId, { row, until: clock.now() + cacheMs })
    idsOf.set(row.id, (idsOf.get(row.id) ?? new Set()).add(publicId))
  }

  // A change ends the held reads of every tab of a session at once, and a thousand sessions can change together.
  const readInBatch = createBatchedReads({
    query: (ids) =>
      queryInTime(
        () => queryRows(ids),
        (work) => gate.runAlways('held', work),
      ),
    clock,
    limitMs: queryTimeoutMs,
    size: batchSize,
  })

  return {
    /**
     * The session from the database, read by a query that begins after the call; `null` when there is none. Never refused: it
     * is for held reads, whose number is limited already.
     */
    async readUncached(publicId: string): Promise<ShownRow | null> {
      const row = await readInBatch(publicId)
      await yieldToOthers()
      return row
    },
    cached: findCached,
    /**
     * The session, at most two seconds old; `null` when there is none.
     * @param isEnough says whether a cached row is recent enough
     * @param clientOf returns the address that asks; queries of one address share a queue. Called before the first await,
     *   and only when a query is needed
     * @throws {TryAgainLater} when too many queries wait
     */
    async read(
      publicId: string,
      isEnough: (row: ShownRow) => boolean,
      clientOf: () => string = () => '',
    ): Promise<ShownRow | null> {
      const row = findCached(publicId, isEnough)
      if (row) return row
      const client = clientOf()
      const query = async () => (await queryRows([publicId])).get(publicId) ?? null
      return flights.next(publicId, () => queryInTime(query, (work) => gate.run(client, work)))
    },
  }
}
