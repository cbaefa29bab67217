// Who may ask for how much in a minute. Generous by address: an office, a school and a mobile network share one.
// Behind a proxy of yours set CLIENT_ADDRESS_HEADER: without it, all your shoppers have the proxy's address.
import type { Context } from 'hono'
import type { Clock } from 'payin-checkout/server'
import type { Config } from '../config.ts'
import type { ShopperEmail } from '../orders.ts'
import { createAddressOf } from './address.ts'
import { createRateLimit } from './rate-limit.ts'

export interface PerMinute {
  /** Sessions and links that one address may ask for. */
  readonly startsByAddress: number
  /** Those of one signed-in shopper; a guest's are counted by the order. */
  readonly startsByShopper: number
  /** Pages of banks. The widget reads the whole list, a hundred at a time. */
  readonly banksByAddress: number
  /** Each costs a call to the service; a page asks once. */
  readonly instrumentsByAddress: number
  /** Reads of sessions that do not exist. */
  readonly unknownSessionsByAddress: number
}

const usual: PerMinute = {
  startsByAddress: 300,
  startsByShopper: 60,
  banksByAddress: 600,
  instrumentsByAddress: 300,
  unknownSessionsByAddress: 60,
}

export interface LimitsParts {
  readonly config: Pick<Config, 'clientAddressHeader'>
  readonly orders: { readonly shopperEmail: ShopperEmail }
  readonly clock: Clock
}

export type Limits = ReturnType<typeof createLimits>

const byAddress = 'Too many requests came from this address. Wait a moment.'

/** Makes the limits of one server. Each function throws a 429 problem with `Retry-After` when it is too much. */
export function createLimits({ config, orders, clock }: LimitsParts, given: Partial<PerMinute> = {}) {
  const perMinute = { ...usual, ...given }
  const addressOf = createAddressOf(config.clientAddressHeader)
  const starts = createRateLimit(clock, perMinute.startsByAddress, byAddress)
  const shoppers = createRateLimit(
    clock,
    perMinute.startsByShopper,
    'Too many payments were started in a short time. Wait a moment.',
  )
  const banks = createRateLimit(clock, perMinute.banksByAddress, byAddress)
  const instruments = createRateLimit(clock, perMinute.instrumentsByAddress, byAddress)
  const misses = createRateLimit(clock, perMinute.unknownSessionsByAddress, byAddress)
  const known = createKnownIds()

  return {
    start: (c: Context): void => starts.take(addressOf(c)),
    banks: (c: Context): void => banks.take(addressOf(c)),
    instruments: (c: Context): void => instruments.take(addressOf(c)),

    /**
     * Counts a start by its shopper. By the order where nobody is signed in: who has many addresses then still makes
     * few payins of one order. The price: who guesses an order's id can make its shopper wait for a minute.
     */
    async startOf(order: string, headers: Headers): Promise<void> {
      const email = await orders.shopperEmail(headers)
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
      misses.check(addressOf(c))
      const found = await look()
      // Counted by its end: after a restart a whole network's held reads come at once, and none of them is a guess.
      if (found === null) misses.take(addressOf(c))
      else known.add(id)
      return found
    },
  }
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
