// The rules about lost rows: whether the database has been set back since it was last seen, and of which orders rows may be
// missing then. A process that starts, and one that was cut off from its database, cannot know what happened meanwhile.
import { maxReadLagMs } from './merge.ts'

/** For this long after a loss, an order without `placedAt` counts as older than the loss. */
const unknownAgeMs = 30 * 24 * 3_600_000
/** The order's time comes from another clock. */
const clockToleranceMs = 5 * 60_000

/** What the database says of itself. */
export interface Installation {
  /** A counter that increases while a server runs. As text, because it is a 64-bit number. */
  readonly beat: string
  readonly beat_at: Date | null
  readonly rows_kept_until: Date | null
  readonly rows_lost_before: Date | null
  /** Which copy of the database this is, as it was stored, and as it is now; `null` where the database does not say. */
  readonly lineage: string | null
  readonly lineageNow: string | null
  /** Whether the counter is below the one that this process knew when it asked. */
  readonly isSetBack: boolean
  /** Whether the row that this process has committed last is there. */
  readonly isOwnRowThere: boolean
}

/** The same, when it is read for an order. */
export interface SeenForOrder extends Installation {
  /** Whether an open alert says that the service has a payment of the order that has no row here. */
  readonly hasUnknownPayment: boolean
  /** What this process suspected when it asked; `null`: nothing. */
  readonly suspectedAt: number | null
}

/** What one process remembers of the database. */
export interface Remembered {
  readonly beat: bigint
  /** Rows from before this time (ms since 1970) may be missing, and the database does not say so; `null`: there is no such time. */
  readonly suspectedAt: number | null
  /** Whether rows are certainly missing. */
  readonly isCertain: boolean
}

/** The time in which lost rows were made. */
export interface Gap {
  readonly keptUntil: Date
  readonly lostBefore: Date
}

/** What a process knows when it starts. A database without a heartbeat never had a server, so it has lost nothing. */
export const rememberAtStart = ({ beat, beat_at }: Installation, now: number): Remembered => ({
  beat: BigInt(beat),
  suspectedAt: beat_at === null ? null : now,
  isCertain: false,
})

/** After this process was cut off from the database (another copy may answer now), or when the loss is certain. */
export const suspectLoss = (remembered: Remembered, now: number, isCertain = false): Remembered => ({
  ...remembered,
  suspectedAt: now,
  isCertain: isCertain || remembered.isCertain,
})

/** Compares what the database says with what is remembered. */
export function judgeLoss(remembered: Remembered, seen: Installation, now: number): Remembered {
  const beat = BigInt(seen.beat)
  const known = { ...remembered, beat: seen.isSetBack || beat > remembered.beat ? beat : remembered.beat }
  if (seen.isSetBack || !seen.isOwnRowThere) return suspectLoss(known, now, true)
  // A planned switch to another server changes the lineage as well, and loses nothing.
  if (seen.lineage !== null && seen.lineageNow !== null && seen.lineage !== seen.lineageNow)
    return suspectLoss(known, now)
  const { suspectedAt } = remembered
  const isKnownThere = suspectedAt !== null && isStored(seen, suspectedAt)
  return isKnownThere ? { ...known, suspectedAt: null, isCertain: false } : known
}

/** Whether the database knows of a suspected loss. */
export const isStored = (
  { rows_lost_before: stored }: Pick<Installation, 'rows_lost_before'>,
  suspectedAt: number,
): boolean => (stored?.getTime() ?? 0) >= suspectedAt

/** The gap that the database knows; `null`: nothing is missing. */
export const gapOf = ({
  rows_kept_until: keptUntil,
  rows_lost_before: lostBefore,
}: Pick<Installation, 'rows_kept_until' | 'rows_lost_before'>): Gap | null =>
  keptUntil && lostBefore ? { keptUntil, lostBefore } : null

/**
 * Whether rows of an order may be missing.
 * @param placedAt when the order was placed; `null` when the shop does not say
 */
export function mayMissRows(gap: Gap | null, placedAt: Date | null, now: number): boolean {
  if (gap === null) return false
  const before = gap.lostBefore.getTime()
  return placedAt ? placedAt.getTime() <= before + clockToleranceMs : now - before < unknownAgeMs
}

/** Whether the service's lists contain everything from before the end of the gap: reads may lag behind. */
export const canClose = ({ lostBefore }: Gap, now: number): boolean =>
  now >= lostBefore.getTime() + maxReadLagMs
