// Which session does this press of "pay" belong to? Decided in one transaction, before anything is sent.
import { freezePayin, type Money, type PayinPayment, sameMoney } from 'payin-checkout/server'
import { HttpProblem, unprocessable } from '../http/problems.ts'
import type { Orders, Quote } from '../orders.ts'
import { type Db, queryOne, type Transaction } from '../store/db.ts'
import { amountOf, rememberId, type SessionRow } from '../store/session-row.ts'
import { type Capabilities, createRowId, createSeed, hashOf, serviceKeyOf } from './capability.ts'

export interface ClaimParts {
  readonly db: Db
  readonly orders: Orders
  readonly capabilities: Capabilities
  readonly publicUrl: string
  readonly installation: string
  readonly now: () => number
}

export interface Press {
  /** The widget's Idempotency-Key: one per attempt of the shopper, kept over retries. */
  readonly key: string
  readonly order: string
  readonly kind: 'payin'
  readonly payment: PayinPayment | null
  /** ISO 639-1, for the hosted page. */
  readonly language: string | null
}

export interface Claimed {
  readonly row: SessionRow
  /** `known`: this key has it already; `shared`: another press made it; `new`: made just now. */
  readonly how: 'known' | 'shared' | 'new'
}

/**
 * Finds or makes the session of a press.
 * @throws {HttpProblem} 409 when the order is paid, 422 when the key belongs to another request
 */
export function claim(parts: ClaimParts, press: Press, quote: Quote): Promise<Claimed> {
  const keyHash = hashOf(press.key)
  const requestHash = hashOf(JSON.stringify([press.order, press.kind, press.payment]))
  return parts.db.transaction(async (tx) => {
    // First the lock: two tabs of one order take turns from here on, so the second finds what the first made.
    const state = await parts.orders.lock(tx, press.order)
    const known = await findClaim(tx, keyHash)
    if (known) {
      if (known.request_hash !== requestHash) throw keyOfAnotherRequest()
      // Paid by another attempt meanwhile: this one's link would let the shopper pay a second time.
      if (state === 'paid' && known.outcome === 'open') throw paidAlready()
      return { row: known, how: 'known' }
    }
    if (state === 'unknown') throw unknownOrder()
    if (state === 'paid') throw paidAlready()
    const shared = await findLive(tx, press, quote.amount)
    const row = shared ?? (await freeze(tx, parts, press, quote))
    const claims = await tx.query(
      `insert into session_claims (key_hash, session, order_id, request_hash, created_at)
       values ($1, $2, $3, $4, $5) on conflict do nothing returning key_hash`,
      [keyHash, row.id, press.order, requestHash, new Date(parts.now())],
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

const paidAlready = () => new HttpProblem(409, 'This order is paid already.')

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
 * The session that this press may share. One order, two tabs: one payin. A session that nobody could send yet counts
 * too: it is continued with its own bytes, since an unanswered sending may have made its payin.
 * Where money is promised, that session is the answer whatever was chosen now: nobody pays twice by choosing again.
 */
async function findLive(tx: Transaction, press: Press, amount: Money): Promise<SessionRow | undefined> {
  const live = await tx.query<SessionRow>(
    `select * from sessions
     where order_id = $1 and kind = $2 and rejected_at is null and outcome in ('open', 'authorized')
     order by attempt desc`,
    [press.order, press.kind],
  )
  const choice = choiceHash(press.payment)
  return (
    live.find((row) => row.outcome === 'authorized') ??
    // Another price now: the old session would charge the old one (payments-v2: the amount is immutable).
    live.find((row) => row.choice_hash === choice && sameMoney(amountOf(row), amount))
  )
}

/**
 * Makes the next attempt: a row with the key and the exact bytes that will be sent. Frozen before the first sending,
 * because after a crash only the same key with the same bytes leads to the same payin.
 */
async function freeze(
  tx: Transaction,
  { capabilities, publicUrl, installation, now }: ClaimParts,
  { order, kind, payment, language }: Press,
  quote: Quote,
): Promise<SessionRow> {
  const { attempt } = await queryOne<{ attempt: number }>(
    tx,
    'select coalesce(max(attempt), 0)::int + 1 as attempt from sessions where order_id = $1 and kind = $2',
    [order, kind],
  )
  const seed = createSeed()
  const publicId = capabilities.idOf(seed)
  const frozen = freezePayin(
    {
      amount: quote.amount,
      payer: { ...quote.payer, ...(language ? { language } : {}) },
      ...(payment ? { payment } : {}),
      reference: quote.reference,
      // Ours alone, so a payin whose answer was lost is recognized by it.
      return_url: `${publicUrl}/checkout/return?session=${publicId}`,
      webhook_url: `${publicUrl}/webhooks/payins`,
    },
    serviceKeyOf(installation, order, kind, attempt),
  )
  const at = new Date(now())
  const row = await queryOne<SessionRow>(
    tx,
    `insert into sessions (id, seed, kind, order_id, attempt, choice_hash, amount_value, amount_currency, service_key,
       request_body, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11) returning *`,
    [
      createRowId(),
      seed,
      kind,
      order,
      attempt,
      choiceHash(payment),
      quote.amount.value,
      quote.amount.currency,
      frozen.idempotencyKey,
      frozen.body,
      at,
    ],
  )
  // At once and not when it is handed out: a webhook or the returning shopper may bring this id first.
  await rememberId(tx, publicId, row.id)
  return row
}

/** The shopper's choice as a hash, its fields in one order: it may hold an IBAN, which has no place in this table. */
const choiceHash = (payment: PayinPayment | null) =>
  hashOf(JSON.stringify(Object.entries(payment ?? {}).sort()))
