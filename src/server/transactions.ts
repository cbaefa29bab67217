// The bank transfer operations of the legacy interface, directly below {base_url}. It has no Idempotency-Key, so each
// operation decides whether it may be repeated after a fault, with a comment that says why.
import type { Caller, CallOptions } from './caller.ts'
import { checkCents, checkId, checkLength } from './check-input.ts'
import { UnknownAnswerError } from './errors.ts'
import { requireText } from './read-fields.ts'
import { parseTransaction, type Transaction } from './transaction.ts'

/** The body of create-bank-transfer. The document does not show which fields are required, except the amount. */
export interface BankTransferRequest {
  /** A decimal string from 2, with at most 2 decimals. The service also takes a number, but a float can lose cents. */
  readonly amount: string
  /** First and last name. */
  readonly names?: string
  /** Unique in the merchant's system, written `{companyName}{clientId}`. */
  readonly userId?: string
  /** Street and number. */
  readonly userAddress1?: string
  readonly userIpAddress?: string
  readonly userPassedKyc?: boolean
  readonly userPassedAml?: boolean
  /** EUR when absent. */
  readonly currency?: string
  /** Where Chrome returns to. Deep links to an app may work there. */
  readonly callbackChromeUrl?: string
  /** Where Safari returns to. It restricts redirects to an app's own scheme. */
  readonly callbackSafariUrl?: string
  /** At most 255 characters. */
  readonly revision?: string
  /** Use a path that nobody can guess: these webhooks are not signed. */
  readonly webhookUrl?: string
  /** At most 255 characters. The webhook names no transaction, so put your own id here. */
  readonly webhookPayload?: string
}

/** The legacy document's `/transaction` operations. */
export function createTransactions(call: Caller) {
  /** Sends a POST about an existing transaction, and returns one text of the answer. */
  async function ask(operation: string, transactionId: string, field: string, options: CallOptions) {
    checkId('transactionId', transactionId)
    const path = `/transaction/${operation}`
    const body = JSON.stringify({ transactionId })
    // Both operations may run twice, because they create no transaction. A second link pays the same transaction, and a
    // second status check only sends one more webhook.
    const json = await call({
      ...options,
      method: 'POST',
      path,
      name: path,
      body,
      repeats: 'after_any_fault',
    })
    return requireText(json, field, `POST ${path}`)
  }

  return {
    /**
     * Creates a bank transfer. It cannot be paid before `generatePaymentLink`. The request is repeated only after 429,
     * because there is no Idempotency-Key: a repetition could create a second transaction.
     * @throws {TypeError} for an amount or a text that the document refuses
     * @throws {ServiceError} `start_anew` if it may have been created. Creating another is safe: the first is never paid
     */
    async createBankTransfer(request: BankTransferRequest, options: CallOptions = {}) {
      checkCents('amount', request.amount, { min: 2 })
      checkLength('revision', request.revision, 255)
      checkLength('webhookPayload', request.webhookPayload, 255)
      const path = '/transaction/create-bank-transfer'
      const sent = { method: 'POST', path, name: path, body: JSON.stringify(request) } as const
      const json = await call({ ...options, ...sent, repeats: 'if_not_executed' })
      return { transactionId: requireText(json, 'transactionId', `POST ${path}`) }
    },

    /** Reads one transaction, of either type. @throws {ServiceError}; {TypeError} for an empty id */
    async get(transactionId: string, options: CallOptions = {}): Promise<Transaction> {
      checkId('transactionId', transactionId)
      // Keep the trailing slash of the document. Without it a server may redirect, and the client refuses redirects.
      const where = { path: `/transaction/?${new URLSearchParams({ transactionId })}`, name: '/transaction/' }
      const json = await call({ ...options, method: 'GET', repeats: 'after_any_fault', ...where })
      const transaction = parseTransaction(json)
      // A cache that ignores the query may return another transaction, whose status would decide the wrong order.
      if (transaction?.uuid.toLowerCase() === transactionId.toLowerCase()) return transaction
      throw new UnknownAnswerError(
        'The answer to GET /transaction/ is not the transaction that was asked for. Check that baseUrl is the service and that no proxy drops the query.',
      )
    },

    /**
     * The bank's page for this transaction. Create it when the shopper presses the button, and check it with
     * `parseRedirectUrl`.
     * @throws {ServiceError}; {TypeError} for an empty id
     */
    async generatePaymentLink(transactionId: string, options: CallOptions = {}) {
      return { paymentLink: await ask('generatePaymentLink', transactionId, 'paymentLink', options) }
    },

    /**
     * Makes the service ask the bank now. It also sends the webhook.
     * @throws {ServiceError}; {TypeError} for an empty id
     */
    async updateStatus(transactionId: string, options: CallOptions = {}) {
      return { paymentStatus: await ask('update-status', transactionId, 'paymentStatus', options) }
    },
  }
}
