// What a request tells the shop’s functions beside its body: who is signed in, from where, and its headers.
import type { Context } from 'hono'
import type { Asked, ShopOrders } from '../orders.ts'
import type { Settings } from '../settings/settings.ts'
import { createIpOf } from './address.ts'

export interface AskedParts {
  readonly config: Pick<Settings, 'clientAddressHeader'>
  readonly orders: Pick<ShopOrders, 'shopperOf'>
}

/** Who is signed in; `null`: this shop has no accounts. */
type ShopperOf = (c: Context) => Asked['shopper']

/** Makes the function that says who is signed in. The framework's own answer came beside the request, as `shopper`. */
export const createShopperOf =
  ({ orders }: Pick<AskedParts, 'orders'>): ShopperOf =>
  (c) => {
    const given = (c.env as { readonly shopper?: unknown } | undefined)?.shopper
    return orders.shopperOf(c.req.raw.headers, typeof given === 'function' ? () => given() : null)
  }

/** Makes the function that says what the shop's functions are asked with. Call it before the body is read. */
export function createAsked(parts: AskedParts) {
  const ipOf = createIpOf(parts.config.clientAddressHeader)
  const shopperOf = createShopperOf(parts)
  return (c: Context): Omit<Asked, 'kind' | 'context'> => ({
    headers: c.req.raw.headers,
    address: ipOf(c),
    shopper: shopperOf(c),
  })
}
