import type { Caller, CallOptions } from './caller.ts'
import { checkCents } from './check-input.ts'
import { fieldsOf, requireText, text } from './read-fields.ts'

/**
 * The body of the on-ramp's generate-link. Currency, crypto asset, network and wallet were fixed at onboarding and are
 * never sent. Which fields the service requires: not shown, beyond the amount.
 */
export interface OnRampRequest {
  /** EUR as a decimal string from 5 to 5000, at most 2 decimals; sent as the JSON number that the document asks for. */
  readonly amount: string
  readonly names?: string
  /** Unique in the merchant's system. */
  readonly userId?: string
  readonly userEmail?: string
  readonly userAddress1?: string
  /** Public, of the end user. */
  readonly userIpAddress?: string
  /** Use a path that nobody can guess: these webhooks are not signed. */
  readonly webhookUrl?: string
  readonly webhookPayload?: string
  readonly revision?: string
  /** Where the user goes who chooses "back to merchant". */
  readonly hostedRedirectUrl?: string
}

export interface OnRampLink {
  /** Works once and for 2 minutes: make it when the shopper presses, never store or log it. */
  readonly hostedLink: string
  /** ISO 8601. */
  readonly expiresAt: string | null
}

const path = '/payments/on-ramp-merchant/hosted/generate-link'

/** The merchant on-ramp of the legacy interface. */
export function createOnRamp(call: Caller) {
  return {
    /**
     * Starts a hosted session of 15 minutes. Its transaction id comes with the webhook only. Sent again after 429 only:
     * there is no key that would make a repeated sending the same session.
     * @throws {TypeError} for an amount that the document refuses
     * @throws {ServiceError} `start_anew` when it may have been made: making another is safe, nobody has the first link
     */
    async generateLink(request: OnRampRequest, options: CallOptions = {}): Promise<OnRampLink> {
      checkCents('amount', request.amount, { min: 5, max: 5000 })
      // Exact: a number of so few digits is printed as the decimal that it was read from.
      const body = JSON.stringify({ ...request, amount: Number(request.amount) })
      const sent = { method: 'POST', path, name: path, body, repeats: 'if_not_executed' } as const
      const json = await call({ ...options, ...sent })
      const hostedLink = requireText(json, 'hostedLink', `POST ${path}`)
      return { hostedLink, expiresAt: text(fieldsOf(json)?.expiresAt) }
    },
  }
}
