// The one place where news becomes truth: who brought it (create, webhook, sweep, lookup) makes no difference.
// Only here is a session ever complete, an order ever paid and a payout ever paid out. It runs in the order's transaction,
// so that what a session reaches and what the other sessions of its order may still give out change together.
import type { Outcome } from '../../server/index.ts'
import { type AlertKind, logAlert, raise } from '../alerts.ts'
import type { LedgerName } from '../kinds/kind.ts'
import { kindOf } from '../kinds/kinds.ts'
import type { Fetched } from '../kinds/service-port.ts'
import type { Log } from '../log.ts'
import type { InOrderTransaction, Subject } from '../one-payment/order-transaction.ts'
import type { Ledger } from '../orders.ts'
import { holdsMoney, isEnded } from '../session/outcomes.ts'
import {
  amountOf,
  holdsOrder,
  lockRow,
  notifyChange,
  notifySiblings,
  type SessionRow,
} from '../session/session-row.ts'
import type { Settings } from '../settings/settings.ts'
import { queryOne, type Transaction } from '../store/db.ts'
import { hostedPageAfterFetch } from './hosted-page.ts'
import { maxReadLagMs, merge } from './merge.ts'
import { findMismatch } from './mismatch.ts'
import { enqueue } from './outbox.ts'
import { nextCheck, type WebhookHealth } from './schedule.ts'

export type Source = 'create' | 'webhook' | 'sweep' | 'lookup'

export interface ApplyParts {
  readonly inOrderTransaction: InOrderTransaction
  /** Where it is written down that the money has come, or has gone out. */
  readonly ledgers: Readonly<Record<LedgerName, Ledger>>
  readonly config: Pick<Settings, 'completeOn' | 'hostedPageOrigins'>
  readonly webhookHealth: WebhookHealth
  readonly log: Log
  readonly now: () => number
  /** Called after the commit when there is something new in the outbox. */
  readonly onPaid: () => void
}

type Alert = readonly [AlertKind, string]

export interface Update {
  readonly fetched: Fetched
  /** When the fetch that brought it began, in milliseconds since 1970. */
  readonly fetchStartedAt: number
  readonly source: Source
  /** Runs in the same transaction, once the session is written. It may run again where the transaction does. */
  readonly inSameTransaction?: (tx: Transaction, row: SessionRow) => Promise<void>
}

export type Apply = ReturnType<typeof createApply>

/** Makes the function that applies what was fetched to its session and returns the session as it is afterwards. */
export function createApply(parts: ApplyParts) {
  const { inOrderTransaction, log, now } = parts

  return async function apply(session: Subject & { readonly id: string }, news: Update): Promise<SessionRow> {
    // No call to the service in here: a slow answer would hold the lock, and with it every tab of this order.
    const { row, before, raised, paid } = await inOrderTransaction(session, async (tx) => {
      const before = await lockRow(tx, session.id)
      const { row, alerts, paid } = await applyLocked(tx, parts, before, news)
      const isOrdersNews =
        holdsOrder(row) !== holdsOrder(before) || (row.outcome !== before.outcome && holdsOrder(row))
      if (isOrdersNews && before.has_siblings) await notifySiblings(tx, row.id)
      const at = new Date(now())
      const raised: Alert[] = []
      for (const [kind, detail] of alerts) {
        if (await raise(tx, kind, { session: session.id }, detail, at)) raised.push([kind, detail])
      }
      await news.inSameTransaction?.(tx, row)
      return { row, before, raised, paid }
    })
    if (paid) parts.onPaid()
    for (const [kind] of raised) logAlert(log, kind, row)
    if (row.version !== before.version) {
      const { kind, status, outcome, order_id: order, service_id } = row
      const now = { session: row.id, kind, order, service_id, status, outcome }
      log('session_changed', { ...now, was: before.outcome, source: news.source })
    }
    return row
  }
}

interface Applied {
  readonly row: SessionRow
  readonly alerts: readonly Alert[]
  readonly paid: boolean
}

