// The synchronous counterpart of webhooks, of the sweep, and of settling an alert.
import { isAboutMoney } from '../../../src/merchant/alerts.ts'
import { kindOf } from '../../../src/merchant/kinds/kinds.ts'
import type { Settlement } from '../../../src/merchant/order/rules/settled.ts'
import { isEnded } from '../../../src/merchant/session/outcomes.ts'
import { isUndelivered, type SessionRow } from '../../../src/merchant/session/session-row.ts'
import { afterSettled } from '../invariants.ts'
import { found, latest, type Webhook } from '../service.ts'
import { notFound, type SimulatedAlert, type World } from '../world.ts'
import { name, pay } from './apply.ts'
import { recognize } from './list.ts'
import { refresh } from './refresh.ts'
import { deliver } from './send.ts'
import { closeAttempt, loadCase, raise, rowIn } from './tables.ts'

type Steps = Generator<void, void, void>

/** Processes a webhook: finds its session, compares, and fetches or applies. */
export function* processWebhook(world: World, webhook: Webhook): Steps {
  const { payment, status } = webhook
  const { isSigned } = kindOf(payment.kind).webhooks
  const row = isSigned ? sessionOfSigned(world, webhook) : sessionOfUnsigned(world, webhook)
  if (row === null) return
  yield
  if (!isSigned) recordMismatch(world, row, webhook)
  yield
  const now = world.row(row.id)
  const isNew = now.service_id !== payment.id && payment.kind !== 'bank_transfer'
  const named = payment.kind === 'on_ramp' ? null : status
  const decision = isNew ? 'fetch' : world.rules.compareStatus(now, named, isSigned, 'COMPLETED')
  if (decision === 'old') return
  yield
  if (decision === 'apply') return applyStatus(world, now, status)
  const after = yield* refresh(world, row.id, { isWebhook: true, serviceId: isNew ? payment.id : undefined })
  if (status !== kindOf(row.kind).disputeStatus || after.status === status) return
  raise(world, 'disputed', row.id, 'a webhook announced a dispute that the service does not show now')
  world.alerted.add(payment.id)
}

/** A signed status that changes no outcome is applied without a fetch, unless the session has changed meanwhile. */
function applyStatus(world: World, row: SessionRow, status: string): void {
  const { version, outcome } = world.row(row.id)
  if (version === row.version && (outcome === 'open' || outcome === 'authorized'))
    world.write({ ...row, status, version: version + 1 })
}

function sessionOfSigned(world: World, { payment }: Webhook): SessionRow | null {
  return recognize(world, { kind: payment.kind, order_id: payment.order }, found(payment, latest(payment)))
}

function sessionOfUnsigned(world: World, { payment }: Webhook): SessionRow | null {
  const row = world.tables.rows.get(payment.row)
  // Another nonce belongs to a payment whose row was lost and whose attempt was made again.
  if (row && world.tables.nonces.get(row.id) === payment.nonce) return row
  world.reportLoss()
  raise(world, 'unknown_payment', null, `a webhook of ${payment.row}`)
  world.alerted.add(payment.id)
  return null
}

function recordMismatch(world: World, row: SessionRow, webhook: Webhook): void {
  const { amount, currency, marker, payment } = webhook
  const named = { amount, currency, webhookPayload: marker, mustIncludeAmount: row.kind === 'on_ramp' }
  const now = world.row(row.id)
  const mismatch = world.rules.findWebhookMismatch(now, payment.kind === 'on_ramp' ? payment.id : null, named)
  if (mismatch === null) return
  if (now.doubt === null) world.write({ ...now, doubt: mismatch, version: now.version + 1 })
  raise(world, 'amount_differs', row.id, mismatch)
  world.alerted.add(webhook.payment.id)
}

/** Checks one session, as the sweep does. */
export function* sweep(world: World, row: SessionRow): Steps {
  const kind = kindOf(row.kind)
  const isOver = (session: SessionRow) => kind.givesUpAt !== undefined && kind.givesUpAt(session) <= world.now
  if (isUndelivered(row) && kind.sending === 'keyed') {
    yield* deliver(world, row.id, undefined, undefined)
    return
  }
  let after = row
  try {
    after = yield* refresh(world, row.id)
  } catch (error) {
    if (error !== notFound || !isOver(row)) throw error
  }
  if (isOver(after) && !isEnded(after.outcome)) closeAttempt(world, after, 'EXPIRED', false)
}

/** A person settles an alert: order/settle.ts. */
export function* settle(world: World, alert: SimulatedAlert, as: Settlement): Steps {
  const { alerts, rows } = world.tables
  if (alert.settled !== null || !alerts.includes(alert)) return
  const session = alert.session === null ? undefined : rows.get(alert.session)
  const close = (isSame: (each: SimulatedAlert) => boolean) =>
    alerts.forEach((each, index) => {
      if (isSame(each) && each.settled === null) alerts[index] = { ...each, settled: as }
    })
  if (session === undefined) {
    if (as === 'noted') close((each) => each === alert)
    return
  }
  const order = loadCase(world, session)
  const row = rowIn(order, session.id)
  const decision = world.rules.decideSettled(order, row, {
    as,
    alert: alert.kind,
    raisedAt: new Date(world.now),
    isKnownAgain: false,
  })
  if (decision.do === 'refuse') return
  if (decision.do === 'close') return close((each) => each === alert)
  if (decision.pays) pay(world, order, row, true)
  const after = world.write({
    ...row,
    ...{ outcome: decision.outcome, settled_as: decision.settledAs, review: null, version: row.version + 1 },
  })
  close((each) => each.session === row.id && isAboutMoney(each.kind))
  world.say(() => `  ${name(row)} is settled as ${as}: ${after.outcome}`)
  afterSettled(world, row, after)
  yield
}
