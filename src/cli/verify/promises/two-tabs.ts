// Two tabs, two windows, two people: one order.
import { isFinal } from '../../../protocol/outcome.ts'
import { AlreadyPaid, Broken, NotChecked, type PromiseContext, type ServerPromise } from '../promise.ts'
import type { SandboxPayin } from '../service.ts'
import { describeAnswer } from '../shop-client.ts'
import {
  type CreatedPayment,
  createPayment,
  expectNotPayable,
  expectOnePayin,
  expectOutcome,
  expectPaid,
  expectSameOutcome,
  onFreshOrder,
} from './steps.ts'

/** Two sessions' worth of payable payins per order is the most there may ever be. */
const maxPayable = 2

export const twoTabs: readonly ServerPromise[] = [
  {
    id: 'many-tabs',
    statement: 'Many tabs of one order never have more than two payments open',
    remedy:
      'Lock the order while you make a payin, and answer a further press with the payment that is open, or with 429 and the ' +
      'type urn:payin-checkout:two-payments-open.',
    async check(context) {
      const { payins } = await onFreshOrder(context, async (order) => {
        const requests = Array.from({ length: 6 }, () => context.shop.create(order).catch(ignoreBroken))
        const answers = await Promise.all(requests)
        if (answers.every((answer) => answer?.status === 409))
          throw new AlreadyPaid('Six presses were answered 409.')
      })
      const open = await payable(context, payins)
      if (open.length > maxPayable)
        throw new Broken(`Six presses at one moment left ${open.length} payments of one order open.`)
    },
  },
  {
    id: 'promised',
    statement: 'Once an order is promised by one payment, no other of it can be begun or paid',
    remedy:
      'Ask the service about every earlier payin of the order before you make one. Where one is AUTHORIZED, answer 409 or ' +
      'its session, and give no redirect_url for the others: null takes an earlier one back.',
    check: (context) => expectNoOtherPayment(context, 'authorized', ['INITIATED', 'AUTHORIZED']),
  },
  {
    id: 'paid',
    statement: 'Once an order is paid, nobody is asked to pay it again',
    remedy:
      'Answer 409 for an order that is paid, and give no redirect_url for its other sessions: null takes it back.',
    check: (context) => expectNoOtherPayment(context, 'complete', ['INITIATED', 'AUTHORIZED', 'COMPLETED']),
  },
  {
    id: 'paid-twice',
    statement: 'Where two payments of one order both arrive, the shop packs one parcel',
    remedy:
      'Mark the order paid in one transaction that looks whether it is paid already; tell a person of the second.',
    async check(context) {
      if (!context.paid)
        throw new NotChecked(
          'add --paid-url <url>, an address of your shop that says how often an order was packed',
        )
      const { first, other } = await twoPayments(context)
      await pay(context, first)
      const before = await context.service.deliveriesOf(other)
      await context.service.move(other.id, 'AUTHORIZED', 'COMPLETED')
      if (other.webhook_url) await context.service.waitForDeliveries(other, before.length + 2)
      await expectSameOutcome(context, first.session, 'complete', 'another payment of its order arrived')
      await expectPaid(context, first.order)
    },
  },
]

/**
 * One payment of an order that is paid first, and another that arrives later. Where a second press goes on with the first
 * payment, the other is one whose time was up: a bank that is late sends its money all the same.
 */
async function twoPayments(context: PromiseContext): Promise<{ first: CreatedPayment; other: SandboxPayin }> {
  const first = await createPayment(context)
  const { order } = first
  const { payins } = await context.service.madeBy(() => context.shop.create(order).catch(ignoreBroken))
  if (payins[0]) return { first, other: payins[0] }
  await context.service.move(first.payin.id, 'INITIATED', 'EXPIRED')
  await expectOutcome(context, first.session, 'expired')
  const again = await context.service.madeBy(() => context.shop.createUntilAccepted(order))
  return {
    first: { order, session: again.result, payin: expectOnePayin(context, again.payins, order) },
    other: first.payin,
  }
}

async function pay(context: PromiseContext, { session, payin, order }: CreatedPayment): Promise<void> {
  await context.service.move(payin.id, 'INITIATED', 'AUTHORIZED', 'COMPLETED')
  await expectOutcome(context, session, 'complete')
  await expectPaid(context, order)
}

async function expectNoOtherPayment(
  context: PromiseContext,
  outcome: 'authorized' | 'complete',
  statuses: readonly string[],
): Promise<void> {
  const { order, session, payin } = await createPayment(context)
  const second = await context.shop.create(order)
  const other = second.status < 300 ? context.shop.sessionIn(second) : null
  await context.service.move(payin.id, ...statuses)
  const reached = await context.shop.readUntil(
    session,
    (now) => now.outcome === outcome || isFinal(now.outcome),
    15_000,
  )
  if (reached.outcome !== outcome && reached.outcome !== 'complete')
    throw new Broken(`The session says ${reached.status} after the service had said ${statuses.at(-1)}.`)
  const why = `Order ${order} is ${outcome === 'complete' ? 'paid' : 'promised'} by one payment`
  if (other && other.id !== session.id) await expectNotPayable(context, other, why)
  const { result: third, payins } = await context.service.madeBy(() => context.shop.create(order))
  if (payins.length > 0)
    throw new Broken(`${why}, and one more press made another payin: ${describeAnswer(third)}.`)
  const address = third.status < 300 ? context.shop.sessionIn(third).redirect_url : null
  if (address)
    throw new Broken(`${why}, and one more press was given an address to pay at: ${describeAnswer(third)}.`)
}

/** Those that a shopper could still pay. */
async function payable(
  { service }: PromiseContext,
  payins: readonly SandboxPayin[],
): Promise<readonly SandboxPayin[]> {
  const now = await Promise.all(payins.map(({ id }) => service.payin(id)))
  return now.filter(({ status }) => ['CREATED', 'INITIATED'].includes(status))
}

/** A press of many that is refused or not answered: the others count. */
function ignoreBroken(error: unknown): void {
  if (!(error instanceof Broken)) throw error
}
