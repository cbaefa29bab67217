// Brings back what the database has lost, without anybody coming back: reads everything that the service lists. A payment
// without a session is recognized, or an alert is raised for its money; a status that is known no more is applied again. The
// legacy interface has no list.
import { type Kind, ServiceError } from '../../server/index.ts'
import { signedKinds } from '../kinds/kinds.ts'
import { publicIdIn } from '../kinds/request.ts'
import type { FoundPayment, ServicePorts, UnreadablePayment } from '../kinds/service-port.ts'
import { errorFields, type Log } from '../log.ts'
import type { Gap } from '../order/rules/loss.ts'
import { isKnownEnd } from '../order/rules/merge.ts'
import { waitsForUnreadable } from '../order/unreadable.ts'
import { isAboutOnePayment } from '../service/error-meaning.ts'
import { isEnded } from '../session/outcomes.ts'
import { parseTime } from '../session/parse-time.ts'
import type { SessionRow } from '../session/session-row.ts'
import { databaseEvent } from '../store/database-errors.ts'
import type { Db } from '../store/db.ts'
import { isUnleased } from '../store/lease.ts'
import { findKnown, type Listed, type ReadOrdersList } from './earlier-payments.ts'
import type { LostRowDetector } from './lost-row-detector.ts'

export interface RecoverParts {
  readonly db: Db
  /** These calls let the calls of shoppers go first. */
  readonly portsInBackground: ServicePorts
  /** Writes a payment of the list into its session (sync/apply.ts). */
  readonly apply: (session: SessionRow, listed: Listed) => Promise<unknown>
  readonly readOrdersList: ReadOrdersList
  readonly lostRows: Pick<LostRowDetector, 'gapToClose' | 'close'>
  readonly log: Log
  readonly now: () => number
}

/**
 * One process reads the lists. Another one takes over when it has read no page for this time. On a platform that often starts
 * processes anew, and where each start may be after a loss, the lists are not read more often either.
 */
const leaseMs = 10 * 60_000
/** The same before it has read the first page: while the service cannot be reached, that costs little. */
const firstLeaseMs = 60_000
/** The times of the service come from another clock, or are in another time zone. */
const clockToleranceMs = 24 * 3_600_000

/** Makes the function that brings lost rows back. Called every few seconds; there is mostly nothing to do. */
export function createRecover(parts: RecoverParts) {
  const { db, portsInBackground, lostRows, log, now } = parts

  async function lease(): Promise<boolean> {
    const at = now()
    const taken = await db.query(
      `update payin_checkout.installation set leased_until = $2 where ${isUnleased('$1', leaseMs)} returning beat`,
      [new Date(at), new Date(at + firstLeaseMs)],
    )
    return taken.length > 0
  }
  const holdLease = (until: number) =>
    db.query('update payin_checkout.installation set leased_until = $1', [new Date(until)])

  /** @returns how many payments could not be stored; `null` when the server ends */
  async function readLists(gap: Gap, isEnding: () => boolean): Promise<number | null> {
    let failed = 0
    for (const { name: kind } of signedKinds) {
      let fetchStartedAt = now()
      for await (const { payments, unreadable } of portsInBackground[kind].listAll?.() ?? []) {
        const known = await findKnown(db, kind, payments)
        for (const found of payments)
          await recoverOne(parts, kind, found, known(found), gap, fetchStartedAt).catch((error) => {
            if (error instanceof ServiceError && !isAboutOnePayment(error)) throw error
            // It cannot be read, or a function of the shop fails for this order. The others are brought back all the same.
            log(databaseEvent(error) ?? 'sweep_failed', {
              service_id: found.fetched.id,
              kind,
              ...errorFields(error),
            })
            failed++
          })
        for (const each of unreadable) await alertUnreadable(parts, kind, each, gap)
        await holdLease(now() + leaseMs)
        if (isEnding()) return null
        fetchStartedAt = now()
      }
    }
    return failed
  }

  /** @throws {ServiceError} when a list cannot be read: when the lease has ended, a later round begins again */
  return async function recover(isEnding: () => boolean): Promise<void> {
    const gap = await lostRows.gapToClose()
    if (gap === null || !(await lease())) return
    const failed = await readLists(gap, isEnding)
    if (failed !== null) log('lists_read', { at: gap.keptUntil.toISOString(), count: failed })
    if (failed === null || (failed === 0 && (await lostRows.close(gap)))) await holdLease(now())
  }
}

async function recoverOne(
  { portsInBackground, apply, readOrdersList }: RecoverParts,
  kind: Kind,
  found: FoundPayment,
  row: SessionRow | undefined,
  gap: Gap,
  fetchStartedAt: number,
): Promise<void> {
  const { fetched, createdAt } = found
  if (row) {
    // Under a status that is no end, an ended session may have been promised money that a person has said never came.
    if (row.status === fetched.status && (!isEnded(row.outcome) || isKnownEnd(row, fetched))) return
    // What a list does not show of a payment is no difference to its session.
    const whole = fetched.amount === null ? await portsInBackground[kind].get(fetched.id) : fetched
    await apply(row, { fetched: whole, fetchStartedAt, source: 'lookup' })
    return
  }
  if (isOld(createdAt, gap)) return
  const isWhole = found.reference !== null && found.returnUrl !== null
  const { reference, returnUrl } =
    (isWhole ? found : await portsInBackground[kind].find?.(fetched.id)) ?? found
  if (reference === null || publicIdIn(returnUrl) === null) return
  await readOrdersList({ kind, order_id: reference }, kind, reference, fetchStartedAt, portsInBackground)
}

/** Its order, as far as it is shown, waits for a person until the alert is settled: also when the gap is closed. */
async function alertUnreadable(
  parts: RecoverParts,
  kind: Kind,
  unreadable: UnreadablePayment,
  gap: Gap,
): Promise<void> {
  if (isOld(unreadable.createdAt, gap)) return
  const { reference } = unreadable
  await waitsForUnreadable(parts, kind, reference, reference, [unreadable])
}

/** An older payment has lost no row. It may be another shop's. */
function isOld(createdAt: string | null, { keptUntil }: Gap): boolean {
  const madeAt = parseTime(createdAt)?.getTime()
  return madeAt !== undefined && madeAt < keptUntil.getTime() - clockToleranceMs
}
