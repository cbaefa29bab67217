// Whose order is it? Order ids can be guessed, and who may press "pay" for an order gets the address of its hosted page. So
// a press needs proof: a token that the shop's server has signed, or the account that has placed the order.

import { MayNotPay, NoSuchOrder } from '../errors/order-errors.ts'
import type { MayPay, Quote, ShopperEmail } from '../orders.ts'
import { type Settings, SettingsError } from '../settings/settings.ts'
import { checkOrderToken, signOrder } from './order-token.ts'

/** A page stays open for so long, in a tab that was forgotten; loading it again brings a new token. */
const lifetimeS = 24 * 3_600

export interface OwnersParts {
  readonly config: Pick<Settings, 'orderTokenSecrets'>
  /** `null`: the shop has no accounts. */
  readonly mayPay: MayPay | null
  readonly now: () => number
}

/** What a press brings along as proof. */
export interface OwnershipProof {
  readonly order: string
  readonly token: string | null
  readonly headers: Headers
}

export type Owners = ReturnType<typeof createOwners>

export function createOwners({ config, mayPay, now }: OwnersParts) {
  const { orderTokenSecrets: secrets } = config
  const [secret] = secrets

  /** Tells whether there is a token that proves everything. @throws {MayNotPay} for one that does not */
  function isProven({ order, token }: OwnershipProof): boolean {
    if (token === null || secrets.length === 0) return false
    const state = checkOrderToken(secrets, order, token, new Date(now()))
    if (state !== 'valid') throw new MayNotPay(state)
    return true
  }

  return {
    /** The token for the page that shows an order; `null` without a secret. @param seconds until it expires */
    tokenFor: (order: string, seconds = lifetimeS): string | null =>
      secret === undefined ? null : signOrder(secret, order, new Date(now() + seconds * 1_000)),

    /**
     * The quote of an order, for who may pay it. Who may not is answered the same whether there is such an order or not.
     * @throws {MayNotPay} without proof
     * @throws {NoSuchOrder} for an order that there is not, or that is somebody else's
     */
    async quoteFor(claimed: OwnershipProof, look: () => Promise<Quote | null>): Promise<Quote> {
      const isOpenToAll = secrets.length === 0 && mayPay === null
      const isFree = isOpenToAll || isProven(claimed)
      const quote = isFree || mayPay ? await look() : null
      if (quote && (isFree || (await mayPay?.(quote, claimed.headers)))) return quote
      throw isFree || secrets.length === 0 ? new NoSuchOrder() : new MayNotPay('missing')
    },
  }
}

/** How a shop's accounts tell whose order it is; `null`: it has none. */
export interface Accounts {
  readonly shopperEmail?: ShopperEmail | undefined
  readonly mayPay?: MayPay | undefined
}

/** Where the shop does not say more, who is signed in may pay the orders whose payer has their e-mail address. */
export const mayPayOf = ({ shopperEmail, mayPay }: Accounts): MayPay | null =>
  mayPay ?? (shopperEmail ? payerIs(shopperEmail) : null)

const payerIs =
  (shopperEmail: ShopperEmail): MayPay =>
  async ({ payer }, headers) => {
    const email = await shopperEmail(headers)
    return email !== null && payer.email !== undefined && plain(payer.email) === plain(email)
  }

const plain = (email: string) => email.trim().toLowerCase()

/**
 * Refuses to take real money for orders that anybody could name.
 * @throws {SettingsError} with a `live_` key, and neither a secret nor accounts
 */
export function requireOwners(
  { service, orderTokenSecrets, words }: Pick<Settings, 'service' | 'orderTokenSecrets' | 'words'>,
  hasAccounts: boolean,
): void {
  if (!service.apiKey.startsWith('live_') || orderTokenSecrets.length > 0 || hasAccounts) return
  throw new SettingsError([
    `${words.nameOf('orderTokenSecrets')} is missing: with a live_ key, whoever guesses an order’s id could open its payment. Make one with: openssl rand -base64 32, and give each page the token of its order. A shop with accounts can pass shopperEmail or mayPay instead.`,
  ])
}
