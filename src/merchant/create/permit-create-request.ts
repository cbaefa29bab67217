// Turns a shopper's create request into one that can be claimed: proves that this shopper may pay the order, and says which
// request its kind sends to the service.
import { KindCannotPay } from '../errors/order-errors.ts'
import type { RequestedPayment } from '../kinds/kind.ts'
import { shopperKindOf } from '../kinds/kinds.ts'
import type { RequestConfig } from '../kinds/request.ts'
import type { FindEntry } from '../order/on-order.ts'
import type { Asked } from '../orders.ts'
import type { Owners } from '../owner/owners.ts'
import type { ShopperKind } from '../settings/settings.ts'
import type { CreateRequest } from './claim.ts'

export interface ShopperCreateRequest extends RequestedPayment {
  readonly order: string
  /** The widget's Idempotency-Key: one per attempt of the shopper, the same in every retry. */
  readonly key: string
  /** The signed order token that the page got from its own server (owner/owners.ts). */
  readonly token: string | null
  readonly kind: ShopperKind
}

export interface ShopperRequestParts {
  readonly findEntry: FindEntry
  readonly owners: Owners
  readonly config: RequestConfig
}

/**
 * Checks that the shopper may pay the order, and makes the request.
 * @throws {MayNotPay} when the shopper has no proof of that
 * @throws {NoSuchOrder} also when the order is somebody else's
 */
export async function permitCreateRequest(
  { findEntry, owners, config }: ShopperRequestParts,
  request: ShopperCreateRequest,
  asked: Asked,
): Promise<CreateRequest> {
  const { key, kind, order, payment: choice } = request
  const found = await owners.permit(request, asked, () => findEntry({ kind, order_id: order, asked }))
  const paymentKind = shopperKindOf(kind)
  return {
    key,
    kind,
    // The requests of an order are counted by its own id, whatever spelling was asked for.
    order_id: found?.id ?? order,
    asked,
    choice,
    freezeFor(entry) {
      const refusal = paymentKind.refusalOf(entry.amount)
      if (refusal !== null) throw new KindCannotPay(refusal)
      return paymentKind.requestOf(config, request, entry, asked.address)
    },
  }
}
