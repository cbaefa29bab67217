// What payins and payouts have in common (payments-v2): a key makes their create safe, and lists find them again.
import type { Payin, PaymentOperations, Payout } from '../../server/index.ts'
import type { AttemptIds, Fetched, FoundPayment } from './kind.ts'

/** Where the service sends its signed webhooks. */
export const webhookUrlOf = (publicUrl: string, path: 'payins' | 'payouts', { nonce }: AttemptIds): string =>
  `${publicUrl}/webhooks/${path}?nonce=${nonce}`

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
    echo: { nonce },
  }
}

/** All of a reference, over all pages. */
export async function findAll<T extends Payin | Payout>(
  operations: PaymentOperations<T>,
  reference: string,
  toFound: (payment: T) => FoundPayment,
): Promise<FoundPayment[]> {
  const found: FoundPayment[] = []
  for await (const payment of operations.findByReference(reference)) found.push(toFound(payment))
  return found
}

/** A JSON object of an answer; `null` for everything else. */
export const fieldsOf = (value: unknown): object | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null
