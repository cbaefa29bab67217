// Claim: gives a create request its session. It happens in one transaction of the order, before anything is sent to the
// service. The rule is order/rules/asked.ts; this file carries its decision out.
import type { Kind } from '../../server/index.ts'
import {
  KeyOfAnotherRequest,
  NoSuchOrder,
  OrderAlreadyPaid,
  OrderWithdrawn,
  PaymentOpenElsewhere,
  PriceChanged,
} from '../errors/order-errors.ts'
import type { Freeze } from '../kinds/request.ts'
import type { LostRowDetector } from '../one-payment/lost-row-detector.ts'
import type { OrderCase } from '../order/case.ts'
import type { Loaded, OnOrder } from '../order/on-order.ts'
import { type Reply, replyWith, tooManyPages } from '../order/reply.ts'
import {
  type AskedDecision,
  type AskedFact,
  type AskedRefusal,
  type CheckedPayments,
  decideAsked,
  type PaymentsToCheck,
} from '../order/rules/asked.ts'
import type { Asked, Entry } from '../orders.ts'
import { hashOf } from '../session/capability.ts'
import { choiceHash } from '../session/choice-hash.ts'
import { isTimeOver, noteApiKey, rememberId, type SessionRow } from '../session/session-row.ts'
import { isUndelivered } from '../session/undelivered.ts'
import type { Db, Transaction } from '../store/db.ts'
import { together } from '../store/together.ts'
import { type FreezeParts, freeze } from './freeze.ts'

export interface ClaimParts extends FreezeParts {
  readonly db: Db
  readonly onOrder: OnOrder
  readonly lostRows: Pick<LostRowDetector, 'rememberRow'>
}

/** A request to pay an order (from a shopper) or to pay money out (from the back office). */
export interface CreateRequest {
  /** The caller's Idempotency-Key: one per attempt, the same in every retry. */
  readonly key: string
  readonly kind: Kind
  /** The order's id as it was asked for, or the payout's reference. */
  readonly order_id: string
  /** What the page asked; absent for a payout. */
  readonly asked?: Asked
  /** What was chosen before the hosted page, such as a payment method. Another choice is another attempt. */
  readonly choice: object | null
  /**
   * Makes the request of a new attempt for the service.
   * @throws {KindCannotPay} when this kind cannot pay the order's amount
   */
  readonly freezeFor: (entry: Entry) => Freeze
}

export interface Claimed {
  readonly row: SessionRow
  readonly how: 'new' | Extract<AskedDecision, { do: 'use' }>['how']
  /** The answer, if nothing has to be asked at the service before it. */
  readonly reply: Reply | null
}

/** Payments to read at the service before the request is decided again. */
export interface ToCheck {
  readonly order_id: string
  readonly reference: string
  readonly payments: PaymentsToCheck
}

/**
 * Finds or makes the session of a create request, or returns which payments have to be checked at the service first.
 * @throws {DomainError} of order-errors.ts
 */
export async function claim(
  parts: ClaimParts,
  request: CreateRequest,
  checked: CheckedPayments,
): Promise<Claimed | ToCheck> {
  const done = await parts.onOrder(request, async (loaded) => {
    const decision = decideAsked(loaded.order, factOf(request, loaded.id, checked), parts.now())
    return carryOut(parts, request, loaded, decision)
  })
  if ('row' in done && done.how === 'new') parts.lostRows.rememberRow(done.row.id)
  return done
}

async function carryOut(
  parts: ClaimParts,
  request: CreateRequest,
  { tx, order, id }: Loaded,
  decision: AskedDecision,
): Promise<Claimed | ToCheck> {
  if (decision.do === 'refuse') throw errorOf(decision.why, order, request, parts.now())
  if (decision.do === 'check')
    return { order_id: id, reference: order.entry?.reference ?? id, payments: decision.payments }
  if (decision.do === 'create') return insertAttempt(parts, request, { tx, order, id }, decision.attempt)
  const { row, how } = decision
  if (how === 'shared') await storeClaim(tx, parts, request, row)
  if (how === 'overdue' || isUndelivered(row) || isTimeOver(row, parts.now()))
    return { row, how, reply: null }
  await rememberAnswer(tx, parts, row)
  return { row, how, reply: replyWith(order, row, row.redirect_url, parts.now()) }
}

