// Which session does a press of "pay" belong to? Decided in one transaction of the order, before anything is sent.
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
import { amountOf, holdsOrder, type SessionRow } from '../session/session-row.ts'
import type { Db, Transaction } from '../store/db.ts'
import { type FreezeParts, freeze } from './freeze.ts'

export interface ClaimParts extends FreezeParts {
  readonly db: Db
  readonly inOrderTransaction: InOrderTransaction
  readonly lostRows: Pick<LostRowDetector, 'mayBeMissing' | 'rememberRow'>
}

/** What somebody wants to be paid, whoever asks: a shopper's press, or the back office. */
export interface CreateRequest {
  /** The Idempotency-Key of who asks: one per attempt, kept over retries. */
  readonly key: string
  readonly kind: Kind
  /** The order's id, or the payout's reference. */
  readonly order_id: string
  /** What the service knows it by. */
  readonly reference: string
  /** `null`: the shop does not say. */
  readonly placedAt: Date | null
  readonly amount: Money
  /** What was chosen before the hosted page. Another choice is another attempt. */
  readonly choice: object | null
  readonly ledger: Pick<Ledger, 'lock'>
  /** Makes the request of a new attempt. */
  readonly freeze: Freeze
}

export interface Claimed {
  readonly row: SessionRow
  /** `known`: this key has it already; `shared`: another press made it; `new`: made just now. */
  readonly how: 'known' | 'shared' | 'new'
}

/**
 * Finds or makes the session of a wish, or tells what has to be asked about first.
 * @throws {NoSuchOrder}
 * @throws {OrderAlreadyPaid}
 * @throws {KeyOfAnotherRequest}
 * @throws {PaymentOpenElsewhere} when another payout of the reference can still be taken
 * @throws {TwoPaymentsOpen}
 */
export async function claim(
  parts: ClaimParts,
  request: CreateRequest,
  asked: CheckedPayments,
): Promise<Claimed | PaymentsToCheck> {
  const decided = await parts.inOrderTransaction(request, (tx) => decide(tx, parts, request, asked))
  if ('row' in decided && decided.how === 'new') parts.lostRows.rememberRow(decided.row.id)
  return decided
}

async function decide(
  tx: Transaction,
  parts: ClaimParts,
  request: CreateRequest,
  asked: CheckedPayments,
): Promise<Claimed | PaymentsToCheck> {
  // The shop's own lock, too: its price and its state must not change under our hands.
  const state = await request.ledger.lock(tx, request.order_id)
  const known = await findClaim(tx, request)
  if (!known && state === 'unknown') throw new NoSuchOrder()
  const sessions = await sessionsOf(tx, request)
  const holder = holderOf(sessions)
  const isListNeeded = await isListNeededFor(tx, parts, request, sessions)
  // A second payment of a held order may be among what was lost: a person must hear of it. Nothing hangs on the answer.
  const isHeld = state === 'paid' || holder !== undefined
  if (isHeld && isListNeeded && !asked.listed) return { sessions: [], list: true, isOptional: true }
  if (state === 'paid' || holder?.outcome === 'complete') {
    if (known && holdsMoney(known.outcome)) return { row: known, how: 'known' }
    throw new OrderAlreadyPaid()
  }
  if (holder) return promised(tx, parts, request, holder, known)
  // Nothing is given out for one that has ended, so nothing has to be known.
  if (known && known.outcome !== 'open') return { row: known, how: 'known' }
  const live = sessions.filter(({ outcome }) => outcome === 'open')
  const shared = known ?? live.find((row) => isSame(row, request) && isOfThePrice(row, request))
  const questions = paymentsToCheck(sessions, shared?.id ?? null, asked, isListNeeded)
  if (questions) return questions
  if (kindOf(request.kind).isOneOpenAtATime && !shared && live.length > 0) throw new PaymentOpenElsewhere()
  const row = openOne(shared, live, request, parts.now()) ?? (await freeze(tx, parts, request))
  if (row.id === known?.id) return { row, how: 'known' }
  await remember(tx, parts, request, row)
  return { row, how: live.some(({ id }) => id === row.id) ? 'shared' : 'new' }
}

