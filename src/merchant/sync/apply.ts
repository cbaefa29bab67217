// sync/ keeps sessions equal to the payment service. Webhooks, the sweep, creates and lookups all fetch a status, and every
// fetched status is written by `apply` in this file. Nothing else sets a session to complete, an order to paid or a payout
// to paid out. `apply` runs in the order's transaction: the new outcome, and which hosted pages of the order may still be
// given out, change in one commit. The pure rules are in merge.ts. This file makes no call to the service.
import type { Outcome } from '../../server/index.ts'
import { type AlertKind, logAlert, raise } from '../alerts.ts'
import type { LedgerName } from '../kinds/kind.ts'
import { kindOf } from '../kinds/kinds.ts'
import type { Fetched } from '../kinds/service-port.ts'
import type { Log } from '../log.ts'
import type { InOrderTransaction, Subject } from '../one-payment/order-transaction.ts'
import { type Misfit, misfitOf } from '../order/rules/money.ts'
import type { Ledger, Payment } from '../orders.ts'
import { holdsMoney, isEnded } from '../session/outcomes.ts'
import { parseTime } from '../session/parse-time.ts'
import {
  amountOf,
  holdsOrder,
  type LockedRow,
  lockRow,
  notifyChange,
  notifySiblings,
  type SessionRow,
} from '../session/session-row.ts'
import type { Settings } from '../settings/settings.ts'
import { queryOne, type Transaction } from '../store/db.ts'
import { together } from '../store/together.ts'
import { hostedPageAfterFetch } from './hosted-page.ts'
import { maxReadLagMs, merge } from './merge.ts'
import { findMismatch } from './mismatch.ts'
import { enqueue } from './outbox.ts'
import { nextCheck, type WebhookHealth } from './schedule.ts'
import { withKnownId } from './service-id.ts'

export type Source = 'create' | 'webhook' | 'sweep' | 'lookup'

export interface ApplyParts {
  readonly inOrderTransaction: InOrderTransaction
  /** They record incoming money (orders) and outgoing money (payouts). */
  readonly ledgers: Readonly<Record<LedgerName, Ledger>>
  readonly config: Pick<Settings, 'completeOn' | 'hostedPageOrigins'>
  readonly webhookHealth: WebhookHealth
  readonly log: Log
  readonly now: () => number
  /** Called after the commit when the outbox has a new event. */
  readonly onPaid: () => void
}

type Alert = readonly [AlertKind, string]

export interface Update {
  readonly fetched: Fetched
  /** When the fetch began, in milliseconds since 1970. */
  readonly fetchStartedAt: number
  readonly source: Source
  /** Runs in the same transaction after the session was written. It runs again when the transaction is repeated. */
  readonly inSameTransaction?: (tx: Transaction, row: SessionRow) => Promise<void>
}

export type Apply = ReturnType<typeof createApply>

