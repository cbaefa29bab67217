// Detects that the database has lost rows, because it was restored from a backup or a failover lost the last ones. The
// service still has the payments of those rows, and shoppers may still have their hosted pages. After a loss, every order
// from before it is looked up in the service's list before one of its hosted pages is given out (earlier-payments.ts).
import type { Log } from '../log.ts'
import type { Queries } from '../store/db.ts'

/**
 * A running server writes a heartbeat at this interval. A server that starts and finds a last heartbeat older than `gapMs` may
 * be running on a restored backup.
 */
const heartbeatEveryMs = 15_000
const gapMs = 90_000
/** For this long after a loss, an order without `placedAt` counts as older than the loss. */
const unknownAgeMs = 30 * 24 * 3_600_000

interface Heartbeat {
  /** As text, because it is a 64-bit number. */
  readonly beat: string
  readonly beat_at: Date | null
  readonly rows_lost_before: Date | null
}

export interface LostRowsParts {
  readonly db: Queries
  readonly now: () => number
  readonly log: Log
}

export type LostRowDetector = Awaited<ReturnType<typeof startLostRowDetector>>

/** Checks the age of the last heartbeat once, and makes the detector that compares it from then on. */
export async function startLostRowDetector({ db, now, log }: LostRowsParts) {
  /** What this process has seen in the database. If it is gone, the database is an older copy. */
  let beat = 0n
  let ownRow: string | null = null
  /** Kept in memory as well, because the transaction that detects a loss may be rolled back. */
  let lostBefore: Date | null = null

  function noteLoss(how: string): void {
    lostBefore = new Date(now())
    ownRow = null
    log('rows_may_be_lost', { message: how })
  }

  /** Compares the heartbeat and this process's own row, and stores a loss that the database does not know of. */
  async function check(queries: Queries): Promise<Date | null> {
    const [heartbeat] = await queries.query<Heartbeat & { isOwnRowThere: boolean }>(
      `select beat::text, beat_at, rows_lost_before,
         $1::uuid is null or exists (select 1 from payin_checkout.sessions where id = $1::uuid) as "isOwnRowThere" from payin_checkout.installation`,
      [ownRow],
    )
    if (!heartbeat) return lostBefore
    const seen = BigInt(heartbeat.beat)
    if (seen < beat || !heartbeat.isOwnRowThere)
      noteLoss('The database shows an older state than this server has seen.')
    beat = seen
    const known = heartbeat.rows_lost_before
    if (lostBefore === null || (known !== null && known >= lostBefore)) lostBefore = known
    else await queries.query('update payin_checkout.installation set rows_lost_before = $1', [lostBefore])
    return lostBefore
  }

  const [first] = await db.query<Heartbeat>(
    'select beat::text, beat_at, rows_lost_before from payin_checkout.installation',
  )
  beat = BigInt(first?.beat ?? 0)
  if (first?.beat_at && now() - first.beat_at.getTime() > gapMs) {
    noteLoss('Nothing was written for a while: the server was down, or this database is a backup of then.')
    await check(db)
  }

  return {
    /** Remembers a row that this process has committed. If it is gone later, the database has lost rows. */
    rememberRow(row: string): void {
      ownRow = row
    },
    /** Writes the heartbeat of a running server, at most every 15 seconds over all instances. */
    async writeHeartbeat(): Promise<void> {
      const at = now()
      await check(db)
      const [written] = await db.query<Pick<Heartbeat, 'beat'>>(
        `update payin_checkout.installation set beat = beat + 1, beat_at = $1 where beat_at is null or beat_at <= $2 or beat_at > $1
         returning beat::text`,
        [new Date(at), new Date(at - heartbeatEveryMs)],
      )
      if (written) beat = BigInt(written.beat)
    },
    /**
     * Reports a certain loss: the service has a payment of ours without a row. Stored at once for the other instances, which
     * could not detect the loss any more once that row is back.
     * @param tx the transaction that inserts the row again
     */
    async reportLoss(tx: Queries): Promise<void> {
      noteLoss('The service knows a payment of ours of which there is no row.')
      await tx.query('update payin_checkout.installation set rows_lost_before = $1', [lostBefore])
    },
    /**
     * Whether rows of this order may be missing. Called in the transaction that decides about an attempt.
     * @param placedAt when the order was placed; `null` when the shop does not say
     */
    async mayBeMissing(tx: Queries, placedAt: Date | null): Promise<boolean> {
      const before = await check(tx)
      if (before === null) return false
      // Five minutes of tolerance: the order's time comes from another clock.
      if (placedAt) return placedAt.getTime() <= before.getTime() + 5 * 60_000
      return now() - before.getTime() < unknownAgeMs
    },
  }
}
