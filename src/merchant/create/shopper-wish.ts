// What a shopper's press amounts to: the order's price from the shop, the request that its kind needs.
import type { PayinPayment } from '../../server/index.ts'
import { unprocessable } from '../http/problems.ts'
import { bankTransferRefusal, bankTransferRequest } from '../kinds/bank-transfer.ts'
import type { Freeze, RequestConfig } from '../kinds/kind.ts'
import { onRampRefusal, onRampRequest } from '../kinds/on-ramp.ts'
import { payinRequest } from '../kinds/payin.ts'
import type { Asked, Orders, Quote } from '../orders.ts'
import type { Owners } from '../owner/owners.ts'
import type { ShopperKind } from '../settings/settings.ts'
import type { Transaction } from '../store/db.ts'
import type { Wish } from './claim.ts'

export interface Press {
  /** The widget's Idempotency-Key: one per attempt of the shopper, kept over retries. */
  readonly key: string
  readonly order: string
  /** The signed order token that the page got from its server (owner/order-token.ts). */
  readonly token: string | null
  readonly kind: ShopperKind
  /** What was chosen before the hosted page; payins only. */
  readonly payment: PayinPayment | null
  /** ISO 639-1, for the hosted page. */
  readonly language: string | null
}

export interface WishParts {
  readonly orders: Orders<Transaction>
  readonly owners: Owners
  readonly config: RequestConfig
}

/**
 * Asks the shop for the order's price and payer, for whoever may pay it.
 * @throws {HttpProblem} 403 without proof of that; 422 for an order that there is not, that is somebody else's, or that
 *   cannot be paid in this way
 */
export async function shopperWish(
  { orders, owners, config }: WishParts,
  press: Press,
  asked: Asked,
): Promise<Wish> {
  const quote = await owners.quoteFor({ ...press, headers: asked.headers }, () =>
    orders.quote(press.order, asked),
  )
  const { key, kind, order: order_id, payment: choice } = press
  const { reference, amount, placedAt = null } = quote
  const freeze = requestFor(config, press, quote, asked.address)
  return { key, kind, order_id, reference, placedAt, amount, choice, ledger: orders, freeze }
}

function requestFor(config: RequestConfig, press: Press, quote: Quote, address: string | null): Freeze {
  switch (press.kind) {
    case 'payin':
      return payinRequest(config, quote, press)
    case 'bank_transfer':
      refuse(bankTransferRefusal(quote.amount))
      return bankTransferRequest(config, press.order, quote, address)
    case 'on_ramp':
      refuse(onRampRefusal(quote.amount))
      return onRampRequest(config, press.order, quote, address)
  }
}

function refuse(detail: string | null): void {
  if (detail !== null) throw unprocessable({ pointer: '/kind', detail })
}
