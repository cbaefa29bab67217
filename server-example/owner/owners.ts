// Whose order is it? Order ids can be guessed, and who may press "pay" for an order gets the address of its hosted page. So
// a press needs proof: a token that the shop's server has signed, or the account that has placed the order.
import type { Config } from '../config.ts'
import { ConfigError } from '../config.ts'
import { HttpProblem } from '../http/problems.ts'
import type { Quote, ShopperEmail } from '../orders.ts'
import { checkOrderToken, signOrder } from './order-token.ts'

/** A page stays open for so long, in a tab that was forgotten; loading it again brings a new token. */
const lifetimeMs = 24 * 3_600_000

export interface OwnersParts {
  readonly config: Pick<Config, 'orderTokenSecrets'>
  /** Says who is signed in; `null`: the shop has no accounts. */
  readonly shopperEmail: ShopperEmail | null
  readonly now: () => number
}

/** What a press brings along as proof. */
export interface Claimed {
  readonly order: string
  readonly token: string | null
  readonly headers: Headers
}

/** Tells whether an order is the shopper's. */
export type OwnsOrder = (quote: Quote) => boolean

export type Owners = ReturnType<typeof createOwners>

export function createOwners({ config, shopperEmail, now }: OwnersParts) {
  const { orderTokenSecrets: secrets } = config
  const [secret] = secrets

  return {
    /** The token for the page that shows an order; `null` without `ORDER_TOKEN_SECRET`. */
    tokenFor: (order: string): string | null =>
      secret === undefined ? null : signOrder(secret, order, new Date(now() + lifetimeMs)),

    /**
     * Checks a press before its order is looked up, so that no answer tells a stranger which orders there are.
     * @throws {HttpProblem} 403 without proof
     */
    async check({ order, token, headers }: Claimed): Promise<OwnsOrder> {
      if (secrets.length === 0 && shopperEmail === null) return () => true
      if (token !== null && secrets.length > 0) {
        const state = checkOrderToken(secrets, order, token, new Date(now()))
        if (state === 'valid') return () => true
        throw forbidden(state === 'expired' ? expired : wrong)
      }
      const email = (await shopperEmail?.(headers)) ?? null
      if (email === null) throw forbidden(secrets.length > 0 ? missing : notSignedIn)
      return ({ payer }) => payer.email !== undefined && isSameEmail(payer.email, email)
    },
  }
}

const isSameEmail = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase()

const missing =
  'A signed order token is needed. Set the `token` attribute to what the server signs for this order.'
const wrong =
  'This token was not signed for this order by this server. Set the `token` attribute anew with each order.'
const expired = 'This token has expired. Load the page again.'
const notSignedIn = 'Only who has placed this order may pay it, and nobody is signed in.'

const forbidden = (detail: string) =>
  new HttpProblem(403, 'This shopper may not pay this order.', { errors: [{ pointer: '/token', detail }] })

/**
 * Refuses to take real money for orders that anybody could name.
 * @throws {ConfigError} with a `live_` key, and neither a secret nor accounts
 */
export function requireOwners(
  { payments, orderTokenSecrets }: Config,
  shopperEmail: ShopperEmail | null,
): void {
  if (!payments.apiKey.startsWith('live_') || orderTokenSecrets.length > 0 || shopperEmail !== null) return
  throw new ConfigError([
    'ORDER_TOKEN_SECRET is missing: with a live_ key, whoever guesses an order’s id could open its payment. Make one with: openssl rand -base64 32, and give each page the token of its order. A shop with accounts can pass shopperEmail instead.',
  ])
}
