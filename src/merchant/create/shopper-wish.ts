// What a shopper's press amounts to: the order's price from the shop, the request that its kind needs.
import { KindCannotPay } from '../errors/order-errors.ts'
import type { Pressed } from '../kinds/kind.ts'
import { shopperKindOf } from '../kinds/kinds.ts'
import type { RequestConfig } from '../kinds/request.ts'
import type { Asked, Orders } from '../orders.ts'
import type { Owners } from '../owner/owners.ts'
import type { ShopperKind } from '../settings/settings.ts'
import type { Transaction } from '../store/db.ts'
import type { Wish } from './claim.ts'

export interface Press extends Pressed {
  /** The widget's Idempotency-Key: one per attempt of the shopper, kept over retries. */
  readonly key: string
  /** The signed order token that the page got from its server (owner/order-token.ts). */
  readonly token: string | null
  readonly kind: ShopperKind
}

export interface WishParts {
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
  const way = shopperKindOf(kind)
  const refusal = way.refusalOf(amount)
  if (refusal !== null) throw new KindCannotPay(refusal)
  const freeze = way.requestOf(config, press, quote, asked.address)
  return { key, kind, order_id, reference, placedAt, amount, choice, ledger: orders, freeze }
}
