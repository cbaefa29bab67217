// Claim: decides which session a create request gets. It happens in one transaction of the order, before anything is sent to
// the service.
import { type Kind, type Money, sameMoney } from '../../server/index.ts'
import {
  KeyOfAnotherRequest,
  NoSuchOrder,
  OrderAlreadyPaid,
  PaymentOpenElsewhere,
} from '../errors/order-errors.ts'
import { kindOf } from '../kinds/kinds.ts'
import type { Freeze } from '../kinds/request.ts'
import { sameLedger } from '../kinds/sql.ts'
import {
  type CheckedPayments,
  type PaymentsToCheck,
  paymentsToCheck,
} from '../one-payment/earlier-payments.ts'
import type { LostRowDetector } from '../one-payment/lost-row-detector.ts'
import { canBePaid, payableAtLimit, refuseTooManyOpen } from '../one-payment/open-limit.ts'
import type { InOrderTransaction } from '../one-payment/order-transaction.ts'
import type { Ledger } from '../orders.ts'
import { hashOf } from '../session/capability.ts'
import { choiceHash } from '../session/choice-hash.ts'
import { holdsMoney } from '../session/outcomes.ts'
import { amountOf, holdsOrder, isTimeOver, type SessionRow } from '../session/session-row.ts'
import { type Db, queryOne, type Transaction } from '../store/db.ts'
import { together } from '../store/together.ts'
import { type FreezeParts, freeze } from './freeze.ts'

export interface ClaimParts extends FreezeParts {
  readonly db: Db
  readonly inOrderTransaction: InOrderTransaction
  readonly lostRows: Pick<LostRowDetector, 'mayBeMissing' | 'rememberRow'>
}

/** A request to pay an order (from a shopper) or to pay money out (from the back office). */
export interface CreateRequest {
  /** The caller's Idempotency-Key: one per attempt, the same in every retry. */
  readonly key: string
  readonly kind: Kind
  /** The order's id, or the payout's reference. */
  readonly order_id: string
  /** The reference at the service. */
  readonly reference: string
  /** When the order was placed; `null` when the shop does not say. */
  readonly placedAt: Date | null
  readonly amount: Money
  /** What was chosen before the hosted page, such as a payment method. Another choice is another attempt. */
  readonly choice: object | null
  readonly ledger: Pick<Ledger, 'find'>
  /** Makes the request of a new attempt for the service. */
  readonly freeze: Freeze
}

export interface Claimed {
  readonly row: SessionRow
  /**
   * `known`: this key got the session before; `shared`: another key's request made it; `new`: made by this request.
   * `overdue`: another key's request made it, and its time is over. It is not claimed before the service was asked: another
   * request with this key could return it meanwhile, although it has ended and this one then makes a new session.
   */
  readonly how: 'known' | 'shared' | 'new' | 'overdue'
}

/**
 * Finds or makes the session of a create request, or returns which payments have to be checked at the service first.
 * @throws {NoSuchOrder}
 * @throws {OrderAlreadyPaid}
 * @throws {KeyOfAnotherRequest}
 * @throws {PaymentOpenElsewhere} when another payout of the reference can still be taken
 * @throws {TwoPaymentsOpen}
 */
export async function claim(
  parts: ClaimParts,
  request: CreateRequest,
  checked: CheckedPayments,
): Promise<Claimed | PaymentsToCheck> {
  const decided = await parts.inOrderTransaction(request, (tx) => decide(tx, parts, request, checked))
  if ('row' in decided && decided.how === 'new') parts.lostRows.rememberRow(decided.row.id)
  return decided
}

