// Who may ask for how much in a minute. Generous by address: an office, a school and a mobile network share one.
// Behind a proxy of yours set CLIENT_ADDRESS_HEADER: without it, all your shoppers have the proxy's address.
import type { Context } from 'hono'
import type { Clock } from '../../server/index.ts'
import type { Log } from '../log.ts'
import type { ShopperEmail } from '../orders.ts'
import { createRateLimit, type RateLimit } from '../rate-limit.ts'
import { createHeldPlaces, usualHeldReads } from '../reads/held-places.ts'
import { defaultPerMinute, type GivenLimits, type PerMinute } from '../request-limits.ts'
import type { Settings } from '../settings/settings.ts'
import { createAddressOf } from './address.ts'

export interface LimitsParts {
  readonly config: Pick<Settings, 'clientAddressHeader' | 'words'>
  readonly shopperEmail: ShopperEmail
  readonly clock: Clock
  readonly log: Log
}

export type Limits = ReturnType<typeof createLimits>

const byAddress = 'Too many requests came from this address. Wait a moment.'

const proxyMessage = (header: string, name: string) =>
  `A request came with ${header}, which proxies write, and ${name} is not set. If that is your own proxy, all shoppers share one limit and banks are not told a shopper’s address: set ${name} to the header in which it writes that address.`

const unknownAddressMessage = (name: string) =>
  `A request came without any address: this runtime does not tell it, so that all shoppers share one limit. Set ${name} to the header in which your platform writes the shopper’s address, and hand what the runtime gives beside the request to merchant.fetch.`

/** Makes the limits of one server. Each function throws `TooManyRequests` when it is too much. */
export function createLimits({ config, shopperEmail, clock, log }: LimitsParts, given: GivenLimits = {}) {
  const perMinute = { ...defaultPerMinute, ...given.perMinute }
  const places = createHeldPlaces({ ...usualHeldReads, ...given.heldReads })
  const name = config.words.nameOf('clientAddressHeader')
  const addressOf = createAddressOf(
    config.clientAddressHeader,
    (header) => log('proxy_not_configured', { message: proxyMessage(header, name) }),
    () => log('no_client_address', { message: unknownAddressMessage(name) }),
  )
  const limit = (name: keyof PerMinute, sentence = byAddress) =>
    createRateLimit(clock, perMinute[name], sentence)
  const starts = limit('startsByAddress')
  const shoppers = limit('startsByShopper', 'Too many payments were started in a short time. Wait a moment.')
  const banks = limit('banksByAddress')
  const logos = limit('logosByAddress')
  const instruments = limit('instrumentsByAddress')
  const misses = limit('unknownSessionsByAddress')
  const returns = limit('returnsByAddress')
  const webhooks = limit('webhooksBySession', 'Too many webhooks of this payment came. Send it again later.')
  const strays = limit('unknownWebhooksByAddress')
  const known = createKnownIds()

  return {
    /** What a request is counted by. Ask before anything is awaited: a connection that has ended has no address. */
    askerOf: addressOf,
    start: (c: Context): void => starts.take(addressOf(c)),
    banks: (c: Context): void => banks.take(addressOf(c)),
    logos: (c: Context): void => logos.take(addressOf(c)),
    instruments: (c: Context): void => instruments.take(addressOf(c)),
    returns: (asker: string): void => returns.take(asker),
    webhooksOf: (session: string): void => webhooks.take(session),
    /** A place for a held read, and how to leave it; `null` when the read is to be answered at once. */
    hold: (c: Context, session: string): (() => void) | null => places.take(addressOf(c), session),

    /**
     * Counts a start by its shopper. By the order where nobody is signed in: who has many addresses then still makes
     * few payins of one order. Ask when it is known that the order is theirs (owner/owners.ts): nobody else then makes
     * its shopper wait.
     */
    async startOf(order: string, headers: Headers): Promise<void> {
      const email = await shopperEmail(headers)
      shoppers.take(email === null ? `order ${order}` : `shopper ${email.toLowerCase()}`)
    },

    /** This id is a session's: reading it is never refused. */
    remember: known.add,

    /**
     * Looks for a session. An address that has asked for many that do not exist is answered before anything is looked
     * up; ids that were found before are not held against it: others may share it, and wait for their payment.
     */
    async lookUp<T>(c: Context, id: string, look: () => Promise<T | null>): Promise<T | null> {
      if (known.has(id)) return look()
      // Counted by its end: after a restart a whole network's held reads come at once, and none of them is a guess.
      const found = await countingMisses(misses, addressOf(c), look)
      if (found !== null) known.add(id)
      return found
    },

    /** Looks whether a webhook's address is one that we have given out, unless too many were not. */
    lookUpWebhook: <T>(asker: string, look: () => Promise<T | null>): Promise<T | null> =>
      countingMisses(strays, asker, look),
  }
}

/** @throws {TooManyRequests} when the asker has asked for too much that is not there */
async function countingMisses<T>(
  misses: RateLimit,
  asker: string,
  look: () => Promise<T | null>,
): Promise<T | null> {
  misses.check(asker)
  const found = await look()
  if (found === null) misses.take(asker)
  return found
}

const maxKnown = 10_000

function createKnownIds() {
  const ids = new Set<string>()
  return {
    has: (id: string) => ids.has(id),
    add(id: string): void {
      ids.add(id)
      for (const oldest of ids) {
        if (ids.size <= maxKnown) break
        ids.delete(oldest)
      }
    },
  }
}
