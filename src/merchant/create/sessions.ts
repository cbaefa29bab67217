// create/ creates sessions, so that no crash and no retry makes a second payment. The steps are claim → check earlier
// payments → freeze → send → know, each committed before the next begins. This file has their order; each step has a file
// of its own. Nothing here decides whether a session is complete: that is sync/apply.ts.
import type { Session } from '../../server/index.ts'
import { TryAgainLater } from '../errors/load-errors.ts'
import { OrderAlreadyPaid } from '../errors/order-errors.ts'
import { CannotTakePayments, NoHostedPage, RefusedByService } from '../errors/service-errors.ts'
import { kindOf } from '../kinds/kinds.ts'
import { sameLedger } from '../kinds/sql.ts'
import type { Log } from '../log.ts'
import {
  type CheckEarlierPayments,
  nothingChecked,
  paymentsToCheck,
} from '../one-payment/earlier-payments.ts'
import { canBePaid, payableAtLimit, refuseTooManyOpen } from '../one-payment/open-limit.ts'
import type { Ledger } from '../orders.ts'
import { isEnded } from '../session/outcomes.ts'
import {
  holdsOrder,
  isTimeOver,
  mayBeOpened,
  noteApiKey,
  readShown,
  rememberId,
  type SessionRow,
  type ShownRow,
  toPublic,
} from '../session/session-row.ts'
import { isUndelivered } from '../session/undelivered.ts'
import type { Queries } from '../store/db.ts'
import type { Refresh } from '../sync/refresh.ts'
import {
  type Claimed,
  type ClaimParts,
  type CreateRequest,
  claim,
  claimOverdue,
  hasSamePrice,
  unclaim,
} from './claim.ts'
import type { Deliver } from './deliver.ts'
import type { Delivered } from './sending.ts'

export interface SessionsParts extends ClaimParts {
  readonly checkEarlierPayments: CheckEarlierPayments
  readonly deliver: Deliver['deliver']
  readonly refresh: Refresh
  readonly log: Log
}

export type Sessions = ReturnType<typeof createSessions>

export interface Opened {
  readonly row: SessionRow
  /** The session as the page may see it. */
  readonly session: Session
}

/** Each round learns something new: a checked payment, an ended session, a lost row. More rounds mean too much traffic. */
const maxRounds = 6

export function createSessions(parts: SessionsParts) {
  return {
    /**
     * The session for a create request. The same key always gets the same session.
     * @throws {DomainError} of order-errors.ts when it cannot be paid, of service-errors.ts when shop or service are set up
     *   wrongly or the service refuses the choice, `TryAgainLater` after `maxRounds`
     * @throws {ServiceError} when the service was not reached, or refuses the shop
     */
    async open(request: CreateRequest): Promise<Opened> {
      const checked = nothingChecked()
      for (let round = 0; round < maxRounds; round++) {
        const claimed = await claim(parts, request, checked)
        if ('sessions' in claimed) {
          await parts.checkEarlierPayments(request, request.reference, claimed, checked)
          continue
        }
        logNewSession(parts, claimed)
        const { row, link, isAdopted } = await bringUpToDate(parts, claimed)
        if (!isAdopted && !isUnusable(claimed, row)) {
          if (claimed.how === 'overdue') await claimOverdue(parts, request, row.id)
          return openSession(parts, { row, link }, claimed)
        }
        if (claimed.how === 'overdue') continue
        // The payment was adopted from a lost row, so other rows of its order may be missing: the next round reads the
        // service's list.
        if (!isAdopted || !hasSamePrice(row, request)) await unclaim(parts.db, request.key)
      }
      throw new TryAgainLater()
    },

    /**
     * The session with a new address of its hosted page, for kinds whose addresses expire.
     * @throws {OrderAlreadyPaid} when the order was paid meanwhile
     * @throws {ServiceError}
     */
    async renewLink(row: SessionRow, id: string, ledger: Pick<Ledger, 'find'>): Promise<Session> {
      if (row.outcome !== 'open') return toPublic(await readShown(parts.db, row.id), id)
      await checkOtherPayments(parts, row, ledger)
      const now = await readShown(parts.db, row.id)
      if (kindOf(row.kind).sending === 'keyed' || !mayBeOpened(now))
        return toCurrentSession(parts, { row: now, link: now.redirect_url }, id)
      const renewed = await parts.deliver(row.id)
      checkPage(renewed)
      return toCurrentSession(parts, renewed, id)
    },

    /**
     * Checks all other payments of a session's order at the service, before an address of the session is given out again.
     * @throws {OrderAlreadyPaid}
     * @throws {TwoPaymentsOpen}
     * @throws {ServiceError}
     */
    checkOtherPayments: (row: SessionRow, ledger: Pick<Ledger, 'find'>) =>
      checkOtherPayments(parts, row, ledger),
  }
}

