// Checks whose order it is. Order ids can be guessed, and a create request returns the address of the hosted page. So a
// create request needs proof of ownership: a token signed by the shop's server, or the account that placed the order.
//
// A token proves that this shop's own server has shown this order to the holder of the token. The page gets it with its HTML, and
// the widget sends it with the create request (docs/protocol.md#the-widget, `token`). It covers the order and its expiry time, and
// contains nothing about the shopper. So it may stand in a page, but not in a log.

import { MayNotPay, NoSuchOrder } from '../errors/order-errors.ts'
import type { Asked, Entry, ShopOrders } from '../orders.ts'
import type { Settings } from '../settings/settings.ts'
import { checkSigned, signUntil } from '../signed-until.ts'

/** A page may stay open in a forgotten tab for a day. Loading it again brings a new token. */
const lifetimeS = 24 * 3_600

export interface OwnersParts {
  readonly config: Pick<Settings, 'orderTokenSecrets'>
  readonly orders: Pick<ShopOrders, 'hasAccounts' | 'mayPay'>
  readonly now: () => number
}

/** What a create request contains as proof. */
export interface OwnershipProof {
  readonly order: string
  readonly token: string | null
}

export type Owners = ReturnType<typeof createOwners>

export function createOwners({ config, orders, now }: OwnersParts) {
  const { orderTokenSecrets: secrets } = config
  const [secret] = secrets

  /** Whether the request has a valid token. @throws {MayNotPay} for a token that is not valid */
  function isProven({ order, token }: OwnershipProof): boolean {
    if (token === null || secrets.length === 0) return false
    const state = checkSigned(secrets, order, token, new Date(now()))
    if (state !== 'valid') throw new MayNotPay(state)
    return true
  }

  return {
    /** The token for the page of an order; `null` without a secret. @param seconds until it expires */
    tokenFor: (order: string, seconds = lifetimeS): string | null =>
      secret === undefined ? null : signUntil(secret, order, new Date(now() + seconds * 1_000)),

    /**
     * Checks that the shopper may pay an order. If not, neither the error nor the work before it reveals whether the
     * order exists.
     * @param find reads the order. It is only called without a token
     * @returns the order, where it was read; it may have been asked for by another spelling of its id
     * @throws {MayNotPay} without proof
     * @throws {NoSuchOrder} without proof, in a shop without tokens
     */
    async permit(
      claimed: OwnershipProof,
      asked: Asked,
      find: () => Promise<Entry | null>,
    ): Promise<Entry | null> {
      const hasAccounts = orders.hasAccounts(asked)
      const isOpenToAll = secrets.length === 0 && !hasAccounts
      if (isOpenToAll || isProven(claimed)) return null
      const entry = hasAccounts ? await find() : null
      if (hasAccounts && (await orders.mayPay(entry, asked, claimed.order))) return entry
      throw secrets.length === 0 ? new NoSuchOrder() : new MayNotPay('missing')
    },
  }
}

/** Why real money must not be taken: with neither order token secrets nor accounts, anybody could open an order's payment. */
export function ownerMistakes(
  { realMoney, orderTokenSecrets, names }: Pick<Settings, 'realMoney' | 'orderTokenSecrets' | 'names'>,
  hasAccounts: boolean,
): readonly string[] {
  if (realMoney === null || orderTokenSecrets.length > 0 || hasAccounts) return []
  return [
    `${names.nameOf('orderTokenSecrets')} is missing: with ${realMoney}, anybody who guesses an order’s id could open its payment. Make one with: openssl rand -base64 32, and give each page the token of its order. A shop with accounts can pass shopper or mayPay instead; shopper: 'request' where its framework says who is signed in.`,
  ]
}
