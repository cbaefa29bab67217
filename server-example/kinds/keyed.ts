// What payins and payouts have in common (payments-v2): a key makes their create safe, and lists find them again.
import type { Payin, PaymentOperations, Payout } from 'payin-checkout/server'
import type { Fetched } from './kind.ts'

/** A payin or payout as the rest of the server knows it. */
export function fetchedPayment({ id, status, amount, redirect_url, expires_at }: Payin | Payout): Fetched {
  return {
    id,
    status,
    details: null,
    deposit: null,
    amount,
    redirectUrl: redirect_url,
    expiresAt: expires_at,
  }
}

/** The one with our return_url among all of its reference, over all pages; `null` is a certain "there is none". */
export async function findByReturnUrl<T extends Payin | Payout>(
  operations: PaymentOperations<T>,
  reference: string,
  returnUrl: string,
): Promise<T | null> {
  for await (const object of operations.findByReference(reference)) {
    if (object.return_url === returnUrl) return object
  }
  return null
}
