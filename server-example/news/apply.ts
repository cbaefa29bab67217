// The one place where news becomes truth: who brought it (create, webhook, sweep, lookup) makes no difference.
// Only here is a session ever complete and an order ever paid.
import { isFinal, type Outcome, type Payin, parseRedirectUrl, sameMoney } from 'payin-checkout/server'
import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import type { Orders } from '../orders.ts'
import { type Db, queryOne, type Transaction } from '../store/db.ts'
import { amountOf, announce, type SessionRow } from '../store/session-row.ts'
import { type AlertKind, raise } from './alerts.ts'
import { isLastWord, merge } from './merge.ts'
import { type Hearing, nextCheckAt } from './schedule.ts'

export type Source = 'create' | 'webhook' | 'sweep' | 'lookup'

export interface ApplyParts {
  readonly db: Db
  readonly orders: Orders
  readonly config: Pick<Config, 'completeOn' | 'hostedPageOrigins'>
  readonly hearing: Hearing
  readonly log: Log
  readonly now: () => number
}

type Alert = readonly [AlertKind, string]

export interface News {
  readonly payin: Payin
  /** When the fetch that brought it began, in milliseconds since 1970. */
  readonly fetchStartedAt: number
  readonly source: Source
}

export type Apply = ReturnType<typeof createApply>

/** Makes the function that applies a fetched payin to its session and returns the session as it is afterwards. */
export function createApply(parts: ApplyParts) {
  const { db, log, now } = parts

  return async function apply(sessionId: string, news: News): Promise<SessionRow> {
    // No call to the service in here: a slow answer would hold the lock, and with it every tab of this order.
    const { row, before, raised } = await db.transaction(async (tx) => {
      const before = await queryOne<SessionRow>(tx, 'select * from sessions where id = $1 for update', [
        sessionId,
      ])
      const { row, alerts } = await applyLocked(tx, parts, before, news)
      const at = new Date(now())
      const raised: Alert[] = []
      for (const [kind, detail] of alerts) {
        if (await raise(tx, kind, sessionId, detail, at)) raised.push([kind, detail])
      }
      return { row, before, raised }
    })
    for (const [kind, message] of raised)
      log('alert', { kind, message, session: row.id, order: row.order_id })
    if (row.version !== before.version) {
      const { status, outcome, order_id: order, payin_id: payin } = row
      log('session_changed', { session: row.id, order, payin, status, outcome, source: news.source })
    }
    return row
  }
}

async function applyLocked(
  tx: Transaction,
  parts: ApplyParts,
  before: SessionRow,
  { payin, fetchStartedAt, source }: News,
): Promise<{ row: SessionRow; alerts: Alert[] }> {
  const alerts: Alert[] = []
  const foreign = await conflictingPayin(tx, before, payin)
  if (foreign) return { row: before, alerts: [foreign] }
  // The newest *fetch* wins, not the newest arrival: an answer that was overtaken on its way tells of the past.
  if (before.fetch_started_at && before.fetch_started_at.getTime() > fetchStartedAt)
    return { row: before, alerts }

  const merged = merge(before, payin.status, parts.config.completeOn)
  if (merged.alert) alerts.push([merged.alert, `was ${before.outcome}, the service says ${payin.status}`])
  let outcome: Outcome = merged.outcome
  const amountFits = payin.amount !== null && sameMoney(payin.amount, amountOf(before))
  if (!amountFits) alerts.push(['amount_differs', 'the payin asks for another amount than the session'])
  if (outcome === 'complete' && before.outcome !== 'complete') {
    const alert = amountFits ? await pay(tx, parts, before) : null
    if (alert) alerts.push(alert)
    // Money came, but not this order's money. Authorized: nobody ships, nobody pays again, a person looks.
    if (!amountFits || alert?.[0] === 'amount_differs') outcome = 'authorized'
  }
  const redirectUrl = amountFits ? hostedPage(payin.redirect_url, parts.config.hostedPageOrigins) : null
  if (payin.redirect_url !== null && amountFits && redirectUrl === null) {
    alerts.push(['hosted_page_refused', 'redirect_url is not an address in HOSTED_PAGE_ORIGINS'])
  }
  const expiresAt = readTime(payin.expires_at) ?? before.expires_at
  // Details belong to their status; where the status is kept, so are they.
  const details = merged.alert === 'final_changed' ? before.status_details : payin.status_details
  const changed = { ...merged, outcome, redirectUrl, expiresAt, details }
  const row = await write(tx, parts, before, changed, { payin, fetchStartedAt, source })
  return { row, alerts }
}

