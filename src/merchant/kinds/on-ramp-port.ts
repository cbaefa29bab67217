// The calls for on-ramps (legacy document).
import { type ServiceClient, type Transaction, UnknownAnswerError } from '../../server/index.ts'
import { hostedSessionMs } from './links.ts'
import type { Fetched, ServicePort } from './service-port.ts'

/** @param now milliseconds since 1970 */
export function createOnRampPort(
  { onRamp, transactions }: Pick<ServiceClient, 'onRamp' | 'transactions'>,
  now: () => number,
): ServicePort {
  return {
    // At the service nothing exists before a link is made.
    create: async () => null,
    async link({ request_body }) {
      const startedAt = now()
      const { hostedLink } = await onRamp.generateLink(JSON.parse(request_body ?? '{}'))
      // The duration from the document. The answer's `expiresAt` is not used, because the document does not say whether it
      // belongs to the link or to the hosted session.
      return {
        url: hostedLink,
        oneTime: true,
        expiresAt: new Date(startedAt + hostedSessionMs),
        status: 'INTENT',
      }
    },
    get: async (id) => fetched(await transactions.get(id)),
  }
}

function fetched(transaction: Transaction): Fetched {
  if (transaction.type !== 'MerchantOnRampTransfer')
    throw new UnknownAnswerError('The webhook of an on-ramp names a transaction of another type.')
  const { uuid: id, paymentStatus: status, bankDepositStatus: deposit, currency } = transaction
  return { id, status, details: null, deposit, amount: null, currency }
}
