// Two tabs, two windows, two people: one order.
import { isFinal } from '../../../protocol/outcome.ts'
import { AlreadyPaid, Broken, NotChecked, type Promised, type Trial } from '../promise.ts'
import type { KeptPayin } from '../service.ts'
import { shown } from '../shop-client.ts'
import { cannotBePaid, hears, isPaid, onFreshOrder, onlyOne, type Pressed, pressed, stays } from './steps.ts'

/** Two sessions' worth of payable payins per order is the most there may ever be. */
const mostPayable = 2

export const twoTabs: readonly Promised[] = [
  {
    id: 'many-tabs',
    says: 'Many tabs of one order never have more than two payments open',
    remedy:
      'Lock the order while you make a payin, and answer a further press with the payment that is open, or with 429 and the ' +
      'type urn:payin-checkout:two-payments-open.',
    async hold(trial) {
      const { payins } = await onFreshOrder(trial, async (order) => {
        const presses = Array.from({ length: 6 }, () => trial.shop.press(order).catch(ignoreBroken))
        const answers = await Promise.all(presses)
        if (answers.every((answer) => answer?.status === 409))
          throw new AlreadyPaid('Six presses were answered 409.')
      })
      const open = await payable(trial, payins)
      if (open.length > mostPayable)
        throw new Broken(`Six presses at one moment left ${open.length} payments of one order open.`)
    },
  },
  {
    id: 'promised',
    says: 'Once an order is promised by one payment, no other of it can be begun or paid',
    remedy:
      'Ask the service about every earlier payin of the order before you make one. Where one is AUTHORIZED, answer 409 or ' +
      'its session, and give no redirect_url for the others: null takes an earlier one back.',
    hold: (trial) => nobodyElsePays(trial, 'authorized', ['INITIATED', 'AUTHORIZED']),
  },
  {
    id: 'paid',
    says: 'Once an order is paid, nobody is asked to pay it again',
    remedy:
      'Answer 409 for an order that is paid, and give no redirect_url for its other sessions: null takes it back.',
    hold: (trial) => nobodyElsePays(trial, 'complete', ['INITIATED', 'AUTHORIZED', 'COMPLETED']),
  },
  {
    id: 'paid-twice',
    says: 'Where two payments of one order both arrive, the shop packs one parcel',
    remedy:
      'Mark the order paid in one transaction that looks whether it is paid already; tell a person of the second.',
    async hold(trial) {
      if (!trial.paid)
        throw new NotChecked(
          'add --paid-url <url>, an address of your shop that says how often an order was packed',
        )
      const { first, other } = await twoPayments(trial)
      await pay(trial, first)
      const before = await trial.service.deliveriesOf(other)
      await trial.service.move(other.id, 'AUTHORIZED', 'COMPLETED')
      if (other.webhook_url) await trial.service.waitForDeliveries(other, before.length + 2)
      await stays(trial, first.session, 'complete', 'another payment of its order arrived')
      await isPaid(trial, first.order)
    },
  },
]

/**
 * One payment of an order that is paid first, and another that arrives later. Where a second press goes on with the first
 * payment, the other is one whose time was up: a bank that is late sends its money all the same.
 */
async function twoPayments(trial: Trial): Promise<{ first: Pressed; other: KeptPayin }> {
  const first = await pressed(trial)
  const { order } = first
  const { payins } = await trial.service.madeBy(() => trial.shop.press(order).catch(ignoreBroken))
  if (payins[0]) return { first, other: payins[0] }
  await trial.service.move(first.payin.id, 'INITIATED', 'EXPIRED')
  await hears(trial, first.session, 'expired')
  const again = await trial.service.madeBy(() => trial.shop.pressUntilTaken(order))
  return {
    first: { order, session: again.result, payin: onlyOne(trial, again.payins, order) },
    other: first.payin,
  }
}

async function pay(trial: Trial, { session, payin, order }: Pressed): Promise<void> {
  await trial.service.move(payin.id, 'INITIATED', 'AUTHORIZED', 'COMPLETED')
  await hears(trial, session, 'complete')
  await isPaid(trial, order)
}

async function nobodyElsePays(
  trial: Trial,
  outcome: 'authorized' | 'complete',
  statuses: readonly string[],
): Promise<void> {
  const { order, session, payin } = await pressed(trial)
  const second = await trial.shop.press(order)
  const other = second.status < 300 ? trial.shop.sessionIn(second) : null
  await trial.service.move(payin.id, ...statuses)
  const reached = await trial.shop.readUntil(
    session,
    (now) => now.outcome === outcome || isFinal(now.outcome),
    15_000,
  )
  if (reached.outcome !== outcome && reached.outcome !== 'complete')
    throw new Broken(`The session says ${reached.status} after the service had said ${statuses.at(-1)}.`)
  const why = `Order ${order} is ${outcome === 'complete' ? 'paid' : 'promised'} by one payment`
  if (other && other.id !== session.id) await cannotBePaid(trial, other, why)
  const { result: third, payins } = await trial.service.madeBy(() => trial.shop.press(order))
  if (payins.length > 0) throw new Broken(`${why}, and one more press made another payin: ${shown(third)}.`)
  const address = third.status < 300 ? trial.shop.sessionIn(third).redirect_url : null
  if (address) throw new Broken(`${why}, and one more press was given an address to pay at: ${shown(third)}.`)
}

/** Those that a shopper could still pay. */
async function payable({ service }: Trial, payins: readonly KeptPayin[]): Promise<readonly KeptPayin[]> {
  const now = await Promise.all(payins.map(({ id }) => service.payin(id)))
  return now.filter(({ status }) => ['CREATED', 'INITIATED'].includes(status))
}

/** A press of many that is refused or not answered: the others count. */
function ignoreBroken(error: unknown): void {
  if (!(error instanceof Broken)) throw error
}
