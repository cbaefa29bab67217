// Faults that the simulation must find: each changes one rule in one place. The titles say what the changed server does.
import type { OrderCase } from '../../src/merchant/order/case.ts'
import type { AnsweredDecision, NewState } from '../../src/merchant/order/rules/answered.ts'
import type { Entry } from '../../src/merchant/orders.ts'
import { isEnded } from '../../src/merchant/session/outcomes.ts'
import { amountOf, isTimeOver, type SessionRow } from '../../src/merchant/session/session-row.ts'
import { type Rules, rules } from './rules.ts'

type Change = Partial<Rules>

const noEntry = { id: '', ownId: '', reference: '', payer: null, placedAt: null, legacy: null, paidBy: null }

const withEntry = <Case extends Pick<OrderCase, 'entry'>>(
  order: Case,
  change: (entry: Entry) => Partial<Entry>,
): Case => (order.entry === null ? order : { ...order, entry: { ...order.entry, ...change(order.entry) } })

const withSessions = (order: OrderCase, change: (row: SessionRow) => SessionRow | null): OrderCase => ({
  ...order,
  sessions: order.sessions.flatMap((row) => change(row) ?? []),
})

/** The rule about addresses sees another case. */
const address = (see: (order: OrderCase, row: SessionRow, now: number) => OrderCase): Change => ({
  refusalOfAddress: (order, row, now, isMade) =>
    rules.refusalOfAddress(see(order, row, now), row, now, isMade),
})

/** The rule about create requests sees another case, and answers with the session as it is. */
const asked = (see: (order: OrderCase, now: number, kind: string) => OrderCase): Change => ({
  decideAsked: (order, fact, now) => {
    const decision = rules.decideAsked(see(order, now, fact.kind), fact, now)
    if (decision.do !== 'use') return decision
    const row = order.sessions.find(({ id }) => id === decision.row.id)
    return { ...decision, row: row ?? decision.row }
  },
})

/** The rule about answers of the service sees another case or another session. */
const answered = (
  see: (order: OrderCase, row: SessionRow, id: string) => readonly [OrderCase, SessionRow],
): Change => ({
  decideAnswered: (order, row, fact, now) => {
    const [seen, seenRow] = see(order, row, fact.fetched.id)
    return rules.decideAnswered(seen, seenRow, fact, now)
  },
})

/** The rule about answers of the service comes to another state. */
const decides = (
  change: (state: NewState, row: SessionRow, status: string) => Partial<NewState>,
): Change => ({
  decideAnswered: (order, row, fact, now) => {
    const decision = rules.decideAnswered(order, row, fact, now)
    const { state } = decision
    return state === null
      ? decision
      : { ...decision, state: { ...state, ...change(state, row, fact.fetched.status) } }
  },
})

const alerts = (change: (decision: AnsweredDecision) => AnsweredDecision): Change => ({
  decideAnswered: (order, row, fact, now) => change(rules.decideAnswered(order, row, fact, now)),
})

/** Leaves out the oldest other open session, so that one more page is allowed. */
function withoutOne(order: OrderCase, own: SessionRow | null): OrderCase {
  const one = order.sessions.findLast(({ id, outcome }) => id !== own?.id && outcome === 'open')
  return withSessions(order, (row) => (row === one ? null : row))
}

const endedByClock =
  (now: number) =>
  (row: SessionRow): SessionRow =>
    isTimeOver(row, now) ? { ...row, outcome: 'expired' } : row

const lastLink = (row: SessionRow): SessionRow => ({
  ...row,
  links: JSON.stringify((JSON.parse(row.links) as number[]).slice(-1)),
})