async function applyLocked(
  tx: Transaction,
  parts: ApplyParts,
  before: SessionRow,
  news: Update,
): Promise<Applied> {
  const { fetched } = news
  const foreign = await conflicting(tx, before, fetched)
  if (foreign) return { row: before, alerts: [foreign], paid: false }
  // The newest *fetch* wins, not the newest arrival: an answer that was overtaken on its way tells of the past.
  const isSame = before.service_id === fetched.id
  if (isSame && before.fetch_started_at && before.fetch_started_at.getTime() > news.fetchStartedAt)
    return { row: before, alerts: [], paid: false }

  const alerts: Alert[] = []
  const latePromiseMs = before.late_promise_at ? parts.now() - before.late_promise_at.getTime() : null
  const merged = merge({ ...before, latePromiseMs }, fetched, parts.config.completeOn)
  if (merged.alert) alerts.push([merged.alert, alertText(merged.alert, before, fetched, parts.now())])
  const doubt = before.doubt ?? findMismatch(before, fetched)
  if (doubt !== null && doubt !== before.doubt) alerts.push(['amount_differs', doubt])
  let outcome: Outcome = merged.outcome
  let paid = false
  if (outcome === 'complete' && before.outcome !== 'complete') {
    const alert = doubt === null ? await pay(tx, parts, before) : null
    if (alert) alerts.push(alert)
    // Money came, but not this order's money. Authorized: nobody ships, nobody pays again, a person looks.
    if (doubt !== null || alert?.[0] === 'amount_differs') outcome = 'authorized'
    paid = doubt === null && alert === null
  }
  if (paid) alerts.push(...(await stillClaimable(tx, before)))
  const page = hostedPageAfterFetch(
    before,
    fetched.redirectUrl,
    doubt === null,
    parts.config.hostedPageOrigins,
  )
  if (page.refused) alerts.push(['hosted_page_refused', page.refused])
  // Details belong to their status; where the status is kept, so are they.
  const details = merged.status === fetched.status ? fetched.details : before.status_details
  const expiresAt = readTime(fetched.expiresAt) ?? before.expires_at
  const after = { status: merged.status, outcome, redirectUrl: page.url, expiresAt, details, doubt }
  return { row: await write(tx, parts, before, after, news), alerts, paid }
}

/** For a person. A payment can be disputed more than once, so the time tells one alert from the next. */
function alertText(alert: AlertKind, { outcome }: SessionRow, { status }: Fetched, now: number): string {
  const at = alert === 'disputed' ? ` since ${new Date(now).toISOString()}` : ''
  return `was ${outcome}, the service says ${status}${at}`
}

/** Somebody may still have the link of another one, and take that money too. */
async function stillClaimable(tx: Transaction, { id, kind, order_id }: SessionRow): Promise<Alert[]> {
  if (!kindOf(kind).isOneOpenAtATime) return []
  const others = await tx.query<{ service_id: string }>(
    `select service_id from payin_checkout.sessions
     where order_id = $1 and kind = $3 and id <> $2 and outcome = 'open' and service_id is not null`,
    [order_id, id, kind],
  )
  return others.map(({ service_id }) => [
    'second_payment',
    `paid out, and payout ${service_id} of the same reference can still be claimed: cancel it at the service`,
  ])
}

/** Writes down that the money has come; an alert when this session must not be the one that brought it. */
async function pay(tx: Transaction, parts: ApplyParts, row: SessionRow): Promise<Alert | null> {
  const at = new Date(parts.now())
  const { ledger, paidEvent } = kindOf(row.kind)
  const payment = { order: row.order_id, session: row.id, amount: amountOf(row), at }
  const paid = await parts.ledgers[ledger].markPaid(tx, payment)
  if (paid === 'paid') {
    // In the same transaction: paid and not told is as wrong as told and not paid.
    await enqueue(tx, paidEvent, payment)
    return null
  }
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
  readonly doubt: string | null
}

