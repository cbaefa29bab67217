// The synchronous counterpart of one-payment/: reads the service's list of an order, and adopts payments whose rows are lost.
import { kindOf } from '../../../src/merchant/kinds/kinds.ts'
import type { Fetched, FoundPayment } from '../../../src/merchant/kinds/service-port.ts'
import { nextAttemptOf } from '../../../src/merchant/order/case.ts'
import { choiceHash } from '../../../src/merchant/session/choice-hash.ts'
import { holdsMoney } from '../../../src/merchant/session/outcomes.ts'
import type { SessionRow } from '../../../src/merchant/session/session-row.ts'
import { type Kind, outcomeOf } from '../../../src/server/index.ts'
import { hashOfChoice, idsOf } from '../rules.ts'
import { call, type World } from '../world.ts'
import { apply } from './apply.ts'
import { insertRow, loadCase, raise, type Subject } from './tables.ts'

/** Reads every payment that the service lists for an order, and applies each. @returns the ids of their sessions */
export function* list(
  world: World,
  subject: Subject,
  kind: Kind,
  startedAt = world.now,
): Generator<void, ReadonlySet<string>, void> {
  yield
  const rows: [SessionRow, Fetched][] = []
  for (const found of call(world, () => world.service.list(subject.order_id, kind, world.now))) {
    yield
    const row = recognize(world, { ...subject, kind }, found)
    if (row) rows.push([row, found.fetched])
  }
  for (const [row, fetched] of rows) {
    yield
    if (world.rules.isKnownEnd(row, fetched)) continue
    const { id } = row
    apply(world, id, { fetched, startedAt, isListed: true })
  }
  return new Set(rows.map(([{ id }]) => id))
}

/** Finds the session of a payment of the service, or adopts the payment. */
export function recognize(world: World, subject: Subject, found: FoundPayment): SessionRow | null {
  const { fetched, returnUrl } = found
  for (const row of world.tables.rows.values())
    if (row.kind === subject.kind && (row.service_id === fetched.id || row.seed === returnUrl)) return row
  const row = adopt(world, subject, found)
  const isMoney =
    holdsMoney(outcomeOf(subject.kind, fetched.status)) ||
    fetched.status === kindOf(subject.kind).disputeStatus
  if (row || !isMoney) return row
  raise(world, 'unknown_payment', null, fetched.id, subject.order_id)
  world.alerted.add(fetched.id)
  return null
}

/** Sessions beyond the newest known one that are tried. The server tries a hundred; no history makes more than these. */
const attemptsAhead = 12

function adopt(world: World, { kind, order_id }: Subject, found: FoundPayment): SessionRow | null {
  const { fetched, returnUrl, choice } = found
  const order = loadCase(world, { kind, order_id })
  const entry = order.entry ?? { payer: null, placedAt: null }
  const who = world.rules.whoOf(entry)
  for (let attempt = 1; attempt < nextAttemptOf(order, kind) + attemptsAhead; attempt++) {
    if (idsOf({ kind, order: order_id, who, attempt }).seed !== returnUrl || fetched.amount === null) continue
    world.reportLoss()
    world.say(() => `  adopts ${fetched.id} as ${kind} ${attempt} of ${order_id}`)
    const made = { kind, order_id, entry, attempt, amount: fetched.amount, body: null, serviceId: fetched.id }
    return insertRow(world, {
      ...made,
      choiceHash: choice === null ? hashOfChoice(null) : choiceHash(choice),
    })
  }
  return null
}
