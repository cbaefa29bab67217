// Settles alerts: carries out what a person has decided about money that does not fit its order. The rule is rules/settled.ts.
import { settleRequest } from '../../contract/backoffice-requests.ts'
import { notAboutMoney } from '../alerts.ts'
import { CannotSettle, NoSuchAlert } from '../errors/alert-errors.ts'
import { parseFields } from '../fields.ts'
import { kindOf } from '../kinds/kinds.ts'
import type { Log } from '../log.ts'
import type { Ledger } from '../orders.ts'
import { isUnknownToService } from '../service/error-meaning.ts'
import { moneyOf, readRow, type SessionRow } from '../session/session-row.ts'
import type { Db, Queries } from '../store/db.ts'
import { type Alert, findAlert } from './alert-list.ts'
import { enqueue, type OutboxRow } from './enqueue.ts'
import type { Loaded, OnOrder } from './on-order.ts'
import { decideSettled, type SettledFact, type Settlement } from './rules/settled.ts'
import { changeSiblings, writeSettled } from './write/payments.ts'

export interface SettleParts {
  readonly db: Db
  readonly onOrder: OnOrder
  readonly ledgerOf: (kind: SessionRow['kind']) => Ledger
  /** Reads a payment at the service, and applies the answer (sync/refresh.ts). */
  readonly refresh: (session: string, source: 'lookup') => Promise<unknown>
  readonly log: Log
  readonly now: () => number
  /** Called after the commit with a new event of the outbox. */
  readonly onPaid: (event: OutboxRow) => void
}

export interface SettleRequest {
  readonly as: Settlement
  /** Who settles: a name or an e-mail address, for the audit trail. */
  readonly by: string
  readonly note?: string | null | undefined
}

/**
 * Makes the function that settles an alert. Settling it once more in the same way changes nothing.
 * @throws {WrongFields} from the returned function
 * @throws {NoSuchAlert} from the returned function
 * @throws {CannotSettle} from the returned function: its message says what to do first
 * @throws {ServiceError} from the returned function, when the service cannot be asked about a missing payment
 */
export function createSettle(parts: SettleParts) {
  const { db, log } = parts

  return async function settle(id: number, given: SettleRequest): Promise<Alert> {
    const request = parseFields(settleRequest, given)
    const alert = await find(db, id)
    const row = alert.session === null ? null : await readRow(db, alert.session)
    const isKnownAgain = row !== null && (await knowsAgain(parts, alert, row, request))
    const paid = row
      ? await parts.onOrder(row, (loaded) =>
          settleIn(parts, loaded, row.id, id, { ...request, isKnownAgain }),
        )
      : await closeAlone(parts, id, request)
    if (paid) parts.onPaid(paid)
    log('alert_settled', {
      kind: alert.kind,
      session: alert.session,
      order: alert.subject,
      result: request.as,
    })
    return find(db, id)
  }
}

/**
 * Whether the service knows a missing payment by now, for example after it has brought rows back. It is asked before a decision
 * about the money counts: a payout that is said to be gone would be made a second time.
 */
async function knowsAgain(
  { refresh }: SettleParts,
  { kind, settled }: Alert,
  { id }: SessionRow,
  { as }: SettleRequest,
): Promise<boolean> {
  if (kind !== 'payment_missing' || as === 'noted' || settled !== null) return false
  try {
    await refresh(id, 'lookup')
    return true
  } catch (error) {
    if (!isUnknownToService(error)) throw error
    return false
  }
}

async function find(queries: Queries, id: number): Promise<Alert> {
  const alert = await findAlert(queries, id)
  if (!alert) throw new NoSuchAlert()
  return alert
}