async function decide(
  tx: Transaction,
  parts: ClaimParts,
  request: CreateRequest,
  checked: CheckedPayments,
): Promise<Claimed | PaymentsToCheck> {
  const [entry, known, sessions, lastAttempt, mayMissRows] = await together(
    tx,
    // Take the shop's own lock as well: the order's price and state must not change during this transaction.
    () => request.ledger.find(tx, request.order_id),
    () => findClaim(tx, request),
    () => sessionsOf(tx, request),
    () => lastAttemptOf(tx, request),
    () => parts.lostRows.mayBeMissing(tx, request.placedAt),
  )
  if (!known && entry === null) throw new NoSuchOrder()
  const isPaid = entry !== null && entry.paidBy !== null
  const holder = holderOf(sessions)
  const { listsBeforeFirstAttempt } = kindOf(request.kind)
  // The service's list may have payments of which no row exists here.
  const isListNeeded = mayMissRows || (listsBeforeFirstAttempt && sessions.length === 0)
  // The order is paid or authorized, and rows were lost: another payment of it may be among them, and a person must be
  // alerted. The answer to this request does not depend on the list, so the check is optional.
  const isHeld = isPaid || holder !== undefined
  if (isHeld && isListNeeded && !checked.listed) return { sessions: [], list: true, isOptional: true }
  if (isPaid || holder?.outcome === 'complete') {
    if (known && holdsMoney(known.outcome)) return { row: known, how: 'known' }
    throw new OrderAlreadyPaid()
  }
  if (holder) return claimHeldOrder(tx, parts, request, holder, known)
  // No hosted page is given out for a session that has ended, so nothing has to be checked.
  if (known && known.outcome !== 'open') return { row: known, how: 'known' }
  const open = sessions.filter(({ outcome }) => outcome === 'open')
  const shared = known ?? open.find((row) => isSame(row, request) && hasSamePrice(row, request))
  const toCheck = paymentsToCheck(sessions, shared?.id ?? null, checked, isListNeeded)
  if (toCheck) return toCheck
  if (kindOf(request.kind).isOneOpenAtATime && !shared && open.length > 0) throw new PaymentOpenElsewhere()
  const row = openOne(shared, open, request, parts.now())
  if (row === undefined) return claimNewAttempt(tx, parts, request, lastAttempt + 1)
  if (row.id === known?.id) return { row, how: 'known' }
  if (isTimeOver(row, parts.now())) return { row, how: 'overdue' }
  await storeClaim(tx, parts, request, row.id)
  return { row, how: 'shared' }
}

/** Gives this key an `overdue` session that the service has not ended. @throws {KeyOfAnotherRequest} */
export function claimOverdue(parts: ClaimParts, request: CreateRequest, session: string): Promise<void> {
  return parts.inOrderTransaction(request, (tx) => storeClaim(tx, parts, request, session))
}

async function claimNewAttempt(
  tx: Transaction,
  parts: ClaimParts,
  request: CreateRequest,
  attempt: number,
): Promise<Claimed> {
  const { id, insert } = freeze(parts, request, attempt)
  const [row] = await together(
    tx,
    () => insert(tx),
    () => storeClaim(tx, parts, request, id),
  )
  return { row, how: 'new' }
}

/** The open session for a create request; `undefined` when a new attempt may be made. @throws {TwoPaymentsOpen} */
function openOne(
  shared: SessionRow | undefined,
  open: readonly SessionRow[],
  request: CreateRequest,
  now: number,
): SessionRow | undefined {
  if (shared && canBePaid(shared, now)) return shared
  const payable = payableAtLimit(open, shared?.id ?? null, now)
  return payable === null ? shared : useInstead(request, payable, now)
}

/**
 * The order has a session with authorized money: return that session, whatever method or kind is chosen now. So nobody pays
 * twice by choosing again.
 */
async function claimHeldOrder(
  tx: Transaction,
  parts: ClaimParts,
  request: CreateRequest,
  holder: SessionRow,
  known: SessionRow | undefined,
): Promise<Claimed> {
  const { yieldsWhenUnanswered, isOneOpenAtATime } = kindOf(request.kind)
  const isUnanswered = yieldsWhenUnanswered && known?.service_id === null && known.outcome === 'open'
  if (known && !isUnanswered) return { row: known, how: 'known' }
  if (isOneOpenAtATime && !isSame(holder, request)) throw new PaymentOpenElsewhere()
  await storeClaim(tx, parts, request, holder.id)
  return { row: holder, how: known?.id === holder.id ? 'known' : 'shared' }
}

