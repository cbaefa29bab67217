// Notices that the database may have lost rows, because it was restored from a backup or a failover lost the last ones
// (order/rules/loss.ts). The service still has the payments of those rows, and shoppers may still have their hosted pages.
// While rows may be missing, an order from before the loss is looked up in the service's list before it is decided about
// (earlier-payments.ts), and recover.ts reads everything that the service lists.
import { alertPerson } from '../alerts.ts'
import type { Log } from '../log.ts'
import {
  canClose,
  type Gap,
  gapOf,
  type Installation,
  isStored,
  judgeLoss,
  mayMissRows,
  type Remembered,
  rememberAtStart,
  type SeenForOrder,
  suspectLoss,
} from '../order/rules/loss.ts'
import type { Entry } from '../orders.ts'
import { type Queries, queryOne } from '../store/db.ts'
import { findLineage } from './lineage.ts'

/** A running server writes a heartbeat at this interval. A loss is later than the last heartbeat in the database. */
const heartbeatEveryMs = 15_000

export interface LostRowsParts {
  readonly db: Queries
  readonly now: () => number
  readonly log: Log
}

/** SQL: whether an open alert says that the service has a payment under this subject that has no row here. */
const hasUnknownPayment = (subject: string) =>
  `exists (select 1 from payin_checkout.alerts where subject = ${subject} and kind = 'unknown_payment' and settled_at is null)`

export type LostRowDetector = Awaited<ReturnType<typeof startLostRowDetector>>

/** Makes the detector. Rows from before its start may be missing. */
export async function startLostRowDetector({ db, now, log }: LostRowsParts) {
  const lineage = await findLineage(db)
  let ownRow: string | null = null

  /** What is known now belongs to the answer: later answers may overtake it, and it must not be judged by theirs. */
  const read = async (queries: Queries, order: string | null = null): Promise<SeenForOrder> => {
    const { suspectedAt } = remembered
    const seen = await queryOne<Omit<SeenForOrder, 'suspectedAt'>>(
      queries,
      `select beat::text, beat_at, rows_kept_until, rows_lost_before, lineage, ${lineage} as "lineageNow",
         beat < $3::bigint as "isSetBack",
         $1::uuid is null or exists (select 1 from payin_checkout.sessions where id = $1::uuid) as "isOwnRowThere",
         ${hasUnknownPayment('$2')} as "hasUnknownPayment"
       from payin_checkout.installation`,
      [ownRow, order, String(remembered.beat)],
    )
    return { ...seen, suspectedAt }
  }

  let remembered: Remembered = { beat: 0n, suspectedAt: null, isCertain: false }
  const first = await read(db)
  remembered = rememberAtStart(first, now())
  await (first.beat_at
    ? check(db)
    : db.query(`update payin_checkout.installation set lineage = ${lineage}`, []))

  /** Compares what is there with what was seen, and stores a loss that the database does not know of. */
  async function check(queries: Queries): Promise<Gap | null> {
    return gapIn(queries, await read(queries))
  }

  async function gapIn(queries: Queries, seen: SeenForOrder): Promise<Gap | null> {
    remembered = judgeLoss(remembered, seen, now())
    if (!seen.isOwnRowThere) ownRow = null
    // It stays in memory until it is read: this transaction may be rolled back.
    const suspectedAt = remembered.suspectedAt ?? seen.suspectedAt
    return suspectedAt === null || isStored(seen, suspectedAt) ? gapOf(seen) : store(queries, suspectedAt)
  }

  async function store(queries: Queries, before: number): Promise<Gap | null> {
    const stored = await queryOne<Pick<Installation, 'rows_kept_until' | 'rows_lost_before'>>(
      queries,
      `update payin_checkout.installation set rows_lost_before = greatest(rows_lost_before, $1),
         rows_kept_until = coalesce(rows_kept_until, beat_at, 'epoch'), lineage = ${lineage}
       returning rows_kept_until, rows_lost_before`,
      [new Date(before)],
    )
    const gap = gapOf(stored)
    if (gap !== null && remembered.isCertain) await raiseAlert(queries, gap)
    return gap
  }

  async function raiseAlert(queries: Queries, { keptUntil }: Gap): Promise<void> {
    const detail = `the database was set back to a state of about ${keptUntil.toISOString()}`
    await alertPerson({ db: queries, log, now }, 'rows_lost', { session: null }, detail)
  }

  return {
    read,
    /** Remembers a row that this process has committed. If it is gone later, the database has lost rows. */
    rememberRow(row: string): void {
      ownRow = row
    },
    /** This process was cut off from the database. */
    suspect(): void {
      remembered = suspectLoss(remembered, now())
    },
    /** Writes the heartbeat of a running server, at most every 15 seconds over all instances. */
    async writeHeartbeat(): Promise<void> {
      const at = now()
      await check(db)
      const [written] = await db.query<Pick<Installation, 'beat'>>(
        `update payin_checkout.installation set beat = beat + 1, beat_at = $1 where beat_at is null or beat_at <= $2 or beat_at > $1
         returning beat::text`,
        [new Date(at), new Date(at - heartbeatEveryMs)],
      )
      if (written) remembered = { ...remembered, beat: BigInt(written.beat) }
    },
    /**
     * Reports a certain loss: the service has a payment of ours without a row. Stored at once for the other instances, which
     * could not notice the loss any more once that row is back.
     * @param tx the transaction that inserts the row again
     */
    async reportLoss(tx: Queries): Promise<void> {
      const gap = await check(tx)
      // A gap that is known does not grow: each payment that is found would put the reading of the lists off.
      if (gap !== null) return raiseAlert(tx, gap)
      remembered = suspectLoss(remembered, now(), true)
      await check(tx)
    },
    /**
     * Whether rows of this order may be missing. Called in the transaction that decides about the order. An order of which a
     * payment was reported as unknown may be put back later: then that payment is its own. The alert names the reference, which
     * is all that the service knows of the order.
     * @param seen what `read` has returned in this transaction, for the id `order`
     * @param entry the order as its ledger has it; `null`: there is none
     */
    async mayBeMissing(
      tx: Queries,
      order: string,
      seen: SeenForOrder,
      entry: Pick<Entry, 'placedAt' | 'reference'> | null,
    ): Promise<boolean> {
      const mayMiss = mayMissRows(await gapIn(tx, seen), entry?.placedAt ?? null, now())
      if (mayMiss || seen.hasUnknownPayment) return true
      if (entry === null || entry.reference === order) return false
      const { isUnknown } = await queryOne<{ isUnknown: boolean }>(
        tx,
        `select ${hasUnknownPayment('$1')} as "isUnknown"`,
        [entry.reference],
      )
      return isUnknown
    },
    /** The gap, if it can be closed by reading the service's lists now. */
    async gapToClose(): Promise<Gap | null> {
      const gap = await check(db)
      return gap !== null && canClose(gap, now()) ? gap : null
    },
    /**
     * Stores that the service's lists were read: nothing that they contain is missing.
     * @returns `false` when rows may have been lost again meanwhile
     */
    async close({ lostBefore }: Gap): Promise<boolean> {
      const closed = await db.query(
        'update payin_checkout.installation set rows_kept_until = null where rows_lost_before = $1 returning beat',
        [lostBefore],
      )
      return closed.length > 0
    },
  }
}