/** @returns the event to dispatch, if the order was paid by it */
async function settleIn(
  parts: SettleParts,
  { tx, order }: Loaded,
  session: string,
  id: number,
  request: DecidedRequest,
): Promise<OutboxRow | null> {
  const alert = await find(tx, id)
  if (isSettled(alert, request)) return null
  const row = order.sessions.find((each) => each.id === session) ?? null
  const decision = decideSettled(order, row, factOf(alert, request))
  if (decision.do === 'refuse') throw new CannotSettle(decision.why)
  if (decision.do === 'close' || row === null) {
    await close(tx, parts, request, 'id = $5', id)
    return null
  }
  const { as, outcome, settledAs, pays } = decision
  const at = new Date(parts.now())
  const payment = { id: row.id, kind: row.kind, amount: moneyOf(row), at }
  const { entry } = order
  if (pays && entry?.paidBy === null) await parts.ledgerOf(row.kind).setPaid(tx, entry, payment)
  const paid = pays ? await enqueue(tx, kindOf(row.kind).paidEvent, order, payment) : null
  await writeSettled(tx, row, outcome, settledAs, at)
  await changeSiblings(tx, order, row.id)
  if (as === 'refunded') {
    await parts.ledgerOf(row.kind).setUnpaid?.(tx, row.order_id, row.id)
    await endFulfilment(tx, row, at)
  }
  // The money of a session is settled once, however many alerts it has. Without its money there is nothing to fulfil either.
  const others = notAboutMoney.filter((kind) => as === 'accepted' || kind !== 'not_fulfilled')
  await close(tx, parts, request, `session = $5 and kind not in ('${others.join("', '")}')`, row.id)
  return paid
}

async function closeAlone(parts: SettleParts, id: number, request: SettleRequest): Promise<null> {
  const alert = await find(parts.db, id)
  if (isSettled(alert, request)) return null
  const decision = decideSettled({ entry: null }, null, factOf(alert, { ...request, isKnownAgain: false }))
  if (decision.do === 'refuse') throw new CannotSettle(decision.why)
  await close(parts.db, parts, request, 'id = $5', id)
  return null
}

/**
 * What was paid and not yet fulfilled must not be fulfilled without its money. The event stays: a call of `fulfil` may have done
 * half of its work, so an order that is paid again needs an event with another id. An event that was cleaned is put back for that.
 */
async function endFulfilment(tx: Queries, row: SessionRow, at: Date): Promise<void> {
  const ended = await tx.query(
    `update payin_checkout.outbox set done_at = coalesce(done_at, $2) where session = $1 returning id`,
    [row.id, at],
  )
  if (ended.length > 0 || row.outcome !== 'complete') return
  const { id, kind, order_id, amount_value, amount_currency } = row
  const { paidEvent } = kindOf(kind)
  await tx.query(
    `insert into payin_checkout.outbox (id, kind, session, subject, amount_value, amount_currency, created_at, next_try_at, done_at)
     values ($1, $2, $3, $4, $5, $6, $7, $7, $7)`,
    [`${paidEvent}:cleaned:${id}`, paidEvent, id, order_id, amount_value, amount_currency, at],
  )
}

type DecidedRequest = SettleRequest & Pick<SettledFact, 'isKnownAgain'>

const factOf = ({ kind, created_at }: Alert, { as, isKnownAgain }: DecidedRequest): SettledFact => ({
  as,
  alert: kind,
  raisedAt: new Date(created_at),
  isKnownAgain,
})

/** @throws {CannotSettle} when it was settled in another way */
function isSettled({ settled }: Alert, { as }: SettleRequest): boolean {
  if (settled !== null && settled.as !== as)
    throw new CannotSettle(`This alert was settled as ${settled.as} by ${settled.by}, at ${settled.at}.`)
  return settled !== null
}

const close = (
  queries: Queries,
  { now }: SettleParts,
  { as, by, note = null }: SettleRequest,
  which: string,
  value: string | number,
) =>
  queries.query(
    `update payin_checkout.alerts set settled_as = $1, settled_by = $2, note = $3, settled_at = $4
     where ${which} and settled_at is null`,
    [as, by, note, new Date(now()), value],
  )
