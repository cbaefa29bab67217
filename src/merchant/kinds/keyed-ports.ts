// The calls for payins and payouts (payments-v2).
import {
  type Payin,
  type PaymentOperations,
  type Payout,
  type ServiceClient,
  UnknownAnswerError,
} from '../../server/index.ts'
import { fetchedPayment } from './keyed.ts'
import { fetchedPayin, foundPayin } from './payin.ts'
import { foundPayout } from './payout.ts'
import type { FoundPayment, ServicePort } from './service-port.ts'

export const createPayinPort = ({ payins }: Pick<ServiceClient, 'payins'>): ServicePort => ({
  create: async (frozen) => fetchedPayin(await payins.create(frozen)),
  findAll: (reference) => findAll(payins, reference, foundPayin),
  list: (page) => listPage(payins, page, foundPayin),
  get: async (id) => fetchedPayin(await payins.get(id)),
})

export const createPayoutPort = ({ payouts }: Pick<ServiceClient, 'payouts'>): ServicePort => ({
  create: async (frozen) => fetchedPayment(await payouts.create(frozen)),
  findAll: (reference) => findAll(payouts, reference, foundPayout),
  list: (page) => listPage(payouts, page, foundPayout),
  get: async (id) => fetchedPayment(await payouts.get(id)),
})

/** All payments of a reference, from all pages. */
async function findAll<T extends Payin | Payout>(
  operations: PaymentOperations<T>,
  reference: string,
  toFound: (payment: T) => FoundPayment,
): Promise<FoundPayment[]> {
  const found: FoundPayment[] = []
  // What a list does not show of a payment is no difference to its order: then the payment itself is read.
  for await (const payment of operations.findByReference(reference))
    found.push(toFound(payment.amount === null ? await operations.get(payment.id) : payment))
  return found
}

/** One page of all payments. */
async function listPage<T extends Payin | Payout>(
  operations: PaymentOperations<T>,
  page: number,
  toFound: (payment: T) => FoundPayment,
) {
  const { content, page: answered, has_more: hasMore } = await operations.list({ page, page_size: 100 })
  // A proxy that drops the query repeats the first page for ever, and hides the others.
  if (answered !== page)
    throw new UnknownAnswerError(`Page ${page} of the list was asked for, and page ${answered} came.`)
  return { content: content.map(toFound), hasMore }
}
