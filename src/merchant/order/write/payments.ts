// The only place that writes payments: `npm run lint` finds statements elsewhere (scripts/one-writer.ts). This file writes what
// is known of a payment and when it is checked; keys.ts writes by what it is found, and cleans it.
import type { Money, Outcome } from '../../../server/index.ts'
import { endHasNoWebhook, getsIdWhenPaid } from '../../kinds/sql.ts'
import { hashOf } from '../../session/capability.ts'
import { choiceHash } from '../../session/choice-hash.ts'
import { paidAtOf } from '../../session/outcomes.ts'
import { readRow, type SessionRow, sessionChanged } from '../../session/session-row.ts'
import type { Queries, Transaction } from '../../store/db.ts'
import type { OrderCase } from '../case.ts'

/** An outcome is written only together with the time of its money: the compiler refuses the one without the other. */
type OutcomeOrNone =
  | Pick<SessionRow, 'outcome' | 'paid_at'>
  | { readonly outcome?: never; readonly paid_at?: never }

/** @param before the session, read under its order's lock */
const withOutcome = ({ paid_at }: SessionRow, outcome: Outcome, at: Date) => ({
  outcome,
  paid_at: paidAtOf(paid_at, outcome, at),
})

interface Write {
  /** The new values. */
  readonly set?: Partial<Omit<SessionRow, 'outcome' | 'paid_at'>> &
    OutcomeOrNone & { readonly cleaned_at?: null }
  /** Assignments in SQL, for new values that depend on the ones in the database. `$2` is the first of `values`. */
  readonly also?: readonly string[]
  /** A condition in SQL, without which nothing is written. */
  readonly where?: string
  readonly values?: readonly unknown[]
}

/** Writes into the row of a session what no page sees. @returns `undefined` when nothing was written */
async function write(db: Queries, id: string, { set = {}, also = [], where = 'true', values = [] }: Write) {
  const columns = Object.keys(set).map((name, index) => `${name} = $${2 + values.length + index}`)
  const [row] = await db.query<SessionRow>(
    `update payin_checkout.sessions set ${[...columns, ...also].join(', ')} where id = $1 and ${where} returning *`,
    [id, ...values, ...Object.values(set)],
  )
  return row
}

/**
 * Writes what a page sees of a session: the version, which is the ETag, increases, and after the commit every process ends the
 * held reads of the session.
 * @returns `undefined` when nothing was written
 */
async function change(tx: Transaction, id: string, at: Date, { set, also = [], ...when }: Write) {
  const all = { ...when, set: { ...set, updated_at: at }, also: [...also, 'version = version + 1'] }
  const row = await write(tx, id, all)
  if (row) tx.notify(sessionChanged, id)
  return row
}

/** The other sessions of an order show what it has reached, so they change with the session that holds it. */
export async function changeSiblings(tx: Transaction, { sessions }: OrderCase, id: string): Promise<void> {
  const ids = sessions.map((each) => each.id).filter((each) => each !== id)
  if (ids.length === 0) return
  await tx.query('update payin_checkout.sessions set version = version + 1 where id = any($1::uuid[])', [ids])
  for (const each of ids) tx.notify(sessionChanged, each)
}

/** An attempt to pay an order, as it is stored first. */
export interface NewAttempt
  extends Pick<SessionRow, 'id' | 'seed' | 'kind' | 'order_id' | 'reference' | 'attempt' | 'service_key'>,
    Pick<SessionRow, 'api_key_hash' | 'first_sent_at' | 'created_at' | 'placed_at'>,
    Partial<Pick<SessionRow, 'request_body' | 'next_check_at' | 'service_id' | 'expires_at'>> {
  readonly publicId: string
  readonly choice: object | null
  readonly amount: Money
  readonly nonce: string
}

/**
 * There is a new attempt, which its public id leads to from now on: a webhook or the returning shopper may bring it before the
 * session is returned.
 * @returns `undefined` when it is stored already
 */
export async function insertAttempt(tx: Transaction, { publicId, choice, amount, ...attempt }: NewAttempt) {
  const money = { amount_value: amount.value, amount_currency: amount.currency }
  const columns = { ...attempt, ...money, choice_hash: choiceHash(choice), updated_at: attempt.created_at }
  const values = Object.keys(columns).map((_, index) => `$${2 + index}`)
  const [row] = await tx.query<SessionRow>(
    `with attempt as (
       insert into payin_checkout.sessions (${Object.keys(columns).join(', ')}) values (${values.join(', ')})
       on conflict do nothing returning *
     ), named as (
       insert into payin_checkout.session_ids (hash, session) select $1, id from attempt on conflict do nothing
     ) select * from attempt`,
    [hashOf(publicId), ...Object.values(columns)],
  )
  return row
}

