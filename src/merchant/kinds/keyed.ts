// What payins and payouts have in common (payments-v2): an Idempotency-Key makes their create safe, lists contain them, and
// their webhooks are signed.
import { isFinal, type Kind, outcomeOf, type Payin, type Payout } from '../../server/index.ts'
import type { PaymentKind } from './kind.ts'
import type { AttemptIds } from './request.ts'
import type { Fetched } from './service-port.ts'

/** The facts that are the same for both. */
export const keyed = {
  sending: 'keyed',
  eachLinkIsAPayment: false,
  getsIdWhenPaid: false,
  endHasNoWebhook: false,
  readsIncludeAmount: true,
  isMoneyOnceAuthorized: false,
  payablePages: () => 1,
  statusesBeforeLink: [],
  isPaidLink: () => false,
} as const satisfies Partial<PaymentKind>

/** Where the service sends its signed webhooks. @param path below `/webhooks/` */
export const webhookUrlOf = (publicUrl: string, path: string, { nonce }: AttemptIds): string =>
  `${publicUrl}/webhooks/${path}?nonce=${nonce}`

/** Whether a status is final by the table of outcomes. */
export const isEnd = (kind: Kind, status: string): boolean => isFinal(outcomeOf(kind, status))

/** Converts a payin or payout into the form for all kinds. */
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
    echoed: { nonce, reference: payment.reference },
  }
}

/** The value if it is a JSON object; `null` for everything else. */
export const fieldsOf = (value: unknown): object | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null
