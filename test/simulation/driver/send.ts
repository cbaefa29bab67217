// The synchronous counterpart of create/send-keyed.ts and create/send-by-link.ts.
import { kindOf } from '../../../src/merchant/kinds/kinds.ts'
import { hostedSessionMs, liveLinks } from '../../../src/merchant/kinds/links.ts'
import type { Fetched } from '../../../src/merchant/kinds/service-port.ts'
import { amountOf, holdsOrder, type SessionRow } from '../../../src/merchant/session/session-row.ts'
import { sameMoney } from '../../../src/server/index.ts'
import { beforeMade } from '../invariants.ts'
import { latest, pageOf } from '../service.ts'
import { call, noAnswer, notFound, refusedThere, requestEnds, type World } from '../world.ts'
import { give, type Request } from './give.ts'
import { applyListed, refresh } from './refresh.ts'
import { closeAttempt, intentOf, loadCase, rowIn } from './tables.ts'

const resendForMs = 20 * 3_600_000

export interface Sent {
  readonly row: SessionRow
  readonly isAdopted: boolean
  /** Whether it was decided already what is given out. */
  readonly isGiven: boolean
}

type Sending = Generator<void, Sent, void>

/** Sends one frozen session to the service. @param justFrozen the row, when the caller has just inserted it */
export function* deliver(
  world: World,
  id: string,
  justFrozen: SessionRow | undefined,
  request: Request | undefined,
): Sending {
  const row = justFrozen ?? world.row(id)
  if (kindOf(row.kind).sending === 'keyed')
    return yield* sendKeyed(world, row, justFrozen !== undefined, request)
  yield* sendByLink(world, row)
  yield
  return yield* makeLink(world, id, request)
}

const known = (row: SessionRow): Sent => ({ row, isAdopted: false, isGiven: false })

function* sendKeyed(
  world: World,
  frozen: SessionRow,
  isJustFrozen: boolean,
  request: Request | undefined,
): Sending {
  const { id, first_sent_at: sentAt } = frozen
  const sentBefore = !isJustFrozen && sentAt !== null
  if (sentBefore && world.now - sentAt.getTime() > resendForMs)
    return known((yield* findAtService(world, frozen)) ?? closeAttempt(world, frozen, 'EXPIRED', false))
  if (sentBefore && isPaidElsewhere(world, frozen))
    return known((yield* findAtService(world, frozen)) ?? frozen)
  yield
  const row = isJustFrozen ? frozen : world.row(id)
  if (row.request_body === null || row.outcome !== 'open' || row.service_id !== null)
    return known(world.row(id))
  const intent = intentOf(row)
  let fetched: Fetched | null
  try {
    const body = `${row.request_body} ${row.amount_value} ${row.amount_currency}`
    beforeMade(world, row)
    fetched = call(world, () => world.service.create(row.service_key, body, intent, world.now))
  } catch (error) {
    if (error !== refusedThere) throw error
    const there = sentBefore ? yield* findAtService(world, row) : null
    return known(there ?? closeAttempt(world, row, 'FAILED', true))
  }
  yield
  if (fetched === null) return yield* afterConflict(world, row)
  const { row: applied, order } = yield* applyListed(world, id, {
    fetched,
    startedAt: row.first_sent_at?.getTime() ?? 0,
  })
  if (sentBefore) {
    yield
    return known(yield* refresh(world, id))
  }
  const at = world.payment(applied.service_id)
  if (at)
    give(world, order, applied, applied.redirect_url ? { url: applied.redirect_url, at } : null, { request })
  return { row: applied, isAdopted: false, isGiven: true }
}

/** The service has this key with other bytes: a row of the same attempt was lost. Its payment is found by the return_url. */
function* afterConflict(world: World, row: SessionRow): Sending {
  const all = call(world, () => world.service.list(row.order_id, row.kind, world.now))
  const fetched = all.find(({ returnUrl }) => returnUrl === row.seed)?.fetched
  if (!fetched) throw noAnswer
  yield
  const isAdopted = fetched.echoed?.nonce !== intentOf(row).nonce
  const now = world.row(row.id)
  if (isAdopted) world.reportLoss()
  if (isAdopted && fetched.amount && !sameMoney(fetched.amount, amountOf(row)) && now.service_id === null)
    world.write({ ...now, amount_value: fetched.amount.value, amount_currency: fetched.amount.currency })
  yield
  return { row: yield* refresh(world, row.id, { serviceId: fetched.id }), isAdopted, isGiven: false }
}

