import type { Caller, CallOptions } from './caller.ts'
import { checkCents } from './check-input.ts'
import { fieldsOf, requireText, text } from './read-fields.ts'

/**
 * The body of the on-ramp's generate-link. Currency, crypto asset, network and wallet are fixed at onboarding and never
 * sent. The document does not show which fields are required, except the amount.
 */
export interface OnRampRequest {
  /** EUR from 5 to 5000 as a decimal string with at most 2 decimals. It is sent as a JSON number, as the document requires. */
  readonly amount: string
  readonly names?: string
  /** Unique in the merchant's system. */
  readonly userId?: string
  readonly userEmail?: string
  readonly userAddress1?: string
  /** The public address of the end user. */
  readonly userIpAddress?: string
  /** Use a path that nobody can guess: these webhooks are not signed. */
  readonly webhookUrl?: string
  readonly webhookPayload?: string
  readonly revision?: string
  /** Where "back to merchant" leads. */
  readonly hostedRedirectUrl?: string
}

export interface OnRampLink {
  /** Works once, for 2 minutes. Create it when the shopper presses the button. Never store or log it. */
  readonly hostedLink: string
  /** ISO 8601. */
  readonly expiresAt: string | null
}

const path = '/payments/on-ramp-merchant/hosted/generate-link'

/** The merchant on-ramp of the legacy interface. */
export function createOnRamp(call: Caller) {
  return {
    /**
     * Starts a hosted session of 15 minutes. Only the webhook names its transaction id. The request is repeated only after
     * 429, because there is no Idempotency-Key: a repetition could create a second session.
     * @throws {TypeError} for an amount that the document refuses
     * @throws {ServiceError} `start_anew` if it may have been created. Creating another is safe: nobody has the first link
     */
    async generateLink(request: OnRampRequest, options: CallOptions = {}): Promise<OnRampLink> {
      checkCents('amount', request.amount, { min: 5, max: 5000 })
      // No precision is lost: a number with so few digits prints as the same decimal.
      const body = JSON.stringify({ ...request, amount: Number(request.amount) })
      const sent = { method: 'POST', path, name: path, body, repeats: 'if_not_executed' } as const
      const json = await call({ ...options, ...sent })
      const hostedLink = requireText(json, 'hostedLink', `POST ${path}`)
      return { hostedLink, expiresAt: text(fieldsOf(json)?.expiresAt) }
    },
  }
}
