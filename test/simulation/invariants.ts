// What must hold in every history. Each rule has a title in plain English and is judged by what the shop and the service have,
// not by what the server's rules say.
import { isAboutMoney } from '../../src/merchant/alerts.ts'
import { hostedSessionMs } from '../../src/merchant/kinds/links.ts'
import type { Fetched } from '../../src/merchant/kinds/service-port.ts'
import type { OrderCase } from '../../src/merchant/order/case.ts'
import { amountOf, reviewOf, type SessionRow } from '../../src/merchant/session/session-row.ts'
import { sameMoney } from '../../src/server/index.ts'
import type { Request } from './driver/give.ts'
import { isComplete, isEnd, isLinkOpen, isPayable, isPromised, type Payment } from './service.ts'
import type { Page, World } from './world.ts'

/** A history has broken a rule. */
export class Broken extends Error {
  readonly title: string
  constructor(title: string, detail: string) {
    super(`${title}: ${detail}`)
    this.title = title
  }
}

/** @returns whether the rule holds */
type Holds<Event> = (world: World, event: Event) => boolean
type Rules<Event> = Readonly<Record<string, Holds<Event>>>

function check<Event>(world: World, rules: Rules<Event>, event: Event, about: () => string): void {
  for (const title in rules) if (!rules[title]?.(world, event)) throw new Broken(title, about())
}

const nameOf = ({ kind, attempt, order_id }: SessionRow) => `${kind} ${attempt} of ${order_id}`
const holdsMoney = ({ outcome, status, kind }: SessionRow) =>
  outcome === 'authorized' ||
  outcome === 'complete' ||
  (kind === 'payin' && status === 'DISPUTED' && outcome === 'open')

// The case of an order was loaded.

const loaded: Rules<{ readonly order: OrderCase; readonly about: SessionRow }> = {
  'what a page is told of an order comes from its own payments': (_world, { order, about }) =>
    order.sessions.every((row) => isOfSameOrder(row, about)),
}

export function afterLoaded(world: World, order: OrderCase, about: SessionRow): void {
  check(world, loaded, { order, about }, () => nameOf(about))
}

// An address is given out.

interface Given {
  readonly row: SessionRow
  readonly page: Page
  readonly request: Request | undefined
}

const othersOf = ({ tables }: World, session: SessionRow): SessionRow[] =>
  [...tables.rows.values()].filter((row) => row.id !== session.id && isOfSameOrder(row, session))

const isOfSameOrder = (row: SessionRow, other: SessionRow): boolean =>
  row.order_id === other.order_id && row.placed_at?.getTime() === other.placed_at?.getTime()

const given: Rules<Given> = {
  'no address of a withdrawn order is given out': (world, { row }) => world.entryOf(row.order_id) !== null,
  'no address of a paid order is given out': (world, { row }) =>
    (world.entryOf(row.order_id)?.paidBy ?? null) === null,
  'an address is only given out at the present price of its order': (world, { row }) => {
    const entry = world.entryOf(row.order_id)
    return entry === null || sameMoney(entry.amount, amountOf(row))
  },
  'the hosted page asks for the amount of its session': (_world, { row, page }) =>
    sameMoney(page.at.amount, amountOf(row)),
  'no address is given out while another payment of the order is promised': (world, { row }) =>
    !othersOf(world, row).some(holdsMoney),
  'an address is only given out while its own session is open': (_world, { row }) =>
    row.outcome === 'open' && row.doubt === null && row.review === null,
  'no address is given out after the service has promised another payment': (world, { row }) =>
    !world.service.payments.some((payment) => isKnownPromise(world, payment, row)),
  'at most two pages of an order can be paid': (world, { row }) => payablePages(world, row.order_id) <= 2,
  'at most one payout of a reference can be claimed': (world, { row }) =>
    row.kind !== 'payout' || payablePages(world, row.order_id) <= 1,
  'a page is of the order, the kind and the choice that were asked for, or offers every choice': (
    _world,
    { page, request },
  ) =>
    request === undefined ||
    (page.order === request.order_id &&
      page.at.kind === request.kind &&
      (page.at.method === null || page.at.method === request.method)),
  'a page leads to the payment of its own customer': (world, { row, page }) =>
    world.tables.shop.get(row.order_id)?.customer === page.at.customer,
}

