// What payins and payouts have in common (payments-v2): a key makes their create safe, lists find them again, and their
// webhooks are signed.
import { isFinal, type Kind, outcomeOf, type Payin, type Payout } from '../../server/index.ts'
import type { PaymentKind } from './kind.ts'
import type { AttemptIds } from './request.ts'
import type { Fetched } from './service-port.ts'

/** The facts that both share. */
export const keyed = {
  sending: 'keyed',
  eachLinkIsAPayment: false,
  getsIdWhenPaid: false,
  endHasNoWebhook: false,
  readsIncludeAmount: true,
  isMoneyOnceAuthorized: false,
  mayBePayable: () => true,
  statusesBeforeLink: [],
  isPaidLink: () => false,
} as const satisfies Partial<PaymentKind>

/** Where the service sends its signed webhooks. @param path below `/webhooks/` */
export const webhookUrlOf = (publicUrl: string, path: string, { nonce }: AttemptIds): string =>
  `${publicUrl}/webhooks/${path}?nonce=${nonce}`

/** Tells whether a status is an end in the table of outcomes. */
export const isEnd = (kind: Kind, status: string): boolean => isFinal(outcomeOf(kind, status))

/** A payin or payout as the rest of the server knows it. */
export function fetchedPayment(payment: Payin | Payout): Fetched {
  const { id, status, amount, redirect_url, expires_at, webhook_url: hook } = payment
  const nonce =
    typeof hook === 'string' && URL.canParse(hook) ? new URL(hook).searchParams.get('nonce') : null
  return {
    id,
    status,
    details: null,
    deposit: null,
    amount,
    redirectUrl: redirect_url,
    expiresAt: expires_at,
    echoed: { nonce },
  }
}

/** A JSON object of an answer; `null` for everything else. */
export const fieldsOf = (value: unknown): object | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null