/**
 * No further hosted page may be given out: returns the session that can be used instead of a new attempt. That is a session
 * without a choice, because its hosted page lets the shopper choose everything.
 * @throws {TwoPaymentsOpen} when there is none
 */
function useInstead(request: CreateRequest, payable: readonly SessionRow[], now: number): SessionRow {
  const undecided = choiceHash(null)
  const isUndecided = (row: SessionRow) => row.kind === request.kind && row.choice_hash === undecided
  const instead =
    kindOf(request.kind).takesChoice && payable.find((row) => isUndecided(row) && hasSamePrice(row, request))
  return instead || refuseTooManyOpen(payable, request.choice !== null, now)
}

const isSame = (row: SessionRow, { kind, choice }: CreateRequest): boolean =>
  row.kind === kind && row.choice_hash === choiceHash(choice)

/** Whether the session has today's price. An old session would charge the old one (payments-v2: the amount is immutable). */
export const hasSamePrice = (row: SessionRow, { amount }: Pick<CreateRequest, 'amount'>): boolean =>
  sameMoney(amountOf(row), amount)

const holderOf = (sessions: readonly SessionRow[]): SessionRow | undefined =>
  sessions.find(({ outcome }) => outcome === 'complete') ?? sessions.find(holdsOrder)

/** All attempts of the order that the service did not refuse, newest first. */
const sessionsOf = (tx: Transaction, { order_id, kind }: CreateRequest): Promise<SessionRow[]> =>
  tx.query<SessionRow>(
    `select * from payin_checkout.sessions
     where order_id = $1 and ${sameLedger('kind', '$2')} and rejected_at is null order by created_at desc, attempt desc`,
    [order_id, kind],
  )

/** The number of the order's newest attempt of this kind, also of one that the service refused; 0 when there is none. */
async function lastAttemptOf(tx: Transaction, { order_id, kind }: CreateRequest): Promise<number> {
  const { last } = await queryOne<{ last: number }>(
    tx,
    'select coalesce(max(attempt), 0)::int as last from payin_checkout.sessions where order_id = $1 and kind = $2',
    [order_id, kind],
  )
  return last
}

async function findClaim(tx: Transaction, request: CreateRequest): Promise<SessionRow | undefined> {
  const [row] = await tx.query<SessionRow & { request_hash: string }>(
    'select s.*, c.request_hash from payin_checkout.session_claims c join payin_checkout.sessions s on s.id = c.session where c.key_hash = $1',
    [hashOf(request.key)],
  )
  if (row && row.request_hash !== requestHash(request)) throw new KeyOfAnotherRequest()
  return row
}

/** Stores that this key gets this session. @throws {KeyOfAnotherRequest} */
async function storeClaim(
  tx: Transaction,
  { now }: ClaimParts,
  request: CreateRequest,
  session: string,
): Promise<void> {
  const claims = await tx.query<{ request_hash: string }>(
    `insert into payin_checkout.session_claims (key_hash, session, order_id, request_hash, created_at)
     values ($1, $2, $3, $4, $5)
     on conflict (key_hash) do update set session = excluded.session
       where session_claims.request_hash = excluded.request_hash returning key_hash`,
    [hashOf(request.key), session, request.order_id, requestHash(request), new Date(now())],
  )
  // A request for another order has stored this key at the same moment: one key for two requests.
  if (claims.length === 0) throw new KeyOfAnotherRequest()
}

/** Frees a key whose session turned out to have ended before it was returned for this key. */
export async function unclaim(db: Db, key: string): Promise<void> {
  await db.query('delete from payin_checkout.session_claims where key_hash = $1', [hashOf(key)])
}

const requestHash = ({ order_id, kind, choice }: CreateRequest) =>
  hashOf(JSON.stringify([order_id, kind, choice]))