/** Whether every read of the running request has shown this payment as promised, and its session could be found. */
function isKnownPromise(world: World, payment: Payment, row: SessionRow): boolean {
  const { service, running, tables } = world
  if (payment.order !== row.order_id || payment.row === row.id || payment.forgotten) return false
  if (running === null || service.laggedUntil >= running.startedSeq) return false
  if (tables.shop.get(row.order_id)?.customer !== payment.customer) return false
  const session = findSession(world, payment)
  if (session?.settled_as === 'refunded') return false
  if (payment.kind === 'on_ramp' || payment.kind === 'bank_transfer') if (!session) return false
  const { history } = payment
  for (let index = history.length - 1; index >= 0; index--) {
    const moment = history[index] as (typeof history)[number]
    if (!isPromised(moment)) return false
    if (moment.seq <= running.startedSeq) return true
  }
  return false
}

function findSession({ tables }: World, payment: Payment): SessionRow | undefined {
  for (const row of tables.rows.values()) if (row.service_id === payment.id) return row
  return undefined
}

/** The pages of an order that somebody has and can pay on now, as far as the server can know. */
export function payablePages(world: World, order: string): number {
  const { tables, pages, now } = world
  const customer = tables.shop.get(order)?.customer
  return pages.filter(({ order: its, url, at, session }) => {
    if (its !== order || world.excused.has(url) || at.customer !== customer) return false
    if ('url' in at) return isLinkOpen(at, now) && at.at + hostedSessionMs - now > 60_000
    // We stop waiting for a bank transfer after a week.
    if (at.kind === 'bank_transfer' && tables.rows.get(session)?.outcome !== 'open') return false
    return isPayable(at) && !at.revived
  }).length
}

export function afterGiven(world: World, row: SessionRow, page: Page, request: Request | undefined): void {
  check(world, given, { row, page, request }, () => `${nameOf(row)}, ${page.url}`)
}

// A payment or a link is about to be made at the service.

/** Whether the running request has asked the shop before other things happened, or not at all: nobody gets what a check makes. */
const mayBeOutdated = ({ running, turn }: World) => running?.caseTurn !== turn

const made: Rules<SessionRow> = {
  'nothing is made at the service for an order that is withdrawn or paid': (world, row) => {
    const entry = world.entryOf(row.order_id)
    return mayBeOutdated(world) || (entry !== null && entry.paidBy === null)
  },
  'nothing is made at the service for an order that is promised': (world, row) =>
    mayBeOutdated(world) || !othersOf(world, row).some(holdsMoney),
  'nothing is made at the service at another price than the order has': (world, row) => {
    const entry = world.entryOf(row.order_id)
    return mayBeOutdated(world) || entry === null || sameMoney(entry.amount, amountOf(row))
  },
}

export function beforeMade(world: World, row: SessionRow): void {
  check(world, made, row, () => nameOf(row))
}

// The service has answered.

interface Answered {
  readonly before: SessionRow
  readonly after: SessionRow
  readonly fetched: Fetched
  readonly startedAt: number
}

const answered: Rules<Answered> = {
  'a session only completes when the shop’s order says that it paid': (world, { before, after }) =>
    before.outcome === 'complete' ||
    after.outcome !== 'complete' ||
    (world.entryOf(after.order_id)?.paidBy === after.id && world.tables.outbox.has(after.id)),
  'a promise never becomes open again': (_world, { before, after }) =>
    before.outcome !== 'authorized' || after.outcome !== 'open',
  'only the end of its own payment ends a promise': (_world, { before, after, fetched }) =>
    before.outcome !== 'authorized' ||
    !['failed', 'expired'].includes(after.outcome) ||
    /^(FAILED|EXPIRED|FAILED_INTENT)$/.test(fetched.status) ||
    fetched.deposit === 'FAILED',
  'what is complete stays complete': (_world, { before, after }) =>
    before.outcome !== 'complete' || after.outcome === 'complete',
  'a session that was paid keeps its payment': (_world, { before, after }) =>
    !holdsMoney(before) || before.service_id === null || before.service_id === after.service_id,
  'an answer that was overtaken changes nothing': (_world, { before, after, fetched, startedAt }) =>
    before === after ||
    before.service_id !== fetched.id ||
    before.fetch_started_at === null ||
    before.fetch_started_at.getTime() <= startedAt,
  'refunded money never completes its session': (_world, { after }) =>
    after.settled_as !== 'refunded' || after.outcome === 'failed',
  'money that does not fit is under review': (_world, { before, after, fetched }) =>
    before === after ||
    after.outcome !== 'authorized' ||
    after.service_id !== fetched.id ||
    after.kind !== 'payin' ||
    fetched.status !== 'COMPLETED' ||
    after.review !== null ||
    after.doubt !== null,
  'whoever has one of two open payouts is reported when the other one is paid': (world, { before, after }) =>
    before.outcome === 'complete' ||
    after.outcome !== 'complete' ||
    after.kind !== 'payout' ||
    payablePages(world, after.order_id) === 0 ||
    world.tables.alerts.some(({ kind }) => kind === 'second_payment'),
  'a dispute raises an alert': (world, { before, after }) =>
    after.status !== 'DISPUTED' ||
    before.status === 'DISPUTED' ||
    after.settled_as === 'refunded' ||
    world.tables.alerts.some(({ kind, session }) => kind === 'disputed' && session === after.id),
}