function isPaidElsewhere({ tables }: World, { id, order_id, placed_at, outcome }: SessionRow): boolean {
  if (outcome !== 'open') return false
  for (const row of tables.rows.values())
    if (
      row.order_id === order_id &&
      row.placed_at?.getTime() === placed_at?.getTime() &&
      row.id !== id &&
      holdsOrder(row)
    )
      return true
  return false
}

function* findAtService(world: World, row: SessionRow): Generator<void, SessionRow | null, void> {
  if (row.request_body === null) return null
  const startedAt = world.now
  yield
  const all = call(world, () => world.service.list(row.order_id, row.kind, world.now))
  const found = all.find(({ returnUrl }) => returnUrl === row.seed)
  yield
  return found ? (yield* applyListed(world, row.id, { fetched: found.fetched, startedAt })).row : null
}

/** Creates the transaction that the link will be for. On-ramps have none before they are paid. */
function* sendByLink(world: World, frozen: SessionRow): Generator<void, void, void> {
  if (frozen.service_id !== null || frozen.outcome !== 'open' || frozen.request_body === null) return
  if (frozen.kind !== 'bank_transfer') return
  yield
  const intent = intentOf(frozen)
  let id: string
  try {
    id = call(world, () => world.service.add(intent, world.now, 'INTENT')).id
  } catch (error) {
    if (error !== refusedThere) throw error
    closeAttempt(world, frozen, 'FAILED', true)
    return
  }
  yield
  const row = world.row(frozen.id)
  // The first process to store its id wins. The other transaction has no link, so nobody can pay it.
  if (row.service_id === null && row.outcome === 'open')
    world.write({ ...row, service_id: id, request_body: null })
}

/** Makes a link, if an address may be given out: reserved under the order's lock before the call, and decided again after it. */
function* makeLink(world: World, id: string, request: Request | undefined): Sending {
  const at = world.now
  const before = loadCase(world, world.row(id))
  const row = rowIn(before, id)
  if (world.rules.refusalOfAddress(before, row, at) !== null) return { ...known(row), isGiven: true }
  writeLinks(world, row, world.rules.reserveLink(row.links, at))
  yield
  const made = yield* askForLink(world, row, at)
  if (made === null) return known(world.row(id))
  yield
  const order = loadCase(world, world.row(id))
  const stored = storeLink(world, rowIn(order, id), row.kind === 'on_ramp' ? null : made.url)
  const after = { ...order, sessions: order.sessions.map((each) => (each.id === id ? stored : each)) }
  give(world, after, stored, made, { isMade: true, request })
  return { row: stored, isAdopted: false, isGiven: true }
}

const writeLinks = (world: World, row: SessionRow, links: readonly number[]) =>
  world.write({ ...row, links: JSON.stringify(links) })

/** @returns `null` when there is no link, and the session may have changed because of that */
function* askForLink(world: World, row: SessionRow, at: number) {
  try {
    const made = call(world, () => linkAtService(world, row))
    return made
  } catch (error) {
    if (error !== noAnswer && error !== refusedThere && error !== notFound) throw error
    yield
    const now = world.row(row.id)
    const links = liveLinks(now.links, world.now)
    writeLinks(world, now, links.toSpliced(links.indexOf(at), 1))
    if (row.service_id !== null && error !== noAnswer) yield* refresh(world, row.id)
    else if (error === refusedThere && now.expires_at === null) closeAttempt(world, now, 'FAILED', true)
    else throw error
    return null
  }
}

function linkAtService(world: World, row: SessionRow) {
  beforeMade(world, row)
  if (row.kind === 'on_ramp') {
    const at = world.service.link(intentOf(row), world.now)
    return { url: at.url, at }
  }
  const at = world.payment(row.service_id)
  if (!at) throw requestEnds
  const { status } = latest(at)
  if (status !== 'INTENT' && status !== 'STARTED') throw refusedThere
  if (status === 'INTENT') world.service.move(at, world.now, 'STARTED')
  return { url: pageOf(at), at }
}

function storeLink(world: World, row: SessionRow, url: string | null): SessionRow {
  const { getsIdWhenPaid, statusesBeforeLink } = kindOf(row.kind)
  if (row.outcome !== 'open' || (getsIdWhenPaid && row.service_id !== null)) return row
  const isMoved = statusesBeforeLink.includes(row.status)
  return world.write({
    ...row,
    status: isMoved ? (row.kind === 'on_ramp' ? 'INTENT' : 'STARTED') : row.status,
    redirect_url: url,
    expires_at: row.kind === 'on_ramp' ? new Date(world.now + hostedSessionMs) : row.expires_at,
    version: row.version + 1,
  })
}