export const mutants: Readonly<Record<string, Change>> = {
  // Faults of earlier versions.
  'gives out the address of an order whose price has changed': address((order, row) =>
    withEntry(order, () => ({ amount: amountOf(row) })),
  ),
  'gives out the address of a withdrawn order': address((order, row) =>
    order.entry === null ? { ...order, entry: { ...noEntry, amount: amountOf(row) } } : order,
  ),
  'counts the links of an on-ramp as one page': {
    refusalOfAddress: (order, row, now, isMade) =>
      rules.refusalOfAddress(withSessions(order, lastLink), lastLink(row), now, isMade),
  },
  'does not note the link that it is about to make': { reserveLink: () => [] },
  'makes a link for a repeated press while another payment is promised': address((order, row) =>
    withSessions(order, (each) => (each.id !== row.id && each.outcome === 'authorized' ? null : each)),
  ),
  'leaves a session open to settle after its money was accepted': {
    decideSettled: (order, row, fact) => {
      const decision = rules.decideSettled(order, row, fact)
      return decision.do === 'settle' && decision.pays
        ? ({ ...decision, outcome: 'authorized' } as unknown as typeof decision)
        : decision
    },
  },
  'completes a session whose money was refunded': answered((order, row) => [
    order,
    { ...row, settled_as: null },
  ]),
  'puts money of another amount under no review': decides(({ review }) => ({
    review: review === 'amount_differs' ? null : review,
  })),
  'adopts a payment without comparing who placed the order': { whoOf: () => 'anybody' },
  'takes an id for an order': { caseOf: (all) => ({ ...all, ofOtherOrders: [] }) },
  'takes the id of a withdrawn order for an order': {
    caseOf: (all, about, isOfEntry) =>
      rules.caseOf(all, about, (row) => all.entry === null || isOfEntry(row)),
  },
  'suspects no loss of rows when it starts': {
    rememberAtStart: (seen, now) => ({ ...rules.rememberAtStart(seen, now), suspectedAt: null }),
  },
  'suspects no loss of rows after its connections were cut': {
    suspectLoss: (known, now, isCertain) => (isCertain ? rules.suspectLoss(known, now, true) : known),
  },
  'never reads the service’s lists after a loss of rows': { canClose: () => false },
  'lets money pay after a loss of rows without reading the service’s list of its order': {
    decideAnswered: (order, row, fact, now) =>
      rules.decideAnswered(order, row, { ...fact, isListed: true }, now),
  },
  'names an event after its payment': { eventIdOf: (_entry, { id }) => `order_paid:${id}` },
  'does not read the service’s list before the first attempt after a loss of rows': asked((order) => ({
    ...order,
    mayMissRows: false,
  })),

  // The money.
  'completes without asking the shop': answered((order, row) => [
    { ...order, entry: { ...noEntry, amount: amountOf(row), ...order.entry } },
    row,
  ]),
  'completes at any price': answered((order, row) => [
    withEntry(order, () => ({ amount: amountOf(row) })),
    row,
  ]),
  'ignores the currency': answered((order, row) => [
    withEntry(order, ({ amount }) => ({ amount: { ...amount, currency: row.amount_currency } })),
    row,
  ]),
  'completes by a second payment': answered((order, row) => [
    withEntry(order, () => ({ paidBy: null })),
    row,
  ]),
  'fulfils with every read of a complete payment': answered((order, row) => [
    order,
    row.outcome === 'complete' ? { ...row, outcome: 'authorized' } : row,
  ]),
  'accepts money for an order that something else has paid': {
    decideSettled: (order, row, fact) =>
      rules.decideSettled(
        withEntry(order, () => ({ paidBy: null })),
        row,
        fact,
      ),
  },
  'accepts money for an order that is gone': {
    decideSettled: (order, row, fact) =>
      rules.decideSettled({ ...order, entry: { ...noEntry, ...order.entry } as Entry }, row, fact),
  },
  'closes an alert whose money stays under review': {
    decideSettled: (order, row, fact) =>
      fact.as === 'noted' ? { do: 'close' } : rules.decideSettled(order, row, fact),
  },
  'keeps an order blocked after its money was refunded': {
    decideSettled: (order, row, fact) => {
      const decision = rules.decideSettled(order, row, fact)
      return decision.do === 'settle' && !decision.pays
        ? ({ ...decision, outcome: 'authorized' } as unknown as typeof decision)
        : decision
    },
  },
  'tells nobody of money that does not fit': alerts((decision) =>
    decision.state?.review ? { ...decision, alerts: [] } : decision,
  ),
  'believes an on-ramp whose webhook names another payment': { findWebhookMismatch: () => null },
  'replaces the payment of a paid session by another one': answered((order, row, id) => [
    order,
    row.service_id === null ? row : { ...row, service_id: id },
  ]),
  'says nothing of the second paid link of an on-ramp': alerts((decision) =>
    decision.state === null ? { ...decision, alerts: [] } : decision,
  ),

  // Statuses.
  'reopens a promise after a lagging read': decides((_state, { outcome }, status) =>
    outcome === 'authorized' && (status === 'CREATED' || status === 'INITIATED') ? { outcome: 'open' } : {},
  ),
  'reopens a promise after an unknown status': decides((_state, { outcome }, status) =>
    outcome === 'authorized' && status === 'ON_HOLD' ? { outcome: 'open' } : {},
  ),
  'frees the order while its payment is disputed': decides((_state, _row, status) =>
    status === 'DISPUTED' ? { outcome: 'open', status: 'CREATED' } : {},
  ),
  'tells nobody of a dispute': alerts((decision) => ({
    ...decision,
    alerts: decision.alerts.filter(([kind]) => kind !== 'disputed'),
  })),
  'ignores a promise that comes after the end': decides((state, row) =>
    isEnded(row.outcome) && state.outcome === 'authorized'
      ? { outcome: row.outcome, status: row.status }
      : {},
  ),
  'believes an answer that was overtaken': answered((order, row) => [
    order,
    { ...row, fetch_started_at: null },
  ]),

  // Requests and addresses.
  'gives a key the session of another request': {
    decideAsked: (order, fact, now) =>
      rules.decideAsked(
        { ...order, claim: order.claim && { ...order.claim, request_hash: fact.requestHash } },
        fact,
        now,
      ),
  },
  'does not ask the shop whether an order is paid': address((order) =>
    withEntry(order, () => ({ paidBy: null })),
  ),
  'creates a payment for an order that the till has taken': asked((order) =>
    withEntry(order, ({ paidBy }) => ({ paidBy: paidBy === 'till 1' ? null : paidBy })),
  ),
  'creates a payment while another one is promised': asked((order) =>
    withSessions(order, (row) => (row.outcome === 'authorized' ? null : row)),
  ),
  'counts no page once its time is over by our clock': {
    ...address((order, own, now) =>
      withSessions(order, (row) => (row.id === own.id ? row : endedByClock(now)(row))),
    ),
    ...asked((order, now) => withSessions(order, endedByClock(now))),
  },
  'lets three pages be open': {
    ...address((order, row) => withoutOne(order, row)),
    ...asked((order) => withoutOne(order, null)),
  },
  'reads no earlier payments': {
    decideAsked: (order, fact, now) =>
      rules.decideAsked(
        order,
        {
          ...fact,
          checked: { ...fact.checked, sessions: new Set(order.sessions.map(({ id }) => id)) },
        },
        now,
      ),
  },
  'reads no earlier payments for a link': { paymentsToCheck: () => null },
  'reads no payments that have ended': {
    decideAsked: (order, fact, now) => {
      const ended = order.sessions.filter(({ outcome }) => isEnded(outcome)).map(({ id }) => id)
      const sessions = new Set([...fact.checked.sessions, ...ended])
      return rules.decideAsked(order, { ...fact, checked: { ...fact.checked, sessions } }, now)
    },
  },
  'gives out the address of money under review': {
    refusalOfAddress: (order, row, now, isMade) =>
      rules.refusalOfAddress(order, { ...row, doubt: null, review: null }, now, isMade),
  },
  'gives out a link while somebody is paying on another one': {
    refusalOfAddress: (order, row, now, isMade) => {
      const free = row.outcome === 'authorized' ? { ...row, outcome: 'open' as const, service_id: null } : row
      return rules.refusalOfAddress(order, free, now, isMade)
    },
  },
  'opens a second payout of one reference': asked((order, _now, kind) =>
    kind !== 'payout'
      ? order
      : withSessions(order, (row) =>
          row.outcome === 'open' ? { ...row, outcome: 'failed', service_id: null } : row,
        ),
  ),
}
