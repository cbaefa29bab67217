// The calls for bank transfers and on-ramps (legacy document).
import { type ServiceClient, type Transaction, UnknownAnswerError } from '../../server/index.ts'
import { bankTransfer } from './bank-transfer.ts'
import { hostedSessionMs } from './links.ts'
import type { Fetched, ServicePort } from './service-port.ts'

export function createBankTransferPort({ transactions }: Pick<ServiceClient, 'transactions'>): ServicePort {
  return {
    async create({ body }) {
      const { transactionId } = await transactions.createBankTransfer(JSON.parse(body))
      return { id: transactionId, status: 'INTENT', details: null, deposit: null, amount: null }
    },
    async link({ service_id }) {
      const { paymentLink } = await transactions.generatePaymentLink(service_id ?? '')
      // "STARTED: authorization started (authorization link generated)".
      return { url: paymentLink, oneTime: false, expiresAt: null, status: 'STARTED' }
    },
    get: async (id) => fetchedBankTransfer(await transactions.get(id)),
    async poll({ service_id, status }) {
      // This call has the service ask the bank. When a known status is unchanged, no further read is needed.
      const { paymentStatus } = await transactions.updateStatus(service_id ?? '')
      const isUnchanged = paymentStatus === status && bankTransfer.statusOrder.includes(status)
      return isUnchanged ? null : fetchedBankTransfer(await transactions.get(service_id ?? ''))
    },
  }
}

function fetchedBankTransfer(transaction: Transaction): Fetched {
  if (transaction.type !== 'BankTransfer')
    throw new UnknownAnswerError('The transaction of a bank transfer is of another type.')
  const { uuid: id, paymentStatus: status, amount: value, currency, webhookPayload: row } = transaction
  const amount = value !== null && currency !== null ? { value, currency } : null
  return { id, status, details: null, deposit: null, amount, echoed: { row } }
}

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
    get: async (id) => fetchedOnRamp(await transactions.get(id)),
  }
}

function fetchedOnRamp(transaction: Transaction): Fetched {
  if (transaction.type !== 'MerchantOnRampTransfer')
    throw new UnknownAnswerError('The webhook of an on-ramp names a transaction of another type.')
  const { uuid: id, paymentStatus: status, bankDepositStatus: deposit, currency } = transaction
  return { id, status, details: null, deposit, amount: null, currency }
}