async function write(
  tx: Transaction,
  parts: ApplyParts,
  before: SessionRow,
  after: Changed,
  { fetched, fetchStartedAt, source }: Update,
): Promise<SessionRow> {
  const visible =
    after.status !== before.status ||
    after.outcome !== before.outcome ||
    after.details !== before.status_details ||
    after.redirectUrl !== before.redirect_url ||
    after.doubt !== before.doubt ||
    after.expiresAt?.getTime() !== before.expires_at?.getTime()
  // Rounds in which there was nothing to ask about must not stretch the intervals, and an end begins intervals of its own.
  const hasJustEnded = isEnded(after.outcome) && !isEnded(before.outcome)
  const checks = before.service_id === null || hasJustEnded ? 0 : before.checks
  const row = await queryOne<SessionRow>(
    tx,
    `update payin_checkout.sessions set service_id = $2, status = $3, status_details = $4, outcome = $5, redirect_url = $6,
       expires_at = $7, fetch_started_at = $8, next_check_at = $9, version = version + $10, updated_at = $11,
       request_body = null, checks = $12, doubt = $13, late_promise_at = $14, cleaned_at = null
     where id = $1 returning *`,
    [
      before.id,
      fetched.id,
      after.status,
      after.details,
      after.outcome,
      after.redirectUrl,
      after.expiresAt,
      new Date(fetchStartedAt),
      checkAgainAt(
        parts,
        before,
        { ...before, ...after, expires_at: after.expiresAt, checks },
        fetched,
        source,
      ),
      visible ? 1 : 0,
      new Date(parts.now()),
      checks,
      after.doubt,
      isEnded(before.outcome) && after.outcome === 'authorized'
        ? new Date(parts.now())
        : before.late_promise_at,
    ],
  )
  if (visible) notifyChange(tx, row.id)
  return row
}

/** When to ask again; `null` when nothing more is expected. */
function checkAgainAt(
  { now, webhookHealth }: ApplyParts,
  before: SessionRow,
  after: SessionRow,
  fetched: Fetched,
  source: Source,
): Date | null {
  const isLast = kindOf(after.kind).isFinalAtService(fetched)
  // What had ended here can be paid again there.
  if (isEnded(after.outcome))
    return nextCheck(isLast ? after : { ...after, outcome: 'open' }, now(), webhookHealth)
  // Not believed yet, because a lagging read may have said it.
  if (isLast && after.outcome === 'authorized' && after.status !== fetched.status)
    return new Date(now() + maxReadLagMs)
  // The service's own last word ends the watch; ours alone does not, money can still fail or come late.
  if (isLast) return null
  // The sweep has set the next time when it took this session.
  const isSweeps = source === 'sweep' && !isEnded(before.outcome)
  return isSweeps && before.next_check_at ? before.next_check_at : nextCheck(after, now(), webhookHealth)
}

/**
 * One payment belongs to one session for ever; anything else is a second one, and nothing of it is taken over. But of an
 * on-ramp's links, each a transaction of its own, the one that was paid is meant.
 */
async function conflicting(tx: Transaction, row: SessionRow, fetched: Fetched): Promise<Alert | null> {
  const { id } = fetched
  if (row.service_id === id) return null
  const isPaid = kindOf(row.kind).isPaidLink(fetched)
  if (row.service_id !== null && (holdsMoney(row.outcome) || !isPaid)) {
    return isPaid
      ? ['paid_twice', `transaction ${id} was paid too, through another link of this session: refund it`]
      : ['second_payment', `${id} claims a session that has another payment`]
  }
  const [other] = await tx.query<{ id: string }>(
    'select id from payin_checkout.sessions where service_id = $1',
    [id],
  )
  return other ? ['second_payment', `${id} belongs to session ${other.id} already`] : null
}

function readTime(text: string | null | undefined): Date | null {
  const at = Date.parse(text ?? '')
  return Number.isNaN(at) ? null : new Date(at)
}
