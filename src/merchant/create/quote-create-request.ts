// Turns a shopper's create request into a complete one: adds the order's price and payer from the shop, and the request that
// its kind sends to the service.
import { KindCannotPay } from '../errors/order-errors.ts'
import type { RequestedPayment } from '../kinds/kind.ts'
import { shopperKindOf } from '../kinds/kinds.ts'
import type { RequestConfig } from '../kinds/request.ts'
import type { Asked, ShopOrders } from '../orders.ts'
import type { Owners } from '../owner/owners.ts'
import type { ShopperKind } from '../settings/settings.ts'
import { NoId } from '../shop-orders.ts'
import type { Db } from '../store/db.ts'
import type { CreateRequest } from './claim.ts'

export interface ShopperCreateRequest extends RequestedPayment {
  readonly order: string
  /** The widget's Idempotency-Key: one per attempt of the shopper, the same in every retry. */
  readonly key: string
  /** The signed order token that the page got from its own server (owner/order-token.ts). */
  readonly token: string | null
  readonly kind: ShopperKind
}

export interface QuoteParts {
  readonly db: Db
  readonly orders: ShopOrders
  readonly owners: Owners
  readonly config: RequestConfig
}

/**
 * Asks the shop for the order's price and payer, after checking that this shopper may pay it.
 * @throws {MayNotPay} when the shopper has no proof of that
 * @throws {NoSuchOrder} also when the order is somebody else's
 * @throws {KindCannotPay} when this kind cannot pay the amount
 */
export async function quoteCreateRequest(
  { db, orders, owners, config }: QuoteParts,
  request: ShopperCreateRequest,
  asked: Asked,
): Promise<CreateRequest> {
  const order = await owners.orderFor(request, asked, () =>
    db
      .transaction((tx) => orders.find(tx, request.order, asked))
      .catch((error) => {
        if (error instanceof NoId) return null
        throw error
      }),
  )
  const { key, kind, payment: choice } = request
  // Not the id that was asked for: a shop may find one order under several spellings, and they must share its sessions.
  const { id: order_id, reference, amount, placedAt } = order
  const paymentKind = shopperKindOf(kind)
  const refusal = paymentKind.refusalOf(amount)
  if (refusal !== null) throw new KindCannotPay(refusal)
  const freeze = paymentKind.requestOf(config, request, order, asked.address)
  return { key, kind, order_id, reference, placedAt, amount, choice, ledger: orders, freeze }
}
