// sync/ keeps sessions equal to the payment service. Webhooks, the sweep, creates and lookups all fetch a status, and every
// fetched status is written here, in the order's transaction. What it means is decided by order/rules/answered.ts.
import { logAlert, type RaisedAlert, raise } from '../alerts.ts'
import { kindOf } from '../kinds/kinds.ts'
import type { Fetched } from '../kinds/service-port.ts'
import type { Log } from '../log.ts'
import type { OrderCase } from '../order/case.ts'
import { enqueue, type OutboxRow } from '../order/enqueue.ts'
import type { Loaded, OnOrder } from '../order/on-order.ts'
import { decideAnswered, isLatePromise, type NewState, type Raised } from '../order/rules/answered.ts'
import { maxReadLagMs } from '../order/rules/merge.ts'
import { changeSiblings, writeAnswer } from '../order/write/payments.ts'
import type { Ledger, Payment } from '../orders.ts'
import { isEnded } from '../session/outcomes.ts'
import { parseTime } from '../session/parse-time.ts'
import { withKnownId } from '../session/service-id.ts'
import { amountOf, holdsOrder, type SessionRow } from '../session/session-row.ts'
import type { Settings } from '../settings/settings.ts'
import { queryOne, type Transaction } from '../store/db.ts'
import { together } from '../store/together.ts'
import { hostedPageAfterFetch } from './hosted-page.ts'
import { nextCheck, type WebhookHealth } from './schedule.ts'

export type Source = 'create' | 'webhook' | 'sweep' | 'lookup'

export interface ApplyParts {
  readonly onOrder: OnOrder
  /** They record incoming money (orders) and outgoing money (payouts). */
  readonly ledgerOf: (kind: SessionRow['kind']) => Ledger
  readonly config: Pick<Settings, 'completeOn' | 'hostedPageOrigins'>
  readonly webhookHealth: WebhookHealth
  readonly log: Log
  readonly now: () => number
  /** Called after the commit with a new event of the outbox. */
  readonly onPaid: (event: OutboxRow) => void
  /** Reads every payment that the service lists for the order of a session, and applies each. */
  readonly readList: (session: SessionRow) => Promise<unknown>
}

export interface Update {
  readonly fetched: Fetched
  /** When the fetch began, in milliseconds since 1970. */
  readonly fetchStartedAt: number
  readonly source: Source
  /** Every payment of the order that the service lists was read just before. */
  readonly isListed?: boolean
  /** Runs in the same transaction after the session was written. It runs again when the transaction is repeated. */
  readonly inSameTransaction?: (tx: Transaction, row: SessionRow) => Promise<void>
}

export type Apply = ReturnType<typeof createApply>

/** A session after an answer of the service, and its order's case in the same transaction. */
export interface Applied {
  readonly row: SessionRow
  readonly order: OrderCase
}

type Session = Pick<SessionRow, 'id' | 'kind' | 'order_id'>

/** Makes the functions that write a fetched status into its session. */
export function createApply(parts: ApplyParts) {
  const { onOrder, log, now } = parts

  async function applyToCase(session: Session, update: Update): Promise<Applied> {
    const work = async (loaded: Loaded<Target>) => {
      const written = await applyLocked(parts, loaded, update)
      if (written.listFirst) return { ...written, raised: [] }
      const raised: RaisedAlert[] = []
      for (const [kind, detail] of written.alerts) {
        const isNew = await raise(loaded.tx, kind, { session: session.id }, detail, new Date(now()))
        if (isNew) raised.push(isNew)
      }
      await update.inSameTransaction?.(loaded.tx, written.row)
      return { ...written, raised }
    }
    const { row, before, order, raised, paid, listFirst } = await onOrder(session, work, (tx) =>
      lockTarget(tx, session.id, update.fetched.id),
    )
    if (listFirst) {
      await parts.readList(row)
      return applyToCase(session, { ...update, isListed: true })
    }
    if (paid) parts.onPaid(paid)
    for (const each of raised) logAlert(log, each)
    if (row.version !== before.version) {
      const { id: session, kind, status, outcome, order_id: order, service_id } = row
      const [was, source] = [before.outcome, update.source]
      // How long after the press; only where the outcome is another one.
      const age_ms = outcome === was ? null : now() - row.created_at.getTime()
      const payment = { session, kind, order, service_id, status }
      log('session_changed', { ...payment, outcome, was, age_ms, source })
    }
    return { row, order }
  }

  return {
    /** Writes a fetched status. @returns the new row */
    apply: async (session: Session, update: Update): Promise<SessionRow> =>
      (await applyToCase(session, update)).row,
    applyToCase,
  }
}

interface Written extends Applied {
  readonly before: SessionRow
  readonly alerts: readonly Raised[]
  /** The event to dispatch, if the order was paid by it. */
  readonly paid: OutboxRow | null
  readonly listFirst?: true
}

