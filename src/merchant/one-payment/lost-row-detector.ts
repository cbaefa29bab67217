// Finds out that the database has lost rows: it was restored from a backup, or a failover took the last of them. The
// service still has the payments of those rows, and shoppers may still have their addresses. From then on every order
// that is older is looked up at the service before an address of it is given out (earlier-payments.ts).
import type { Log } from '../log.ts'
import type { Queries } from '../store/db.ts'

/** A running server writes this often; a restarted one that finds nothing newer than the gap may sit on a backup. */
const beatEveryMs = 15_000
const gapMs = 90_000
/** How long an order counts that does not say when it was placed. */
const unknownAgeMs = 30 * 24 * 3_600_000

interface Mark {
  /** A text: it is a 64-bit number. */
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

/** Looks once at how old the database's last mark is, and makes what watches it from then on. */
export async function startLostRowDetector({ db, now, log }: LostRowsParts) {
  /** What this process has seen in the database, and would miss if it were gone. */
  let beat = 0n
  let ownRow: string | null = null
  /** Kept here as well: the transaction in which it is found out may be rolled back. */
  let lostBefore: Date | null = null

  function notice(how: string): void {
    lostBefore = new Date(now())
    ownRow = null
    log('rows_may_be_lost', { message: how })
  }

  /** Reads the mark, and brings it up to date where this process knows more. */
  async function check(queries: Queries): Promise<Date | null> {
    const [mark] = await queries.query<Mark & { isOwnRowThere: boolean }>(
      `select beat::text, beat_at, rows_lost_before,
         $1::uuid is null or exists (select 1 from payin_checkout.sessions where id = $1::uuid) as "isOwnRowThere" from payin_checkout.installation`,
      [ownRow],
    )
    if (!mark) return lostBefore
    const seen = BigInt(mark.beat)
    if (seen < beat || !mark.isOwnRowThere)
      notice('The database shows an older state than this server has seen.')
    beat = seen
    const known = mark.rows_lost_before
    if (lostBefore === null || (known !== null && known >= lostBefore)) lostBefore = known
    else await queries.query('update payin_checkout.installation set rows_lost_before = $1', [lostBefore])
    return lostBefore
  }

  const [first] = await db.query<Mark>(
    'select beat::text, beat_at, rows_lost_before from payin_checkout.installation',
  )
  beat = BigInt(first?.beat ?? 0)
  if (first?.beat_at && now() - first.beat_at.getTime() > gapMs) {
    notice('Nothing was written for a while: the server was down, or this database is a backup of then.')
    await check(db)
  }

  return {
    /** This process has written that row, and committed it: should it be gone, the database is another one. */
    rememberRow(row: string): void {
      ownRow = row
    },
    /** Writes the mark of a running server, at most every 15 seconds over all instances. */
    async writeHeartbeat(): Promise<void> {
      const at = now()
      await check(db)
      const [written] = await db.query<Pick<Mark, 'beat'>>(
        `update payin_checkout.installation set beat = beat + 1, beat_at = $1 where beat_at is null or beat_at <= $2
         returning beat::text`,
        [new Date(at), new Date(at - beatEveryMs)],
      )
      if (written) beat = BigInt(written.beat)
    },
    /**
     * Rows are missing for certain: the service knows a payment of ours that has no row. Written at once, for the other
     * instances: once that row is back, nothing else might tell them.
     * @param tx the transaction that brings the row back
     */
    async reportLoss(tx: Queries): Promise<void> {
      notice('The service knows a payment of ours of which there is no row.')
      await tx.query('update payin_checkout.installation set rows_lost_before = $1', [lostBefore])
    },
    /**
     * Tells whether rows of this order may be missing. CheckedPayments in the transaction that decides about an attempt.
     * @param placedAt when the order was placed; `null` where the shop does not say
     */
    async mayBeMissing(tx: Queries, placedAt: Date | null): Promise<boolean> {
      const before = await check(tx)
      if (before === null) return false
      // The order's time comes from another clock.
      if (placedAt) return placedAt.getTime() <= before.getTime() + 5 * 60_000
      return now() - before.getTime() < unknownAgeMs
    },
  }
}