/** Marks the order as paid; an alert when this session must not be the one that pays it. */
async function pay(tx: Transaction, parts: ApplyParts, row: SessionRow): Promise<Alert | null> {
  const payment = { order: row.order_id, session: row.id, amount: amountOf(row), at: new Date(parts.now()) }
  const paid = await parts.orders.markPaid(tx, payment)
  if (paid === 'paid') return null
  if (paid === 'paid_by_another')
    return ['paid_twice', 'another payment paid this order already: refund this one']
  if (paid === 'unknown_order') return ['order_unknown', 'paid, but there is no such order: refund or repair']
  return ['amount_differs', 'the order has another price than was paid']
}

interface Changed {
  readonly status: string
  readonly outcome: Outcome
  readonly details: string | null
  readonly redirectUrl: string | null
  readonly expiresAt: Date | null
}

async function write(
  tx: Transaction,
  parts: ApplyParts,
  before: SessionRow,
  after: Changed,
  { payin, fetchStartedAt, source }: News,
): Promise<SessionRow> {
  const visible =
    after.status !== before.status ||
    after.outcome !== before.outcome ||
    after.details !== before.status_details ||
    after.redirectUrl !== before.redirect_url ||
    after.expiresAt?.getTime() !== before.expires_at?.getTime()
  // The service's own last word ends the watch; ours alone does not, money can still fail or come late.
  const checkAgainAt = isLastWord(payin.status, after.outcome)
    ? null
    : source === 'sweep' && before.next_check_at
      ? before.next_check_at
      : nextCheckAt(parts.now(), before.checks, after.expiresAt, parts.hearing)
  const row = await queryOne<SessionRow>(
    tx,
    `update sessions set payin_id = $2, status = $3, status_details = $4, outcome = $5, redirect_url = $6,
       expires_at = $7, fetch_started_at = $8, next_check_at = $9, version = version + $10, updated_at = $11,
       request_body = null
     where id = $1 returning *`,
    [
      before.id,
      payin.id,
      after.status,
      after.details,
      after.outcome,
      after.redirectUrl,
      after.expiresAt,
      new Date(fetchStartedAt),
      checkAgainAt,
      visible ? 1 : 0,
      new Date(parts.now()),
    ],
  )
  if (visible) await announce(tx, row.id)
  return row
}

/** One payin belongs to one session for ever; anything else is a second payin, and nothing of it is taken over. */
async function conflictingPayin(tx: Transaction, row: SessionRow, payin: Payin): Promise<Alert | null> {
  if (row.payin_id === payin.id) return null
  if (row.payin_id !== null)
    return ['second_payin', `payin ${payin.id} claims a session that has another payin`]
  const [other] = await tx.query<{ id: string }>('select id from sessions where payin_id = $1', [payin.id])
  return other ? ['second_payin', `payin ${payin.id} belongs to session ${other.id} already`] : null
}

/** A hosted page's address that the browser may be sent to; `null` otherwise. `javascript:` runs in the shop's page. */
function hostedPage(text: string | null, origins: readonly string[]): string | null {
  const url = parseRedirectUrl(text)
  return url && origins.includes(url.origin) ? url.href : null
}

function readTime(text: string | null): Date | null {
  const at = Date.parse(text ?? '')
  return Number.isNaN(at) ? null : new Date(at)
}

/** Tells whether the order may be offered for another attempt. */
export const hasEnded = (row: SessionRow) => isFinal(row.outcome) && row.outcome !== 'complete'