/** Makes the function that writes a fetched status into its session and returns the new row. */
export function createApply(parts: ApplyParts) {
  const { inOrderTransaction, log, now } = parts

  return async function apply(
    session: Subject & { readonly id: string },
    update: Update,
  ): Promise<SessionRow> {
    // Do not call the service in here: a slow answer would hold the order's lock and block all of its tabs.
    const { row, before, raised, paid } = await inOrderTransaction(session, async (tx) => {
      const before = await lockRow(tx, session.id, update.fetched.id)
      const { row, alerts, paid } = await applyLocked(tx, parts, before, update)
      const changesOrder =
        holdsOrder(row) !== holdsOrder(before) || (row.outcome !== before.outcome && holdsOrder(row))
      if (changesOrder && before.has_siblings) await notifySiblings(tx, row.id)
      const at = new Date(now())
      const raised: Alert[] = []
      for (const [kind, detail] of alerts) {
        if (await raise(tx, kind, { session: session.id }, detail, at)) raised.push([kind, detail])
      }
      await update.inSameTransaction?.(tx, row)
      return { row, before, raised, paid }
    })
    if (paid) parts.onPaid()
    for (const [kind] of raised) logAlert(log, kind, row)
    if (row.version !== before.version) {
      const { kind, status, outcome, order_id: order, service_id } = row
      const now = { session: row.id, kind, order, service_id, status, outcome }
      log('session_changed', { ...now, was: before.outcome, source: update.source })
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
  before: LockedRow,
  given: Update,
): Promise<Applied> {
  const fetched = withKnownId(before.service_id, given.fetched)
  const update = { ...given, fetched }
  const conflict = findConflict(before, fetched)
  if (conflict) return { row: before, alerts: [conflict], paid: false }
  // The fetch that began last wins, not the answer that arrived last: an answer that was overtaken on the way is outdated.
  const isSame = before.service_id === fetched.id
  if (isSame && before.fetch_started_at && before.fetch_started_at.getTime() > update.fetchStartedAt)
    return { row: before, alerts: [], paid: false }

  const alerts: Alert[] = []
  const sinceLateAuthorizationMs = before.late_promise_at
    ? parts.now() - before.late_promise_at.getTime()
    : null
  const merged = merge({ ...before, sinceLateAuthorizationMs }, fetched, parts.config.completeOn)
  if (merged.alert) alerts.push([merged.alert, alertText(merged.alert, before, fetched, parts.now())])
  const doubt = before.doubt ?? findMismatch(before, fetched)
  if (doubt !== null && doubt !== before.doubt) alerts.push(['amount_differs', doubt])
  let outcome: Outcome = merged.outcome
  let paid = false
  if (outcome === 'complete' && before.outcome !== 'complete') {
    const alert = doubt === null ? await markOrderPaid(tx, parts, before) : null
    if (alert) alerts.push(alert)
    // Money came, but it does not match the order. As *authorized* the order is not shipped and cannot be paid again, and
    // an alert asks a person to check.
    if (doubt !== null || alert?.[0] === 'amount_differs') outcome = 'authorized'
    paid = doubt === null && alert === null
  }
  if (paid) alerts.push(...(await alertsForOpenPayouts(tx, before)))
  const page = hostedPageAfterFetch(
    before,
    fetched.redirectUrl,
    doubt === null,
    parts.config.hostedPageOrigins,
  )
  if (page.refused) alerts.push(['hosted_page_refused', page.refused])
  // The details belong to a status: keep them when the status is kept.
  const details = merged.status === fetched.status ? fetched.details : before.status_details
  const expiresAt = parseTime(fetched.expiresAt) ?? before.expires_at
  const after = { status: merged.status, outcome, redirectUrl: page.url, expiresAt, details, doubt }
  const [row] = await together(
    tx,
    () => writeSession(tx, parts, before, after, update),
    async () => {
      // In the same transaction: an order must not be paid without its event, and the event must not exist without a payment.
      if (paid)
        await enqueue(tx, kindOf(before.kind).paidEvent, before.order_id, paymentOf(before, parts.now()))
    },
  )
  return { row, alerts, paid }
}

/** Text for a person. A payment can be disputed more than once, so the time makes each alert a new one. */
function alertText(alert: AlertKind, { outcome }: SessionRow, { status }: Fetched, now: number): string {
  const at = alert === 'disputed' ? ` since ${new Date(now).toISOString()}` : ''
  return `was ${outcome}, the service says ${status}${at}`
}

/** Other open payouts of the same reference: whoever has one of their links can still take that money, too. */
async function alertsForOpenPayouts(tx: Transaction, { id, kind, order_id }: SessionRow): Promise<Alert[]> {
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

/** Marks the order as paid. @returns an alert when the payment does not fit the order */
async function markOrderPaid(tx: Transaction, parts: ApplyParts, row: SessionRow): Promise<Alert | null> {
  const ledger = parts.ledgers[kindOf(row.kind).ledger]
  const entry = await ledger.find(tx, row.order_id)
  const payment = paymentOf(row, parts.now())
  const misfit = misfitOf(entry, payment)
  if (misfit !== null) return misfits[misfit]
  if (entry !== null && entry.paidBy === null) await ledger.setPaid(tx, entry, payment)
  return null
}

const misfits: Readonly<Record<Misfit, Alert>> = {
  paid: ['paid_twice', 'another payment paid this order already: refund this one'],
  withdrawn: ['order_unknown', 'paid, but there is no such order: refund or repair'],
  price: ['amount_differs', 'the order has another price than was paid'],
}

const paymentOf = (row: SessionRow, now: number): Payment => ({
  id: row.id,
  kind: row.kind,
  amount: amountOf(row),
  at: new Date(now),
})

interface NewState {
  readonly status: string
  readonly outcome: Outcome
  readonly details: string | null
  readonly redirectUrl: string | null
  readonly expiresAt: Date | null
  readonly doubt: string | null
}

async function writeSession(
  tx: Transaction,
  parts: ApplyParts,
  before: SessionRow,
  after: NewState,
  { fetched, fetchStartedAt, source }: Update,
): Promise<SessionRow> {
  const visible =
    after.status !== before.status ||
    after.outcome !== before.outcome ||
    after.details !== before.status_details ||
    after.redirectUrl !== before.redirect_url ||
    after.doubt !== before.doubt ||
    after.expiresAt?.getTime() !== before.expires_at?.getTime()
  // Checks before the payment had an id were no real checks, so they must not lengthen the intervals. After an end the
  // intervals start again.
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
      nextCheckAfter(
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

/** When to ask the service again; `null` when no change is expected any more. */
function nextCheckAfter(
  { now, webhookHealth }: ApplyParts,
  before: SessionRow,
  after: SessionRow,
  fetched: Fetched,
  source: Source,
): Date | null {
  const isFinalThere = kindOf(after.kind).isFinalAtService(fetched)
  // The session has ended here, but at the service it may be payable again: then check as often as for an open one.
  if (isEnded(after.outcome))
    return nextCheck(isFinalThere ? after : { ...after, outcome: 'open' }, now(), webhookHealth)
  // The service says that the payment has ended, and we do not believe it yet: the read may come from a replica that lags.
  // Read again after the longest possible lag.
  if (isFinalThere && after.outcome === 'authorized' && after.status !== fetched.status)
    return new Date(now() + maxReadLagMs)
  // Only a final status of the service ends the checks. An outcome that is final here alone does not: money can still fail
  // or come late.
  if (isFinalThere) return null
  // The sweep has set the next time already, when it selected this session.
  const hasNextCheckFromSweep = source === 'sweep' && !isEnded(before.outcome)
  return hasNextCheckFromSweep && before.next_check_at
    ? before.next_check_at
    : nextCheck(after, now(), webhookHealth)
}

/**
 * Finds out whether a fetched payment must not be written into this session. A session keeps its first payment for ever;
 * another payment only raises an alert. Exception: each link of an on-ramp starts a transaction of its own, and the paid
 * one becomes the session's payment.
 */
function findConflict(row: LockedRow, fetched: Fetched): Alert | null {
  const { id } = fetched
  if (row.service_id === id) return null
  const isPaid = kindOf(row.kind).isPaidLink(fetched)
  if (row.service_id !== null && (holdsMoney(row.outcome) || !isPaid)) {
    return isPaid
      ? ['paid_twice', `transaction ${id} was paid too, through another link of this session: refund it`]
      : ['second_payment', `${id} claims a session that has another payment`]
  }
  const owner = row.owner_of_payment
  return owner === null ? null : ['second_payment', `${id} belongs to session ${owner} already`]
}
