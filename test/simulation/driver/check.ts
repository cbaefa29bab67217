// The synchronous counterpart of one-payment/: reads the earlier payments of an order, and adopts those whose rows are lost.
import { listedKindFor } from '../../../src/merchant/kinds/kinds.ts'
import type { FoundPayment } from '../../../src/merchant/kinds/service-port.ts'
import { nextAttemptOf } from '../../../src/merchant/order/case.ts'
import type { PaymentsToCheck } from '../../../src/merchant/order/rules/asked.ts'
import { choiceHash } from '../../../src/merchant/session/choice-hash.ts'
import type { SessionRow } from '../../../src/merchant/session/session-row.ts'
import type { Kind } from '../../../src/server/index.ts'
import { hashOfChoice, idsOf } from '../rules.ts'
import { call, noAnswer, notFound, refusedThere, type World } from '../world.ts'
import { apply, refresh } from './apply.ts'
import { insertRow, loadCase, raise, type Subject } from './tables.ts'

export interface Checked {
  readonly sessions: Set<string>
  listed: boolean
}

export const nothingChecked = (): Checked => ({ sessions: new Set(), listed: false })

const isFault = (error: unknown) => error === noAnswer || error === notFound || error === refusedThere

/** Reads these payments, and applies every answer. */
export function* checkEarlierPayments(
  world: World,
  subject: Subject,
  toCheck: PaymentsToCheck,
  checked: Checked,
): Generator<void, void, void> {
  try {
    yield* checkAll(world, subject, toCheck, checked)
  } catch (error) {
    if (!toCheck.isOptional || !isFault(error)) throw error
    checked.listed = true
  }
}

function* checkAll(
  world: World,
  subject: Subject,
  { sessions, list: isListNeeded }: PaymentsToCheck,
  checked: Checked,
): Generator<void, void, void> {
  const kind = listedKindFor(subject.kind)
  let listed: ReadonlySet<string> = new Set()
  if (isListNeeded || sessions.filter((row) => row.kind === kind).length > 1) {
    const known = sessions.map(({ fetch_started_at }) => fetch_started_at?.getTime() ?? 0)
    listed = yield* list(world, subject, kind, Math.max(world.now, ...known))
    checked.listed = true
  }
  for (const { id } of sessions) {
    if (listed.has(id)) continue
    try {
      yield* refresh(world, id)
    } catch (error) {
      if (error !== notFound) throw error
    }
  }
  for (const { id } of sessions) checked.sessions.add(id)
  for (const id of listed) checked.sessions.add(id)
}

function* list(
  world: World,
  subject: Subject,
  kind: Kind,
  startedAt: number,
): Generator<void, ReadonlySet<string>, void> {
  const listed = new Set<string>()
  yield
  for (const found of call(world, () => world.service.list(subject.order_id, kind, world.now))) {
    yield
    const row = recognize(world, { ...subject, kind }, found)
    if (!row) continue
    listed.add(row.id)
    yield
    apply(world, row.id, { fetched: found.fetched, startedAt })
  }
  return listed
}

/** Finds the session of a payment of the service, or adopts the payment. */
export function recognize(world: World, subject: Subject, found: FoundPayment): SessionRow | null {
  const { fetched, returnUrl } = found
  for (const row of world.tables.rows.values())
    if (row.kind === subject.kind && (row.service_id === fetched.id || row.seed === returnUrl)) return row
  const row = adopt(world, subject, found)
  if (row || fetched.status === 'FAILED' || fetched.status === 'EXPIRED') return row
  raise(world, 'unknown_payment', null, fetched.id)
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
    world.lostBefore = world.now
    world.say(() => `  adopts ${fetched.id} as ${kind} ${attempt} of ${order_id}`)
    const made = { kind, order_id, entry, attempt, amount: fetched.amount, body: null, serviceId: fetched.id }
    return insertRow(world, {
      ...made,
      choiceHash: choice === null ? hashOfChoice(null) : choiceHash(choice),
    })
  }
  return null
}