/** Stores what a session's answer needs. Each time, because cleaning may have deleted the id. */
export async function rememberAnswer(
  tx: Pick<Transaction, 'query'>,
  { capabilities, apiKeyHash, now }: ClaimParts,
  row: SessionRow,
): Promise<void> {
  await noteApiKey(tx, row, apiKeyHash)
  await rememberId(tx, capabilities.idOf(row.seed), row.id, new Date(now()))
}

/** Gives this key an `overdue` session that the service has not ended. @throws {KeyOfAnotherRequest} */
export function claimOverdue(parts: ClaimParts, request: CreateRequest, row: SessionRow): Promise<void> {
  return parts.onOrder(request, ({ tx }) => storeClaim(tx, parts, request, row))
}

async function insertAttempt(
  parts: ClaimParts,
  request: CreateRequest,
  { tx, order: { entry }, id }: Loaded,
  attempt: number,
): Promise<Claimed> {
  if (entry === null) throw new NoSuchOrder()
  const { kind, choice } = request
  const frozen = freeze(parts, { kind, choice, entry, request: request.freezeFor(entry) }, attempt)
  const [row] = await together(
    tx,
    () => frozen.insert(tx),
    () => storeClaim(tx, parts, request, { id: frozen.id, order_id: id }),
  )
  return { row, how: 'new', reply: null }
}

function errorOf(why: AskedRefusal, order: OrderCase, { choice }: CreateRequest, now: number): Error {
  switch (why) {
    case 'unknown':
      return new NoSuchOrder()
    case 'withdrawn':
      return new OrderWithdrawn()
    case 'paid':
      return new OrderAlreadyPaid()
    case 'price':
      return order.entry === null ? new OrderWithdrawn() : new PriceChanged(order.entry.amount)
    case 'key':
      return new KeyOfAnotherRequest()
    case 'open_elsewhere':
      return new PaymentOpenElsewhere()
    case 'pages':
      return tooManyPages(order, choice !== null, now)
  }
}

const factOf = (request: CreateRequest, order_id: string, checked: CheckedPayments): AskedFact => ({
  kind: request.kind,
  choiceHash: choiceHash(request.choice),
  noChoiceHash: choiceHash(null),
  requestHash: requestHash(request, order_id),
  checked,
})

/** Stores that this key gets this session. @throws {KeyOfAnotherRequest} */
async function storeClaim(
  tx: Transaction,
  { now }: ClaimParts,
  request: CreateRequest,
  { id: session, order_id }: Pick<SessionRow, 'id' | 'order_id'>,
): Promise<void> {
  const claims = await tx.query<{ request_hash: string }>(
    `insert into payin_checkout.session_claims (key_hash, session, order_id, request_hash, created_at)
     values ($1, $2, $3, $4, $5)
     on conflict (key_hash) do update set session = excluded.session
       where session_claims.request_hash = excluded.request_hash returning key_hash`,
    [hashOf(request.key), session, order_id, requestHash(request, order_id), new Date(now())],
  )
  // A request for another order has stored this key at the same moment: one key for two requests.
  if (claims.length === 0) throw new KeyOfAnotherRequest()
}

/** Frees a key whose session turned out to have ended before it was returned for this key. */
export async function unclaim(db: Db, key: string): Promise<void> {
  await db.query('delete from payin_checkout.session_claims where key_hash = $1', [hashOf(key)])
}

const requestHash = ({ kind, choice }: CreateRequest, order_id: string) =>
  hashOf(JSON.stringify([order_id, kind, choice]))
