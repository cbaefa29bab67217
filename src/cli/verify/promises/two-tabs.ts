// Promises about one order that is paid from several tabs, windows or devices.
import { isFinal } from '../../../protocol/outcome.ts'
import type { SandboxPayin } from '../../sandbox-client/answers.ts'
import { AlreadyPaid, Broken, NotChecked, type PromiseContext, type ServerPromise } from '../promise.ts'
import { describeAnswer, nullIfBroken } from '../shop-client.ts'
import {
  type CreatedPayment,
  createAnother,
  createPayment,
  expectComplete,
  expectNotPayable,
  expectOutcome,
  expectPaid,
  expectSameOutcome,
  onFreshOrder,
} from './steps.ts'

/** An order may have at most this many payins that can still be paid. */
const maxPayable = 2

export const twoTabs: readonly ServerPromise[] = [
  {
    id: 'many-tabs',
    statement: 'Many tabs with one order never have more than two open payments',
    remedy:
      'Lock the order while you create a payin. Answer a further request with the open payment, or with 429 and the ' +
      'type urn:payin-checkout:two-payments-open.',
    async check(context) {
      const { payins } = await onFreshOrder(context, async (order) => {
        const requests = Array.from({ length: 6 }, () => context.shop.create(order).catch(nullIfBroken))
        const answers = await Promise.all(requests)
        if (answers.every((answer) => answer?.status === 409))
          throw new AlreadyPaid('Six requests were answered 409.')
      })
      const open = await payable(context, payins)
      if (open.length > maxPayable)
        throw new Broken(`Six simultaneous requests left ${open.length} open payments of one order.`)
    },
  },
  {
    id: 'promised',
    statement: 'Once one payment of an order is authorized, no other payment of it can be started or paid',
    remedy:
      'Read every earlier payin of the order at the service before you create one. If one is AUTHORIZED, answer 409 or ' +
      'its session, and answer redirect_url: null for the others. null replaces an earlier address.',
    check: (context) => expectNoOtherPayment(context, 'authorized', ['INITIATED', 'AUTHORIZED']),
  },
  {
    id: 'paid',
    statement: 'Once an order is paid, no shopper is asked to pay it again',
    remedy:
      'Answer 409 for a paid order, and redirect_url: null for its other sessions. null replaces an earlier address.',
    check: (context) => expectNoOtherPayment(context, 'complete', ['INITIATED', 'AUTHORIZED', 'COMPLETED']),
  },
  {
    id: 'paid-twice',
    statement: 'If two payments of one order arrive, the shop ships the order once',
    remedy:
      'Mark the order paid in one transaction that first checks whether it is paid. Alert a person about the second payment.',
    async check(context) {
      if (!context.paid)
        throw new NotChecked(
          'add --paid-url <url>, an address of your shop that answers how often an order was shipped',
        )
      const { first, other } = await twoPayments(context)
      await context.service.move(first.payin.id, 'INITIATED', 'AUTHORIZED', 'COMPLETED')
      await expectComplete(context, first)
      const before = await context.service.deliveriesOf(other)
      await context.service.move(other.id, 'AUTHORIZED', 'COMPLETED')
      if (other.webhook_url) await context.service.waitForDeliveries(other, before.length + 2)
      await expectSameOutcome(context, first.session, 'complete', 'a second payment of its order arrived')
      await expectPaid(context, first.order)
    },
  },
]

/**
 * Creates two payments of one order, of which `first` is paid first. If the server answers a second request with the
 * first payment, `other` is an expired one: a slow bank can still send money for it.
 */
async function twoPayments(context: PromiseContext): Promise<{ first: CreatedPayment; other: SandboxPayin }> {
  const first = await createPayment(context)
  const { order } = first
  const { payins } = await context.service.madeBy(() => context.shop.create(order).catch(nullIfBroken))
  if (payins[0]) return { first, other: payins[0] }
  await context.service.move(first.payin.id, 'INITIATED', 'EXPIRED')
  await expectOutcome(context, first.session, 'expired')
  return { first: await createAnother(context, order), other: first.payin }
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
    throw new Broken(
      `The session has the status ${reached.status} after the service reported ${statuses.at(-1)}.`,
    )
  const why = `Order ${order} is ${outcome === 'complete' ? 'paid' : 'authorized'} by one payment`
  if (other && other.id !== session.id) await expectNotPayable(context, other, why)
  const { result: third, payins } = await context.service.madeBy(() => context.shop.create(order))
  if (payins.length > 0)
    throw new Broken(`${why}, but one more request created another payin: ${describeAnswer(third)}.`)
  const address = third.status < 300 ? context.shop.sessionIn(third).redirect_url : null
  if (address)
    throw new Broken(`${why}, but one more request got an address to pay at: ${describeAnswer(third)}.`)
}

async function payable(
  { service }: PromiseContext,
  payins: readonly SandboxPayin[],
): Promise<readonly SandboxPayin[]> {
  const now = await Promise.all(payins.map(({ id }) => service.payin(id)))
  return now.filter(({ status }) => ['CREATED', 'INITIATED'].includes(status))
}
