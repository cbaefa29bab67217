// The calls for bank transfers (legacy document).
import { type ServiceClient, type Transaction, UnknownAnswerError } from '../../server/index.ts'
import { bankTransfer } from './bank-transfer.ts'
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
    get: async (id) => fetched(await transactions.get(id)),
    async poll({ service_id, status }) {
      // This call has the service ask the bank. When a known status is unchanged, no further read is needed.
      const { paymentStatus } = await transactions.updateStatus(service_id ?? '')
      const isUnchanged = paymentStatus === status && bankTransfer.statusOrder.includes(status)
      return isUnchanged ? null : fetched(await transactions.get(service_id ?? ''))
    },
  }
}

function fetched(transaction: Transaction): Fetched {
  if (transaction.type !== 'BankTransfer')
    throw new UnknownAnswerError('The transaction of a bank transfer is of another type.')
  const { uuid: id, paymentStatus: status, amount: value, currency, webhookPayload: row } = transaction
  const amount = value !== null && currency !== null ? { value, currency } : null
  return { id, status, details: null, deposit: null, amount, echoed: { row } }
}