/** The open session of a wish; `undefined` where a new attempt may be made. @throws {TwoPaymentsOpen} */
function openOne(
  shared: SessionRow | undefined,
  live: readonly SessionRow[],
  request: CreateRequest,
  now: number,
): SessionRow | undefined {
  if (shared && canBePaid(shared, now)) return shared
  const payable = payableAtLimit(live, shared?.id ?? null, now)
  return payable === null ? shared : insteadOf(request, payable, now)
}

/** Rows may be missing after a loss. */
async function isListNeededFor(
  tx: Transaction,
  { lostRows }: ClaimParts,
  { kind, placedAt }: CreateRequest,
  sessions: readonly SessionRow[],
): Promise<boolean> {
  if (await lostRows.mayBeMissing(tx, placedAt)) return true
  return kindOf(kind).listsBeforeFirstAttempt && sessions.length === 0
}

/**
 * Where money is promised, that session is the answer whatever was chosen now, and whatever kind: nobody pays twice by
 * choosing again.
 */
async function promised(
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
  await remember(tx, parts, request, holder)
  return { row: holder, how: known?.id === holder.id ? 'known' : 'shared' }
}

/**
 * Where no other address may be given out: the session that may take a new attempt's place, if any. On a hosted page where
 * nothing was chosen before, everything can be chosen.
 * @throws {TwoPaymentsOpen} when there is none
 */
function insteadOf(request: CreateRequest, payable: readonly SessionRow[], now: number): SessionRow {
  const undecided = choiceHash(null)
  const isUndecided = (row: SessionRow) => row.kind === request.kind && row.choice_hash === undecided
  const any =
    kindOf(request.kind).takesChoice && payable.find((row) => isUndecided(row) && isOfThePrice(row, request))
  return any || refuseTooManyOpen(payable, request.choice !== null, now)
}

const isSame = (row: SessionRow, { kind, choice }: CreateRequest): boolean =>
  row.kind === kind && row.choice_hash === choiceHash(choice)

/** Another price now: the old session would charge the old one (payments-v2: the amount is immutable). */
export const isOfThePrice = (row: SessionRow, { amount }: Pick<CreateRequest, 'amount'>): boolean =>
  sameMoney(amountOf(row), amount)

const holderOf = (sessions: readonly SessionRow[]): SessionRow | undefined =>
  sessions.find(({ outcome }) => outcome === 'complete') ?? sessions.find(holdsOrder)

/** Every attempt of the order that the service did not refuse, the newest first. */
const sessionsOf = (tx: Transaction, { order_id, kind }: CreateRequest): Promise<SessionRow[]> =>
  tx.query<SessionRow>(
    `select * from payin_checkout.sessions
     where order_id = $1 and ${sameLedger('kind', '$2')} and rejected_at is null order by created_at desc, attempt desc`,
    [order_id, kind],
  )

async function findClaim(tx: Transaction, request: CreateRequest): Promise<SessionRow | undefined> {
  const [row] = await tx.query<SessionRow & { request_hash: string }>(
    'select s.*, c.request_hash from payin_checkout.session_claims c join payin_checkout.sessions s on s.id = c.session where c.key_hash = $1',
    [hashOf(request.key)],
  )
  if (row && row.request_hash !== requestHash(request)) throw new KeyOfAnotherRequest()
  return row
}

/** From now on this key leads to this session. */
async function remember(
  tx: Transaction,
  { now }: ClaimParts,
  request: CreateRequest,
  row: SessionRow,
): Promise<void> {
  const claims = await tx.query<{ request_hash: string }>(
    `insert into payin_checkout.session_claims (key_hash, session, order_id, request_hash, created_at)
     values ($1, $2, $3, $4, $5)
     on conflict (key_hash) do update set session = excluded.session
       where session_claims.request_hash = excluded.request_hash returning key_hash`,
    [hashOf(request.key), row.id, request.order_id, requestHash(request), new Date(now())],
  )
  // Taken by a press on another order in this very moment: the same key for two requests.
  if (claims.length === 0) throw new KeyOfAnotherRequest()
}

/** Frees a key whose session turned out to have ended before it was ever handed out under this key. */
export async function unclaim(db: Db, key: string): Promise<void> {
  await db.query('delete from payin_checkout.session_claims where key_hash = $1', [hashOf(key)])
}

const requestHash = ({ order_id, kind, choice }: CreateRequest) =>
  hashOf(JSON.stringify([order_id, kind, choice]))