/** Logs a new session before anything is sent for it. */
function logNewSession({ log }: SessionsParts, { row, how }: Claimed): void {
  const { id: session, kind, order_id: order, attempt, outcome } = row
  if (how === 'new') log('session_created', { session, kind, order, attempt, outcome })
}

/**
 * The session was made for another key and turned out to have ended. It was never returned for this key, so the key may get
 * a new attempt.
 */
const isUnusable = ({ how }: Claimed, row: SessionRow): boolean =>
  (how === 'shared' || how === 'overdue') && isEnded(row.outcome) && !holdsOrder(row)

/** Brings a claimed session up to date: sends it if it was not sent, and fetches it if its time has run out. */
async function bringUpToDate(
  parts: SessionsParts,
  { row, how }: Claimed,
): Promise<Delivered & { readonly isAdopted: boolean }> {
  if (isUndelivered(row)) return parts.deliver(row.id, how === 'new' ? row : undefined)
  // Only the service can say that a payment has expired. Until it does, no second payment may be started.
  const now = isTimeOver(row, parts.now()) ? await parts.refresh(row.id, 'lookup') : row
  return { row: now, link: now.redirect_url, isAdopted: false }
}

/** Before another link of a session is made: checks whether anything else of its order is paid or authorized by now. */
async function checkOtherPayments(
  parts: SessionsParts,
  session: SessionRow,
  ledger: Pick<Ledger, 'find'>,
): Promise<void> {
  const checked = nothingChecked()
  const { entry, sessions, toCheck } = await parts.inOrderTransaction(session, async (tx) => {
    const entry = await ledger.find(tx, session.order_id)
    const sessions = await tx.query<SessionRow>(
      `select * from payin_checkout.sessions
       where order_id = $1 and ${sameLedger('kind', '$2')} and rejected_at is null`,
      [session.order_id, session.kind],
    )
    const isListNeeded = await parts.lostRows.mayBeMissing(tx, session.created_at)
    return { entry, sessions, toCheck: paymentsToCheck(sessions, session.id, checked, isListNeeded) }
  })
  if (entry !== null && entry.paidBy !== null) throw new OrderAlreadyPaid()
  const openPayments = canBePaid(session, parts.now())
    ? null
    : payableAtLimit(sessions, session.id, parts.now())
  if (openPayments) refuseTooManyOpen(openPayments, false, parts.now())
  if (toCheck) await parts.checkEarlierPayments(session, session.reference, toCheck, checked)
}

/** @throws {DomainError} when the session needs a hosted page and there is none */
function checkPage({ row, link }: Delivered): void {
  if (row.rejected_at)
    throw new RefusedByService(JSON.parse(row.rejected_pointers ?? '[]'), kindOf(row.kind).askedBy)
  if (row.outcome !== 'open' || link !== null) return
  const { sending, getsIdWhenPaid, pageNeedsCode } = kindOf(row.kind)
  if (sending === 'keyed' && row.service_id === null) throw new CannotTakePayments()
  // Somebody is paying: the session has its payment's id, or a webhook with a mismatch has announced the payment.
  const isBeingPaid = getsIdWhenPaid && (row.service_id !== null || row.doubt !== null)
  if (pageNeedsCode || isBeingPaid) return
  throw new NoHostedPage()
}

async function openSession(parts: SessionsParts, delivered: Delivered, { how }: Claimed): Promise<Opened> {
  checkPage(delivered)
  const id = parts.capabilities.idOf(delivered.row.seed)
  // Stored each time it is returned: cleaning may have deleted it.
  if (how !== 'new') await rememberId(parts.db, id, delivered.row.id, new Date(parts.now()))
  await noteApiKey(parts.db, delivered.row, parts.apiKeyHash)
  return { row: delivered.row, session: await toCurrentSession(parts, delivered, id) }
}

/** A session as it may be shown now. @throws {OrderAlreadyPaid} when another session paid the order */
export async function readUnpaid(queries: Queries, id: string): Promise<ShownRow> {
  const now = await readShown(queries, id)
  if (now.order_outcome === 'complete' && now.outcome !== 'complete') throw new OrderAlreadyPaid()
  return now
}

/** Reads the session once more: a check by any process may have found out meanwhile that the order is paid. */
async function toCurrentSession(
  parts: SessionsParts,
  { row, link }: Delivered,
  id: string,
): Promise<Session> {
  const now = await readUnpaid(parts.db, row.id)
  return toPublic(now, id, link)
}