/** The attempt may have reached the service. @returns `undefined` when it was answered or has ended meanwhile */
export const writeSent = (db: Queries, id: string, at: Date, nextCheckAt: Date | null) =>
  write(db, id, {
    also: ['first_sent_at = coalesce(first_sent_at, $2)', 'next_check_at = coalesce(next_check_at, $3)'],
    where: `service_id is null and rejected_at is null and outcome = 'open' and request_body is not null`,
    values: [at, nextCheckAt],
  })

/** The service has a payment under the attempt's key, of this amount: the price when an attempt with a lost row made it. */
export const writeAmount = (db: Queries, id: string, { value, currency }: Money) =>
  write(db, id, {
    set: { amount_value: value, amount_currency: currency },
    where: 'service_id is null',
  })

/** The service has made the transaction that links are for. The first process to store one wins. */
export const writeTransaction = (db: Queries, id: string, service_id: string) =>
  write(db, id, {
    set: { service_id, request_body: null },
    where: `service_id is null and outcome = 'open'`,
  })

/** Links were made at these times, in milliseconds since 1970, and can still be paid. */
export const writeLinkTimes = (tx: Transaction, id: string, times: readonly number[]) =>
  write(tx, id, { set: { links: JSON.stringify(times) } })

export interface NewLink
  extends Pick<SessionRow, 'status' | 'redirect_url' | 'expires_at' | 'next_check_at'> {
  /** The link moves the status from these: only forward, because the bank may have reported a later one already. */
  readonly statusesBefore: readonly string[]
}

/** There is a link. @returns `undefined` when the payment has moved on meanwhile */
export const writeLink = (tx: Transaction, id: string, { statusesBefore, ...link }: NewLink, at: Date) =>
  change(tx, id, at, {
    set: { redirect_url: link.redirect_url, expires_at: link.expires_at },
    also: [
      'status = case when status = any($2::text[]) then $3 else status end',
      'next_check_at = coalesce(next_check_at, $4)',
    ],
    where: `outcome = 'open' and not (${getsIdWhenPaid('kind')} and service_id is not null)`,
    values: [statusesBefore, link.status, link.next_check_at],
  })

/** What a page sees of an answer. */
type Seen =
  | 'status'
  | 'status_details'
  | 'outcome'
  | 'redirect_url'
  | 'expires_at'
  | 'doubt'
  | 'review'
  | 'came_value'
  | 'came_currency'
type Unseen =
  | 'service_id'
  | 'fetch_started_at'
  | 'next_check_at'
  | 'checks'
  | 'late_promise_at'
  | 'settled_as'

/** The service has answered. The request is needed no more, and what was cleaned counts as new again. */
export async function writeAnswer(
  tx: Transaction,
  before: SessionRow,
  unseen: Pick<SessionRow, Unseen>,
  seen: Pick<SessionRow, Seen>,
  at: Date,
): Promise<SessionRow> {
  const outcome = withOutcome(before, seen.outcome, at)
  const set = { ...unseen, ...seen, ...outcome, request_body: null, cleaned_at: null, updated_at: at }
  const names = Object.keys(seen) as Seen[]
  const isSame = names.every((name) => before[name]?.valueOf() === seen[name]?.valueOf())
  const row = isSame ? await write(tx, before.id, { set }) : await change(tx, before.id, at, { set })
  return row ?? readRow(tx, before.id)
}

/** A signed webhook says this status, and no other outcome. @returns `undefined` when the session has changed meanwhile */
export const writeStatus = (tx: Transaction, row: SessionRow, status: string, next: Date | null, at: Date) =>
  change(tx, row.id, at, {
    set: { status, next_check_at: next },
    where: `version = $2 and outcome in ('open', 'authorized')`,
    values: [row.version],
  })

/** How an attempt ends of which the service has no payment. */
export interface End {
  readonly status: 'EXPIRED' | 'FAILED'
  /** The JSON Pointers of the service's refusal, if it refused. */
  readonly pointers?: readonly string[]
  /** When the payment is looked for once more. */
  readonly nextCheckAt?: Date | null
}

/** The service knows nothing of the attempt. @returns `undefined` when it got an id or has ended meanwhile */
export function writeEnd(tx: Transaction, row: SessionRow, end: End, at: Date) {
  const { status, pointers = null, nextCheckAt = null } = end
  const outcome = status === 'EXPIRED' ? 'expired' : 'failed'
  const refused = { rejected_at: pointers && at, rejected_pointers: pointers && JSON.stringify(pointers) }
  return change(tx, row.id, at, {
    set: {
      status,
      ...withOutcome(row, outcome, at),
      ...refused,
      request_body: null,
      next_check_at: nextCheckAt,
      checks: 0,
    },
    where: `service_id is not distinct from $2 and outcome = 'open'`,
    values: [row.service_id],
  })
}

/** The payment does not fit the session. The first reason stays. */
export const writeDoubt = (tx: Transaction, id: string, doubt: string, at: Date) =>
  change(tx, id, at, { set: { doubt }, where: 'doubt is null' })

type Settled = SessionRow['settled_as']