export function afterAnswer(
  world: World,
  before: SessionRow,
  after: SessionRow,
  fetched: Fetched,
  startedAt: number,
): void {
  check(
    world,
    answered,
    { before, after, fetched, startedAt },
    () => `${nameOf(after)} was ${before.outcome}`,
  )
}

// An order is paid.

interface Paid {
  readonly row: SessionRow
  readonly isAccepted: boolean
  readonly eventId: string
}

const paid: Rules<Paid> = {
  'an order is fulfilled once for each payment': (world, { row }) => !world.tables.outbox.has(row.id),
  'an order is fulfilled for one payment only': (world, { row }) =>
    !othersOf(world, row).some(({ id }) => world.tables.outbox.has(id)),
  'an order is paid by its own price only, unless a person accepts another': (world, { row, isAccepted }) => {
    const entry = world.entryOf(row.order_id)
    const payment = world.payment(row.service_id)
    if (isAccepted || entry === null) return entry !== null
    return (
      sameMoney(entry.amount, amountOf(row)) &&
      payment !== undefined &&
      sameMoney(payment.amount, entry.amount)
    )
  },
  'an order is paid by one payment only': (world, { row }) =>
    world.tables.shop.get(row.order_id)?.entry.paidBy === row.id,
  'no payment with another marker pays an order, unless a person accepts it': (world, { row, isAccepted }) =>
    isAccepted || !world.payment(row.service_id)?.mistake,
  'another customer’s money never pays an order': (world, { row }) =>
    world.payment(row.service_id)?.customer === world.tables.shop.get(row.order_id)?.customer,
  'an order is fulfilled under one id, also after its database was set back': (world, { row, eventId }) =>
    (world.shipped.get(parcelOf(world, row)) ?? eventId) === eventId,
  'where rows may be missing, the oldest money pays its order': (world, { row, isAccepted }) =>
    isAccepted || !world.service.payments.some((payment) => isOlderMoney(world, payment, row)),
  'only money that has come pays an order': (world, { row, isAccepted }) =>
    isAccepted || (world.payment(row.service_id)?.history ?? []).some(({ status }) => isMoney(row, status)),
}

const isMoney = ({ kind }: SessionRow, status: string) =>
  status === (kind === 'bank_transfer' ? 'AUTHORIZED' : 'COMPLETED')

const parcelOf = ({ tables }: World, { order_id }: SessionRow): string =>
  `${order_id} of ${tables.shop.get(order_id)?.customer}`

/** Whether it was found already that this money does not fit. */
const isDecided = (row: SessionRow | undefined): boolean =>
  row !== undefined && (row.settled_as === 'refunded' || row.review !== null)

