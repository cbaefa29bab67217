// A shopper pays from their bank account (legacy document, bank transfer). A transaction without a link can be paid by
// nobody, so it is created, written down, and only then given its link: at most one payable transaction per attempt.
import {
  type BankTransferRequest,
  type ServiceClient,
  type Transaction,
  UnknownAnswerError,
} from '../../server/index.ts'
import type { Quote } from '../orders.ts'
import {
  type Fetched,
  type Freeze,
  type KindOfPayment,
  type RequestConfig,
  returnUrlOf,
  transactionWaitMs,
} from './kind.ts'
import { legacyUser, legacyWebhookUrl } from './legacy-user.ts'

/** The request for a bank transfer of an order. @param address the shopper's IP address */
export function bankTransferRequest(
  config: RequestConfig,
  order: string,
  quote: Quote,
  address: string | null,
): Freeze {
  return (ids) => {
    const back = returnUrlOf(config.publicUrl, ids.publicId)
    const { passedKyc, passedAml } = quote.legacy ?? {}
    const request: BankTransferRequest = {
      amount: quote.amount.value,
      currency: quote.amount.currency,
      ...legacyUser(config, quote, address),
      ...(passedKyc !== undefined && { userPassedKyc: passedKyc }),
      ...(passedAml !== undefined && { userPassedAml: passedAml }),
      callbackChromeUrl: back,
      callbackSafariUrl: back,
      revision: quote.reference,
      webhookUrl: legacyWebhookUrl(config, 'bank-transfers', order, ids),
      webhookPayload: ids.row,
    }
    return { idempotencyKey: ids.serviceKey, body: JSON.stringify(request) }
  }
}

/** Why an amount cannot be paid by bank transfer; `null` when it can. */
export function bankTransferRefusal({ value }: Quote['amount']): string | null {
  const fits = /^[0-9]+(\.[0-9]{1,2})?$/.test(value) && Number(value) >= 2
  return fits ? null : 'A bank transfer is for amounts from 2 with at most two decimals.'
}

export function createBankTransferKind({ transactions }: Pick<ServiceClient, 'transactions'>): KindOfPayment {
  return {
    sending: 'by_link',
    tellsAmount: true,
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
    async look({ service_id, status }) {
      // Lets the service ask the bank, and tells enough where nothing has changed.
      const { paymentStatus } = await transactions.updateStatus(service_id ?? '')
      return paymentStatus === status ? null : fetched(await transactions.get(service_id ?? ''))
    },
    givesUpAt: ({ created_at }) => created_at.getTime() + transactionWaitMs,
  }
}

function fetched(transaction: Transaction): Fetched {
  if (transaction.type !== 'BankTransfer')
    throw new UnknownAnswerError('The transaction of a bank transfer is of another type.')
  const { uuid: id, paymentStatus: status, amount: value, currency, webhookPayload: row } = transaction
  const amount = value !== null && currency !== null ? { value, currency } : null
  return { id, status, details: null, deposit: null, amount, echo: { row } }
}