/** A person has settled the money that came. */
export const writeSettled = (tx: Transaction, row: SessionRow, outcome: Outcome, as: Settled, at: Date) =>
  change(tx, row.id, at, { set: { ...withOutcome(row, outcome, at), settled_as: as, review: null } })

/** A function of the shop has failed for this money, which is checked again. @returns the row with the number of failures */
export const countRefusal = (db: Queries, id: string, checkAt: Date) =>
  write(db, id, {
    also: ['refusals = refusals + 1', 'next_check_at = coalesce(next_check_at, $2)'],
    values: [checkAt],
  })

/** The functions of the shop have stored this money. */
export const forgetRefusals = (db: Queries, id: string) => write(db, id, { set: { refusals: 0 } })

const isOpen = `next_check_at is not null and service_id is not null
  and (outcome = 'open' or outcome = 'authorized' and ${endHasNoWebhook('kind')})`

/** Which session is checked sooner: any, one that is still checked, or one whose next change may come at any moment. */
const checked = { any: 'true', followed: 'next_check_at is not null', open: isOpen } as const
export type CheckedSooner = keyof typeof checked

/** The session is checked at this time at the latest. @param uncounted how many of the earlier checks were none */
export const checkBy = (db: Queries, id: string, at: Date, which: CheckedSooner, uncounted = 0) =>
  write(db, id, {
    also: ['next_check_at = least(next_check_at, $2)', 'checks = greatest(checks - $3, 0)'],
    where: checked[which],
    values: [at, uncounted],
  })

/** The session is checked no more, unless it has changed meanwhile. */
export const checkNoMore = (db: Queries, { id, outcome }: SessionRow) =>
  write(db, id, { set: { next_check_at: null }, where: 'outcome = $2', values: [outcome] })

/** Each session is checked once more now, and again at its time. */
export async function countChecks(db: Queries, next: ReadonlyMap<string, Date | null>): Promise<void> {
  // Times in a list are sent as text: Drizzle over postgres.js cannot send a list of times.
  await db.query(
    `update payin_checkout.sessions s set next_check_at = due.at::timestamptz, checks = s.checks + 1
     from unnest($1::uuid[], $2::text[]) as due (id, at) where s.id = due.id`,
    [[...next.keys()], [...next.values()].map((at) => at?.toISOString() ?? null)],
  )
}

/** One statement over all sessions would exceed the statement timeout. */
const batchSize = 1_000

/**
 * Of these sessions, or of all that were last read before a time, those that are still checked are due now. After an outage
 * each instance calls this, and each session is read only once. A row that another transaction has locked is skipped, so that
 * it does not hold up the others.
 * @returns the ids of rows that were locked, to be tried again later
 */
export async function markDue(db: Queries, now: Date, which: readonly string[] | Date): Promise<string[]> {
  const isOfAll = which instanceof Date
  if (!isOfAll && which.length === 0) return []
  const isMeant = isOfAll ? 'coalesce(fetch_started_at, created_at) <= $2' : 'id = any($2::uuid[])'
  const notDue = `select id from payin_checkout.sessions where next_check_at > $1 and ${isMeant} limit ${batchSize}`
  const dueNow = `update payin_checkout.sessions set next_check_at = $1 where id in (${notDue} for update skip locked) returning 1`
  let due: object[]
  do due = await db.query(dueNow, [now, which])
  while (due.length === batchSize)
  const locked = await db.query<{ readonly id: string }>(notDue, [now, which])
  return locked.map(({ id }) => id)
}

/**
 * A webhook that anybody could send causes a read of the payment.
 * @returns `undefined` when one did so within this time already, over all instances
 */
export const takeFetchSlot = (db: Queries, id: string, now: number, everyMs: number) =>
  write(db, id, {
    also: ['asked_at = $2'],
    where: '(asked_at is null or asked_at <= $3 or asked_at > $2)',
    values: [new Date(now), new Date(now - everyMs)],
  })

/** A claim code is tried. @returns `undefined` when this was done so often since a time already */
export const countCodeTry = (db: Queries, id: string, at: Date, since: Date, most: number) =>
  write(db, id, {
    also: [
      'code_tried_at = $2',
      'codes_tried = case when code_tried_at between $3 and $2 then codes_tried + 1 else 1 end',
    ],
    where: 'not (codes_tried >= $4 and coalesce(code_tried_at between $3 and $2, false))',
    values: [at, since, most],
  })

/** The right claim code was given. */
export const forgetCodeTries = (db: Queries, id: string) => write(db, id, { also: ['codes_tried = 0'] })

/**
 * The session is sent or returned under this API key. With another key than its first one it is no longer known which account
 * has its payment (sync/forgotten-payment.ts).
 */
export async function noteApiKey(db: Queries, row: SessionRow, apiKeyHash: string): Promise<void> {
  if (row.api_key_hash === apiKeyHash || row.api_key_hash === '') return
  await write(db, row.id, { set: { api_key_hash: '' } })
}