/** Whether this money came before the request began, for the same order, from an older payment that the service lists. */
function isOlderMoney(world: World, payment: Payment, row: SessionRow): boolean {
  const { service, running, tables } = world
  const own = world.payment(row.service_id)
  const order = tables.shop.get(row.order_id)
  if (!own || !order || running === null || service.laggedUntil > 0 || world.gap() === null) return false
  if (payment.kind !== 'payin' || payment.order !== row.order_id || payment.customer !== order.customer)
    return false
  const [made, ownMade] = [payment.history[0]?.seq ?? 0, own.history[0]?.seq ?? 0]
  const came =
    payment.history.findLast(({ status }) => status === 'COMPLETED')?.seq ?? Number.POSITIVE_INFINITY
  if (made >= ownMade || payment.forgotten || !isComplete(payment) || came > running.startedSeq) return false
  return sameMoney(payment.amount, order.entry.amount) && !isDecided(findSession(world, payment))
}

export function afterPaid(world: World, row: SessionRow, isAccepted: boolean, eventId: string): void {
  check(world, paid, { row, isAccepted, eventId }, () => nameOf(row))
  world.shipped.set(parcelOf(world, row), eventId)
}

// A person has settled an alert.

const settled: Rules<{ readonly before: SessionRow; readonly after: SessionRow }> = {
  'money that was accepted completes its session and its order': (world, { before, after }) =>
    after.settled_as !== 'accepted' ||
    before.outcome === 'complete' ||
    (after.outcome === 'complete' &&
      world.entryOf(after.order_id)?.paidBy === after.id &&
      world.tables.outbox.has(after.id)),
  'money that was refunded ends its session': (_world, { after }) =>
    after.settled_as !== 'refunded' || after.outcome === 'failed',
  'an order can be paid again after its money was refunded': (world, { after }) =>
    after.settled_as !== 'refunded' || !isBlockedBy(world, after),
}

/** Whether a refunded session still keeps its order from being paid: no other payment does. */
function isBlockedBy(world: World, row: SessionRow): boolean {
  const entry = world.entryOf(row.order_id)
  if (entry === null || entry.paidBy !== null || othersOf(world, row).some(holdsMoney)) return false
  const sessions = [...world.tables.rows.values()].filter(({ order_id }) => order_id === row.order_id)
  const order = world.rules.caseOf({ entry, sessions, claim: null, mayMissRows: false }, row, (each) =>
    isOfSameOrder(each, row),
  )
  const checked = { sessions: new Set(sessions.map(({ id }) => id)), unread: new Set<string>(), listed: true }
  const fact = {
    ...{ kind: row.kind, choiceHash: 'new', noChoiceHash: 'none', requestHash: 'new', checked },
    isOfCustomer: () => true,
  }
  const decision = world.rules.decideAsked(order, fact, world.now)
  return decision.do === 'use'
    ? decision.row.id === row.id
    : decision.do === 'refuse' && decision.why === 'paid'
}

export function afterSettled(world: World, before: SessionRow, after: SessionRow): void {
  check(world, settled, { before, after }, () => nameOf(after))
}

// The end of a history: every webhook has arrived, and every session was read.

const ended: Rules<Payment> = {
  'every payment that has come pays its order, or a person was told': (world, payment) =>
    !isComplete(payment) ||
    payment.forgotten ||
    world.lost.has(payment.id) ||
    world.alerted.has(payment.id) ||
    findSession(world, payment)?.outcome === 'complete' ||
    // A person has decided about it.
    typeof findSession(world, payment)?.settled_as === 'string' ||
    isUnderReview(world, findSession(world, payment)),
  'a session whose payment has ended holds no money': (world, payment) => {
    const row = findSession(world, payment)
    const last = payment.history[payment.history.length - 1]
    return !row || !last || !isEnd(last) || payment.forgotten || row.outcome !== 'open'
  },
}

/** Whether a person finds the session among the open alerts. */
const isUnderReview = ({ tables }: World, row: SessionRow | undefined): boolean =>
  row?.outcome === 'authorized' &&
  row.review !== null &&
  tables.alerts.some(({ session, settled }) => session === row.id && settled === null)

const rowsAtEnd: Rules<SessionRow> = {
  'money under review has an open alert by which a person can settle it': ({ tables }, row) =>
    reviewOf(row) === null ||
    tables.alerts.some(
      ({ kind, session, settled }) => session === row.id && settled === null && isAboutMoney(kind),
    ),
}

export function atEnd(world: World): void {
  for (const row of world.tables.rows.values()) check(world, rowsAtEnd, row, () => nameOf(row))
  for (const payment of world.service.payments)
    check(world, ended, payment, () => `${payment.kind} ${payment.id} of ${payment.order}`)
}
