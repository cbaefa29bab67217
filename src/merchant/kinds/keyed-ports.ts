// The calls for payins and payouts (payments-v2).
import type { Payin, PaymentOperations, Payout, ServiceClient } from '../../server/index.ts'
import { isAboutOnePayment } from '../service/error-meaning.ts'
import { fetchedPayment, fieldsOf } from './keyed.ts'
import { fetchedPayin, foundPayin } from './payin.ts'
import { foundPayout } from './payout.ts'
import type { FoundPayment, FoundPayments, ServicePort, UnreadablePayment } from './service-port.ts'

export const createPayinPort = ({ payins }: Pick<ServiceClient, 'payins'>): ServicePort => ({
  create: async (frozen) => fetchedPayin(await payins.create(frozen)),
  findAll: (reference) => findAll(payins, reference, foundPayin),
  find: async (id) => foundPayin(await payins.get(id)),
  listAll: () => listAll(payins, foundPayin),
  get: async (id) => fetchedPayin(await payins.get(id)),
})

export const createPayoutPort = ({ payouts }: Pick<ServiceClient, 'payouts'>): ServicePort => ({
  create: async (frozen) => fetchedPayment(await payouts.create(frozen)),
  findAll: (reference) => findAll(payouts, reference, foundPayout),
  find: async (id) => foundPayout(await payouts.get(id)),
  listAll: () => listAll(payouts, foundPayout),
  get: async (id) => fetchedPayment(await payouts.get(id)),
})

/** All payments of a reference, from all pages. */
async function findAll<T extends Payin | Payout>(
  operations: PaymentOperations<T>,
  reference: string,
  toFound: (payment: T) => FoundPayment,
): Promise<FoundPayments> {
  const payments: FoundPayment[] = []
  const unreadable: UnreadablePayment[] = []
  for await (const page of operations.pages({ reference })) {
    unreadable.push(...page.unreadable.map(toUnreadable))
    for (const payment of page.content) {
      // What a list does not show of a payment is no difference to its order: then the payment itself is read.
      const isWhole = payment.amount !== null && payment.return_url !== null
      const whole = isWhole ? payment : await readable(operations.get(payment.id))
      if (whole) payments.push(toFound(whole))
      else unreadable.push(toUnreadable(payment))
    }
  }
  return { payments, unreadable }
}

/** What was read; `null` when this one payment cannot be read. @throws {ServiceError} when the service cannot be asked now */
const readable = <T>(reading: Promise<T>): Promise<T | null> =>
  reading.catch((error) => {
    if (isAboutOnePayment(error)) return null
    throw error
  })

/** All payments, page by page. */
async function* listAll<T extends Payin | Payout>(
  operations: PaymentOperations<T>,
  toFound: (payment: T) => FoundPayment,
): AsyncGenerator<FoundPayments, void> {
  for await (const { content, unreadable } of operations.pages())
    yield { payments: content.map(toFound), unreadable: unreadable.map(toUnreadable) }
}

function toUnreadable(item: unknown): UnreadablePayment {
  const fields: { readonly [name: string]: unknown } = { ...fieldsOf(item) }
  const text = (name: string) => (typeof fields[name] === 'string' ? fields[name] : null)
  return { reference: text('reference'), returnUrl: text('return_url'), createdAt: text('created_at') }
}
