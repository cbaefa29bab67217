// Claim: gives a create request its session. It happens in one transaction of the order, before anything is sent to the
// service. The rule is order/rules/asked.ts; this file carries its decision out.
import type { Kind } from '../../server/index.ts'
import { TryAgainLater } from '../errors/load-errors.ts'
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
import { rememberId, storeClaim } from '../order/write/keys.ts'
import { insertAttempt, noteApiKey } from '../order/write/payments.ts'
import type { Asked, Entry } from '../orders.ts'
import { isAttemptOf, whoOf } from '../session/attempt-ids.ts'
import { hashOf } from '../session/capability.ts'
import { choiceHash } from '../session/choice-hash.ts'
import { isTimeOver, isUndelivered, lacksPage, type SessionRow } from '../session/session-row.ts'
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
    const decision = decideAsked(loaded.order, factOf(parts, request, loaded, checked), parts.now())
    return carryOut(parts, request, loaded, decision)
  })
  if ('row' in done && done.how === 'new') parts.lostRows.rememberRow(done.row.id)
  return done
}

async function carryOut(
  parts: ClaimParts,
  request: CreateRequest,
  loaded: Loaded,
  decision: AskedDecision,
): Promise<Claimed | ToCheck> {
  const { tx, order, id } = loaded
  if (decision.do === 'refuse') throw errorOf(decision.why, order, request, parts.now())
  if (decision.do === 'check')
    return { order_id: id, reference: order.entry?.reference ?? id, payments: decision.payments }
  if (decision.do === 'create') return createAttempt(parts, request, loaded, decision.attempt)
  const { row, how } = decision
  if (how === 'shared') await claimFor(tx, parts, request, row)
  if (how === 'overdue' || isUndelivered(row) || lacksPage(row) || isTimeOver(row, parts.now()))
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
  return parts.onOrder(request, ({ tx }) => claimFor(tx, parts, request, row))
}

async function createAttempt(
  parts: ClaimParts,
  request: CreateRequest,
  { tx, order: { entry } }: Loaded,
  attempt: number,
): Promise<Claimed> {
  if (entry === null) throw new NoSuchOrder()
  const frozen = freeze(parts, request, entry, attempt, request.freezeFor(entry))
  const [row] = await together(
    tx,
    () => insertAttempt(tx, frozen),
    () => claimFor(tx, parts, request, frozen),
  )
  if (!row) throw new TryAgainLater()
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

const factOf = (
  { installation }: ClaimParts,
  request: CreateRequest,
  { id, order: { entry } }: Loaded,
  checked: CheckedPayments,
): AskedFact => ({
  kind: request.kind,
  choiceHash: choiceHash(request.choice),
  noChoiceHash: choiceHash(null),
  requestHash: requestHash(request, id),
  isOfCustomer: (row) => entry !== null && isAttemptOf(installation, row, whoOf(entry)),
  checked,
})

/** @throws {KeyOfAnotherRequest} */
const claimFor = (
  tx: Transaction,
  { now }: ClaimParts,
  request: CreateRequest,
  row: Pick<SessionRow, 'id' | 'order_id'>,
) => storeClaim(tx, request.key, row, requestHash(request, row.order_id), new Date(now()))

const requestHash = ({ kind, choice }: CreateRequest, order_id: string) =>
  hashOf(JSON.stringify([order_id, kind, choice]))
