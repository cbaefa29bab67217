// The synchronous counterpart of create/: a press and a link as chains of atomic steps. The rules decide; this file has their
// order only.
import { kindOf, shopperKindOf } from '../../../src/merchant/kinds/kinds.ts'
import { countedOf, type OrderCase } from '../../../src/merchant/order/case.ts'
import type { AskedFact, PaymentsToCheck } from '../../../src/merchant/order/rules/asked.ts'
import { isEnded } from '../../../src/merchant/session/outcomes.ts'
import {
  amountOf,
  holdsOrder,
  isTimeOver,
  isUndelivered,
  type SessionRow,
} from '../../../src/merchant/session/session-row.ts'
import { sameMoney } from '../../../src/server/index.ts'
import { hashOfChoice, idsOf } from '../rules.ts'
import { call, requestEnds, type World } from '../world.ts'
import { type Checked, checkEarlierPayments, nothingChecked } from './check.ts'
import { give, type Request, storedPage } from './give.ts'
import { applyListed, refresh } from './refresh.ts'
import { deliver } from './send.ts'
import { bodyOf, insertRow, loadCase, rowIn, storeClaim } from './tables.ts'

const maxRounds = 6

/** A press: `create/sessions.ts`, `open`. */
export function* press(world: World, request: Request): Generator<void, void, void> {
  const checked = nothingChecked()
  for (let round = 0; round < maxRounds; round++) {
    const claimed = claim(world, request, checked)
    if (claimed === null) return
    yield
    if ('payments' in claimed) {
      yield* checkEarlierPayments(world, request, claimed.payments, checked)
      continue
    }
    request.onSession(claimed.row.id)
    const { how, isReplied } = claimed
    if (isReplied) return
    const { row, isAdopted, isGiven } = yield* bringUpToDate(world, claimed, request)
    const isUnusable = how !== 'new' && how !== 'known' && isEnded(row.outcome) && !holdsOrder(row)
    if (!isAdopted && !isUnusable) {
      if (how === 'overdue')
        storeClaim(world, request.key, { session: row.id, request_hash: hashOf(request) })
      if (!isGiven) giveStored(world, row.id, request)
      return
    }
    if (how === 'overdue') continue
    if (!isAdopted || !sameMoney(amountOf(row), amountOf(claimed.row)))
      world.tables.claims.delete(request.key)
  }
}

interface Claimed {
  readonly row: SessionRow
  readonly how: 'new' | 'known' | 'shared' | 'overdue'
  readonly isReplied: boolean
}

const hashOf = ({ kind, order_id, method }: Request): string => `${order_id} ${kind} ${method}`

/** One transaction. @returns `null` when the request is refused */
function claim(
  world: World,
  request: Request,
  checked: Checked,
): Claimed | { payments: PaymentsToCheck } | null {
  const { kind, key, method } = request
  const order = loadCase(world, request, key)
  const fact: AskedFact = {
    kind,
    choiceHash: hashOfChoice(method),
    noChoiceHash: hashOfChoice(null),
    requestHash: hashOf(request),
    isOfCustomer: ({ id, order_id, attempt, ...row }) =>
      order.entry !== null &&
      idsOf({ kind: row.kind, order: order_id, who: world.rules.whoOf(order.entry), attempt }).row === id,
    checked,
  }
  const decision = world.rules.decideAsked(order, fact, world.now)
  if (decision.do === 'refuse') {
    world.say(() => `  refused: ${decision.why}`)
    return null
  }
  if (decision.do === 'check') return { payments: decision.payments }
  if (decision.do === 'create') return freeze(world, request, order, decision.attempt)
  const { row, how } = decision
  if (how === 'shared') storeClaim(world, key, { session: row.id, request_hash: fact.requestHash })
  if (how === 'overdue' || isUndelivered(row) || isTimeOver(row, world.now))
    return { row, how, isReplied: false }
  give(world, order, row, storedPage(world, row), { request })
  return { row, how, isReplied: true }
}

function freeze(world: World, request: Request, { entry }: OrderCase, attempt: number): Claimed | null {
  const { kind, order_id, method, key } = request
  const customer = world.tables.shop.get(order_id)?.customer
  if (entry === null || customer === undefined) return null
  if (kind !== 'payout' && shopperKindOf(kind).refusalOf(entry.amount) !== null) return null
  const nonce = `n${++world.made}`
  const body = bodyOf(nonce, method, customer)
  const made = { kind, order_id, entry, attempt, amount: entry.amount, body, serviceId: null }
  const row = insertRow(world, { ...made, choiceHash: hashOfChoice(method) })
  world.tables.nonces.set(row.id, nonce)
  storeClaim(world, key, { session: row.id, request_hash: hashOf(request) })
  return { row, how: 'new', isReplied: false }
}

interface UpToDate {
  readonly row: SessionRow
  readonly isAdopted: boolean
  /** Whether it was decided already what is given out. */
  readonly isGiven: boolean
}

function* bringUpToDate(
  world: World,
  { row, how }: Claimed,
  request: Request,
): Generator<void, UpToDate, void> {
  if (isUndelivered(row)) return yield* deliver(world, row.id, how === 'new' ? row : undefined, request)
  const now = isTimeOver(row, world.now) ? yield* refresh(world, row.id) : row
  return { row: now, isAdopted: false, isGiven: false }
}

/** One transaction: decides about the address that is stored. */
function giveStored(world: World, id: string, request?: Request): void {
  const order = loadCase(world, world.row(id))
  const row = rowIn(order, id)
  give(world, order, row, storedPage(world, row), { request })
}

/** A shopper comes back to a session: `create/sessions.ts`, `renewLink`. */
export function* renewLink(world: World, id: string): Generator<void, void, void> {
  if (yield* upToDate(world, id)) return
  const { isGiven } = yield* deliver(world, id, undefined, undefined)
  if (!isGiven) giveStored(world, id)
}

/** A recipient claims a payout: `create/payouts.ts`, `open`. */
export function* claimPayout(world: World, id: string): Generator<void, void, void> {
  if (yield* upToDate(world, id)) return
  const { service_id } = world.row(id)
  if (service_id === null) return
  const startedAt = world.now
  yield
  const fetched = call(world, () => world.service.get(service_id, world.now))
  if (fetched === null) throw requestEnds
  yield
  const { row, order } = yield* applyListed(world, id, { fetched, startedAt })
  const at = world.payment(service_id)
  give(world, order, row, fetched.redirectUrl && at ? { url: fetched.redirectUrl, at } : null)
}

/** @returns whether the answer is decided; if not, the page must be asked for */
function* upToDate(world: World, id: string): Generator<void, boolean, void> {
  const checked = nothingChecked()
  for (let round = 0; round < maxRounds; round++) {
    const order = loadCase(world, world.row(id))
    const row = rowIn(order, id)
    if (world.rules.refusalOfAddress(order, row, world.now) !== null) return true
    const payments = world.rules.paymentsToCheck(countedOf(order), id, checked, order.mayMissRows)
    if (payments) {
      yield
      yield* checkEarlierPayments(world, row, payments, checked)
      continue
    }
    if (isTimeOver(row, world.now) && row.service_id !== null && !checked.sessions.has(id)) {
      yield
      yield* refresh(world, id)
      checked.sessions.add(id)
      continue
    }
    const { sending, pageNeedsCode } = kindOf(row.kind)
    const isKnown = sending === 'keyed' && !pageNeedsCode && row.service_id !== null
    if (isKnown) give(world, order, row, storedPage(world, row))
    yield
    return isKnown
  }
  return true
}