async function applyLocked(
  parts: ApplyParts,
  { tx, order, also: { before, owner } }: Loaded<Target>,
  given: Update,
): Promise<Written> {
  const fetched = withKnownId(before.service_id, given.fetched)
  const { fetchStartedAt, isListed = false } = given
  const fact = { fetched, fetchStartedAt, owner, isListed, completeOn: parts.config.completeOn }
  const { state, pays, alerts, ...rest } = decideAnswered(order, before, fact, parts.now())
  if (state === null) return { row: before, before, order, alerts, paid: null, ...rest }
  const payment = paymentOf(before, parts.now())
  if (pays && order.entry !== null && order.entry.paidBy === null)
    await parts.ledgerOf(before.kind).setPaid(tx, order.entry, payment)
  const page = hostedPageAfterFetch(
    before,
    fetched.redirectUrl,
    state.doubt === null,
    parts.config.hostedPageOrigins,
  )
  const expiresAt = parseTime(fetched.expiresAt) ?? before.expires_at
  const after = { ...state, redirectUrl: page.url, expiresAt }
  const [row, paid] = await together(
    tx,
    () => writeSession(tx, parts, before, after, { ...given, fetched }),
    // In the same transaction: an order must not be paid without its event, and the event must not exist without a payment.
    async () => (pays ? enqueue(tx, kindOf(before.kind).paidEvent, order, payment) : null),
  )
  const changesOrder =
    holdsOrder(row) !== holdsOrder(before) || (row.outcome !== before.outcome && holdsOrder(row))
  if (changesOrder) await changeSiblings(tx, order, row.id)
  const sessions = order.sessions.map((each) => (each.id === row.id ? row : each))
  const refused: Raised[] = page.refused ? [['hosted_page_refused', page.refused]] : []
  return { row, before, order: { ...order, sessions }, alerts: [...alerts, ...refused], paid }
}

/** What an answer of the service is about. */
interface Target {
  readonly before: SessionRow
  /** The other session that has the payment already. */
  readonly owner: string | null
}

/** Locks the session's row and reads it. Not `for update`: that would also block inserts of claims, which point at this row. */
async function lockTarget(tx: Transaction, id: string, serviceId: string): Promise<Target> {
  const [before, [owner]] = await together(
    tx,
    () =>
      queryOne<SessionRow>(tx, 'select * from payin_checkout.sessions where id = $1 for no key update', [id]),
    () =>
      tx.query<{ id: string }>(
        'select id from payin_checkout.sessions where lower(service_id) = lower($1) and id <> $2',
        [serviceId, id],
      ),
  )
  return { before, owner: owner?.id ?? null }
}

const paymentOf = (row: SessionRow, now: number): Payment => ({
  id: row.id,
  kind: row.kind,
  amount: amountOf(row),
  at: new Date(now),
})

interface WrittenState extends NewState {
  readonly redirectUrl: string | null
  readonly expiresAt: Date | null
}

async function writeSession(
  tx: Transaction,
  parts: ApplyParts,
  before: SessionRow,
  after: WrittenState,
  { fetched, fetchStartedAt, source }: Update,
): Promise<SessionRow> {
  // Checks before the payment had an id were no real checks, so they must not lengthen the intervals. After an end the
  // intervals start again.
  const hasJustEnded = isEnded(after.outcome) && !isEnded(before.outcome)
  const checks = before.service_id === null || hasJustEnded ? 0 : before.checks
  const { status, outcome, doubt, review, redirectUrl: redirect_url, expiresAt: expires_at } = after
  const came = { came_value: after.came?.value ?? null, came_currency: after.came?.currency ?? null }
  const seen = {
    status,
    status_details: after.details,
    outcome,
    redirect_url,
    expires_at,
    doubt,
    review,
    ...came,
  }
  const at = new Date(parts.now())
  const unseen = {
    service_id: fetched.id,
    fetch_started_at: new Date(fetchStartedAt),
    next_check_at: nextCheckAfter(parts, before, { ...before, ...seen, checks }, fetched, source),
    checks,
    settled_as: after.settledAs,
    late_promise_at: isLatePromise(before, after) ? at : before.late_promise_at,
  }
  return writeAnswer(tx, before, unseen, seen, at)
}

/** When to ask the service again; `null` when no change is expected any more. */
function nextCheckAfter(
  { now, webhookHealth }: ApplyParts,
  before: SessionRow,
  after: SessionRow,
  fetched: Fetched,
  source: Source,
): Date | null {
  // Money that was given back counts no more, whatever the service says.
  const isFinalThere = kindOf(after.kind).isFinalAtService(fetched) || after.settled_as === 'refunded'
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
