// Which session does this press of "pay" belong to? Decided in one transaction, before anything is sent.
import { type Kind, type Money, sameMoney } from 'payin-checkout/server'
import { HttpProblem, unprocessable } from '../http/problems.ts'
import type { Freeze } from '../kinds/kind.ts'
import type { Ledger } from '../orders.ts'
import { type Db, queryOne, type Transaction } from '../store/db.ts'
import { amountOf, rememberId, type SessionRow } from '../store/session-row.ts'
import { type Capabilities, createRowId, createSeed, hashOf, serviceKeyOf } from './capability.ts'

export interface ClaimParts {
  readonly db: Db
  readonly capabilities: Capabilities
  readonly installation: string
  readonly now: () => number
}

/** What somebody wants to be paid, whoever asks: a shopper's press, or the back office. */
export interface Wish {
  /** The Idempotency-Key of who asks: one per attempt, kept over retries. */
  readonly key: string
  readonly kind: Kind
  /** The order's id, or the payout's reference. */
  readonly subject: string
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
 * Finds or makes the session of a wish.
 * @throws {HttpProblem} 409 when it is paid, 422 when the key belongs to another request
 */
export function claim(parts: ClaimParts, wish: Wish): Promise<Claimed> {
  const keyHash = hashOf(wish.key)
  const requestHash = hashOf(JSON.stringify([wish.subject, wish.kind, wish.choice]))
  return parts.db.transaction(async (tx) => {
    // First the lock: two tabs of one order take turns from here on, so the second finds what the first made.
    const state = await wish.ledger.lock(tx, wish.subject)
    const known = await findClaim(tx, keyHash)
    if (known) {
      if (known.request_hash !== requestHash) throw keyOfAnotherRequest()
      // Paid by another attempt meanwhile: this one's link would let the shopper pay a second time.
      if (state === 'paid' && known.outcome === 'open') throw paidAlready()
      const promised = await findPromised(tx, wish, known)
      if (!promised) return { row: known, how: 'known' }
      await tx.query('update session_claims set session = $2 where key_hash = $1', [keyHash, promised.id])
      return { row: promised, how: 'shared' }
    }
    if (state === 'unknown') throw unknownOrder()
    if (state === 'paid') throw paidAlready()
    const shared = await findLive(tx, wish)
    const row = shared ?? (await freeze(tx, parts, wish))
    const claims = await tx.query(
      `insert into session_claims (key_hash, session, order_id, request_hash, created_at)
       values ($1, $2, $3, $4, $5) on conflict do nothing returning key_hash`,
      [keyHash, row.id, wish.subject, requestHash, new Date(parts.now())],
    )
    // Taken by a press on another order in this very moment: the same key for two requests.
    if (claims.length === 0) throw keyOfAnotherRequest()
    return { row, how: shared ? 'shared' : 'new' }
  })
}

/** Frees a key whose session turned out to have ended before it was ever handed out under this key. */
export async function unclaim(db: Db, key: string): Promise<void> {
  await db.query('delete from session_claims where key_hash = $1', [hashOf(key)])
}

export const unknownOrder = () => unprocessable({ pointer: '/order', detail: 'There is no such order.' })

export const paidAlready = () => new HttpProblem(409, 'This order is paid already.')

const openAlready = () =>
  new HttpProblem(
    409,
    'A payout with this reference is open, for another recipient. Wait until it has ended.',
  )

const keyOfAnotherRequest = () =>
  new HttpProblem(422, 'This Idempotency-Key was used for another request. Make a new one for each attempt.')

type ClaimRow = SessionRow & { request_hash: string }

async function findClaim(tx: Transaction, keyHash: string): Promise<ClaimRow | undefined> {
  const [row] = await tx.query<ClaimRow>(
    'select s.*, c.request_hash from session_claims c join sessions s on s.id = c.session where c.key_hash = $1',
    [keyHash],
  )
  return row
}

/**
 * The session that this wish may share. One order, two tabs: one payin. A session that nobody could send yet counts
 * too: it is continued with its own bytes, since an unanswered sending may have made its payin.
 * Where money is promised, that session is the answer whatever was chosen now, and whatever kind: nobody pays twice by
 * choosing again. A payout may have the reference of the order that it refunds; the two never meet.
 */
async function findLive(tx: Transaction, wish: Wish): Promise<SessionRow | undefined> {
  const live = await tx.query<SessionRow>(
    `select * from sessions
     where order_id = $1 and (kind = 'payout') = ($2 = 'payout') and rejected_at is null
       and outcome in ('open', 'authorized')
     order by attempt desc`,
    [wish.subject, wish.kind],
  )
  const choice = choiceHash(wish.choice)
  const isSame = (row: SessionRow) => row.kind === wish.kind && row.choice_hash === choice
  const other = live.find((row) => !isSame(row))
  // A shopper may choose again and pays once. A payout's recipient could claim both.
  if (wish.kind === 'payout' && other) throw openAlready()
  return (
    live.find((row) => row.outcome === 'authorized') ??
    // Another price now: the old session would charge the old one (payments-v2: the amount is immutable).
    live.find((row) => isSame(row) && sameMoney(amountOf(row), wish.amount))
  )
}

/**
 * The session in which the money is promised, for a key whose own attempt never became a payin that we know of. Such a
 * key was never given a session, and sending its attempt now would open a second payin.
 */
async function findPromised(tx: Transaction, wish: Wish, known: ClaimRow): Promise<SessionRow | undefined> {
  const isUnanswered = known.kind === 'payin' && known.service_id === null && known.outcome === 'open'
  const live = isUnanswered && !known.rejected_at ? await findLive(tx, wish) : undefined
  return live?.outcome === 'authorized' ? live : undefined
}

/**
 * Makes the next attempt: a row with the key and the exact bytes that will be sent. Frozen before the first sending,
 * because after a crash only the same key with the same bytes leads to the same payin.
 */
async function freeze(
  tx: Transaction,
  { capabilities, installation, now }: ClaimParts,
  { subject, kind, choice, amount, freeze }: Wish,
): Promise<SessionRow> {
  const { attempt } = await queryOne<{ attempt: number }>(
    tx,
    'select coalesce(max(attempt), 0)::int + 1 as attempt from sessions where order_id = $1 and kind = $2',
    [subject, kind],
  )
  const id = createRowId()
  const seed = createSeed()
  const publicId = capabilities.idOf(seed)
  const serviceKey = serviceKeyOf(installation, subject, kind, attempt)
  const webhookToken = capabilities.webhookTokenOf(seed)
  const frozen = freeze({ row: id, serviceKey, publicId, webhookToken })
  const at = new Date(now())
  const row = await queryOne<SessionRow>(
    tx,
    `insert into sessions (id, seed, kind, order_id, attempt, choice_hash, amount_value, amount_currency, service_key,
       request_body, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11) returning *`,
    [
      id,
      seed,
      kind,
      subject,
      attempt,
      choiceHash(choice),
      amount.value,
      amount.currency,
      frozen.idempotencyKey,
      frozen.body,
      at,
    ],
  )
  // At once and not when it is handed out: a webhook or the returning shopper may bring this id first.
  await rememberId(tx, publicId, row.id)
  return row
}

/** The choice as a hash, its fields in one order: it may hold an IBAN, which has no place in this table. */
const choiceHash = (choice: object | null) => hashOf(JSON.stringify(Object.entries(choice ?? {}).sort()))
