// What a shopper's press amounts to: the order's price from the shop, the request that its kind needs.
import { KindCannotPay } from '../errors/order-errors.ts'
import type { RequestedPayment } from '../kinds/kind.ts'
import { shopperKindOf } from '../kinds/kinds.ts'
import type { RequestConfig } from '../kinds/request.ts'
import type { Asked, Orders } from '../orders.ts'
import type { Owners } from '../owner/owners.ts'
import type { ShopperKind } from '../settings/settings.ts'
import type { Transaction } from '../store/db.ts'
import type { CreateRequest } from './claim.ts'

export interface ShopperCreateRequest extends RequestedPayment {
  /** The widget's Idempotency-Key: one per attempt of the shopper, kept over retries. */
  readonly key: string
  /** The signed order token that the page got from its server (owner/order-token.ts). */
  readonly token: string | null
  readonly kind: ShopperKind
}

export interface QuoteParts {
  readonly orders: Orders<Transaction>
  readonly owners: Owners
  readonly config: RequestConfig
}

/**
 * Asks the shop for the order's price and payer, for whoever may pay it.
 * @throws {MayNotPay} without proof of that
 * @throws {NoSuchOrder} also for somebody else's
 * @throws {KindCannotPay} when it cannot be paid in this way
 */
export async function quoteCreateRequest(
  { orders, owners, config }: QuoteParts,
  request: ShopperCreateRequest,
  asked: Asked,
): Promise<CreateRequest> {
  const quote = await owners.quoteFor({ ...request, headers: asked.headers }, () =>
    orders.quote(request.order, asked),
  )
  const { key, kind, order: order_id, payment: choice } = request
  const { reference, amount, placedAt = null } = quote
  const way = shopperKindOf(kind)
  const refusal = way.refusalOf(amount)
  if (refusal !== null) throw new KindCannotPay(refusal)
  const freeze = way.requestOf(config, request, quote, asked.address)
  return { key, kind, order_id, reference, placedAt, amount, choice, ledger: orders, freeze }
}
