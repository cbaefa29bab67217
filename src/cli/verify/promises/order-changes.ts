// Promises about an order that the shop changes while a page to pay it is open.
import { randomUUID } from 'node:crypto'
import type { Session } from '../../../protocol/session.ts'
import type { OrderChange } from '../orders.ts'
import { Broken, NotChecked, type PromiseContext, type ServerPromise } from '../promise.ts'
import { describeAnswer } from '../shop-client.ts'
import { addressIn, type CreatedPayment, onePayinOf } from './steps.ts'

/** Time in which a server decides about money, if it does not name a `review`. */
const noticeMs = 3_000

const look =
  'See that the command does so. Find the order again before you answer a create or a link request, and when money comes, under one lock. '

export const orderChanges: readonly ServerPromise[] = [
  {
    id: 'price-changed',
    statement: 'Once an order has another price, it can be paid at this price only',
    remedy: `${look}A session of another price gets 409 with the type urn:payin-checkout:price-changed, and its money needs a person.`,
    async check(context) {
      const why = '--change-order gave the order another price'
      const payment = await openThenChange(context, 'price', why)
      const { payins } = await context.service.madeBy(() => context.shop.createUntilAccepted(payment.order))
      if (payins[0]?.amount.value === payment.payin.amount.value)
        throw new Broken(`${why}, but a new press made a payin of ${payment.payin.amount.value} again.`)
      await expectNothingBought(context, payment, why)
    },
  },
  {
    id: 'withdrawn',
    statement: 'Once the shop has withdrawn an order, nobody can pay it',
    remedy: `${look}An order that is gone gets 409 with the type urn:payin-checkout:order-withdrawn, and its money needs a person.`,
    check: (context) => expectNotPayableOnce(context, 'withdraw', '--change-order withdrew the order'),
  },
  {
    id: 'paid-elsewhere',
    statement: 'Once an order is paid in another way, nobody can pay it again',
    remedy: `${look}An order that something else has paid gets 409, and further money for it needs a person.`,
    check: (context) => expectNotPayableOnce(context, 'pay', '--change-order marked the order as paid'),
  },
]

async function expectNotPayableOnce(context: PromiseContext, change: OrderChange, why: string) {
  const payment = await openThenChange(context, change, why)
  const { result: again, payins } = await context.service.madeBy(() => context.shop.create(payment.order))
  if (payins.length > 0) throw new Broken(`${why}, but a new press made a payin: ${describeAnswer(again)}.`)
  expectNoAddress(again, 'a new press', why)
  await expectNothingBought(context, payment, why)
}

/** Opens a payment, changes its order, and asks for its address in each way. @throws {Broken} if there is an answer with it */
async function openThenChange(
  context: PromiseContext,
  change: OrderChange,
  why: string,
): Promise<CreatedPayment> {
  const { shop, changeOrder } = context
  if (!changeOrder)
    throw new NotChecked(
      'add --change-order "<command>", which changes the order in $ORDER as $CHANGE says: price, withdraw or pay',
    )
  const key = randomUUID()
  const accept = (order: string) => shop.createUntilAccepted(order, { key })
  const { order, result: session, payin } = await onePayinOf(context, accept)
  await changeOrder(order, change)
  expectNoAddress(await shop.create(order, { key }), 'the same press', why)
  const path = `/sessions/${encodeURIComponent(session.id)}`
  expectNoAddress(await shop.ask(`${path}/link`, { method: 'POST' }), 'a link request', why)
  expectNoAddress(await shop.readAnswer(session.id), 'a read', why)
  return { order, session, payin }
}

function expectNoAddress(answer: Parameters<typeof addressIn>[0], request: string, why: string): void {
  if (addressIn(answer)) throw new Broken(`${why}, but ${request} got its page: ${describeAnswer(answer)}.`)
}

/** The page was open before the change, and is paid. @throws {Broken} if the order is bought with this money */
async function expectNothingBought(
  { shop, service, paid }: PromiseContext,
  { order, session, payin }: CreatedPayment,
  why: string,
): Promise<void> {
  const before = await paid?.ask(order)
  await service.move(payin.id, 'INITIATED', 'AUTHORIZED', 'COMPLETED')
  if (payin.webhook_url) await service.waitForDeliveries(payin, 3)
  const isDecided = ({ outcome, review }: Session) => outcome === 'complete' || Boolean(review)
  const { outcome } = await shop.readUntil(session, isDecided, noticeMs)
  if (outcome === 'complete')
    throw new Broken(`${why}, and the shopper of its earlier page was told that it is complete.`)
  const after = await paid?.ask(order)
  if (after?.paid !== before?.paid || (after?.times ?? 0) > (before?.times ?? 0))
    throw new Broken(`${why}, and the money of its earlier page bought it.`)
}
