// The bank transfer operations of the legacy interface, directly below {base_url}. It knows no Idempotency-Key: what
// may be repeated after a fault is decided per operation, and the reason stands beside it.
import type { Caller, CallOptions } from './caller.ts'
import { checkCents, checkId, checkLength } from './check-input.ts'
import { UnknownAnswerError } from './errors.ts'
import { requireText } from './read-fields.ts'
import { parseTransaction, type Transaction } from './transaction.ts'

/** The body of create-bank-transfer. Which fields the service requires: not shown, beyond the amount. */
export interface BankTransferRequest {
  /** A decimal string from 2, at most 2 decimals. The service takes a number too; a float loses cents unseen. */
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
  /** Where Chrome returns to; deep links to an app may work there. */
  readonly callbackChromeUrl?: string
  /** Where Safari returns to; it restricts redirects to an app's own scheme. */
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
  /** One POST about a transaction that exists, and the one text that its answer must hold. */
  async function ask(operation: string, transactionId: string, field: string, options: CallOptions) {
    checkId('transactionId', transactionId)
    const path = `/transaction/${operation}`
    const body = JSON.stringify({ transactionId })
    // Both may run twice: each names a transaction that exists and makes none. A second link pays the same transaction,
    // and a second status check only sends one more webhook.
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
     * Creates a bank transfer; nothing can be paid before `generatePaymentLink`. Sent again after 429 only, for there
     * is no key that would make a repeated sending the same transaction.
     * @throws {TypeError} for an amount or a text that the document refuses
     * @throws {ServiceError} `start_anew` when it may have been made: making another is safe, the first is never paid
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
      // With the slash: the document writes it so, and a server that redirects to it would be refused as a redirect.
      const where = { path: `/transaction/?${new URLSearchParams({ transactionId })}`, name: '/transaction/' }
      const json = await call({ ...options, method: 'GET', repeats: 'after_any_fault', ...where })
      const transaction = parseTransaction(json)
      // Another one's status, through a cache that drops the query, would decide the wrong order.
      if (transaction?.uuid.toLowerCase() === transactionId.toLowerCase()) return transaction
      throw new UnknownAnswerError(
        'The answer to GET /transaction/ is not the transaction that was asked for. Check that baseUrl is the service and that no proxy drops the query.',
      )
    },

    /**
     * The bank's page for this transaction. Make it when the shopper presses and check it with `parseRedirectUrl`.
     * @throws {ServiceError}; {TypeError} for an empty id
     */
    async generatePaymentLink(transactionId: string, options: CallOptions = {}) {
      return { paymentLink: await ask('generatePaymentLink', transactionId, 'paymentLink', options) }
    },

    /**
     * Lets the service ask the bank now, which also sends the webhook.
     * @throws {ServiceError}; {TypeError} for an empty id
     */
    async updateStatus(transactionId: string, options: CallOptions = {}) {
      return { paymentStatus: await ask('update-status', transactionId, 'paymentStatus', options) }
    },
  }
}
