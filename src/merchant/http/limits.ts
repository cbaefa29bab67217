// Applies the limits of request-limits.ts to requests: who is counted, and by what. Behind your own proxy set
// CLIENT_ADDRESS_HEADER: without it, all shoppers share the proxy's address, and so its limit.
import type { Context } from 'hono'
import type { Clock } from '../../server/index.ts'
import type { Log } from '../log.ts'
import { createHeldReadSlots, defaultHeldReads } from '../long-poll/held-read-slots.ts'
import type { Asked } from '../orders.ts'
import { createRateLimit, type RateLimit } from '../rate-limit.ts'
import { defaultPerMinute, type GivenLimits, type PerMinute } from '../request-limits.ts'
import { withGiven } from '../settings/numbers.ts'
import type { Settings } from '../settings/settings.ts'
import { createAddressOf } from './address.ts'

export interface LimitsParts {
  readonly config: Pick<Settings, 'clientAddressHeader' | 'names'>
  readonly clock: Clock
  readonly log: Log
}

export type Limits = ReturnType<typeof createLimits>

const byAddress = 'Too many requests came from this address. Wait a moment.'

const proxyMessage = (header: string, name: string) =>
  `A request came with ${header}, which proxies write, and ${name} is not set. If that is your own proxy, all shoppers share one limit and banks are not told a shopper’s address: set ${name} to the header in which it writes that address.`

const unknownAddressMessage = (name: string) =>
  `A request came without any address: this runtime does not tell it, so that all shoppers share one limit. Set ${name} to the header in which your platform writes the shopper’s address, and hand what the runtime gives beside the request to merchant.fetch.`

/** Creates the limits of one server. Each function throws `TooManyRequests` above its limit. */
export function createLimits({ config, clock, log }: LimitsParts, given: GivenLimits = {}) {
  const perMinute = withGiven(defaultPerMinute, given.perMinute)
  const places = createHeldReadSlots(withGiven(defaultHeldReads, given.heldReads))
  const name = config.names.nameOf('clientAddressHeader')
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
  const unknownWebhooks = limit('unknownWebhooksByAddress')
  const wrongTokens = limit(
    'wrongTokensByAddress',
    'Too many wrong tokens came from this address. Wait a minute.',
  )
  const known = createKnownIds()

  return {
    /** The key that a request is counted by. Call it before any `await`: a closed connection has no address. */
    clientOf: addressOf,
    start: (c: Context): void => starts.take(addressOf(c)),
    banks: (c: Context): void => banks.take(addressOf(c)),
    logos: (c: Context): void => logos.take(addressOf(c)),
    instruments: (c: Context): void => instruments.take(addressOf(c)),
    returns: (client: string): void => returns.take(client),
    /** Takes a place for a held read. @returns a function that frees it; `null`: answer the read at once */
    hold: (c: Context, session: string): (() => void) | null => places.take(addressOf(c), session),

    /**
     * Counts a create request by its shopper, or by the order when nobody is signed in: so even a client with many
     * addresses creates few payins of one order. Call it only after the proof of ownership (owner/owners.ts). Otherwise
     * somebody else could use up the limit of the order.
     */
    async startOf(order: string, shopper: Asked['shopper']): Promise<void> {
      const email = (await shopper?.()) ?? null
      shoppers.take(email === null ? `order ${order}` : `shopper ${email.toLowerCase()}`)
    },

    /** Remembers that a session has this id. Reads of it are never refused. */
    remember: known.add,

    /**
     * Looks up a session. An address that has requested many unknown ids is refused before the lookup. Known ids are
     * still looked up for it, because other shoppers may share the address and wait for their payment.
     */
    async lookUp<T>(c: Context, id: string, look: () => Promise<T | null>): Promise<T | null> {
      if (known.has(id)) return look()
      // Only failed lookups count: after a restart all held reads of a network arrive at once, and none of them is a
      // guess.
      const found = await countingMisses(misses, addressOf(c), look)
      if (found !== null) known.add(id)
      return found
    },

    /** Looks up the address of an unsigned webhook. Refused when the client has used too many unknown ones. */
    lookUpWebhook: <T>(client: string, look: () => Promise<T | null>): Promise<T | null> =>
      countingMisses(unknownWebhooks, client, look),

    /** Compares a token that a person has typed. Refused when the client has sent too many wrong ones, also for the right one. */
    tryToken: (client: string, isRight: () => boolean): Promise<true | null> =>
      countingMisses(wrongTokens, client, async () => isRight() || null),
  }
}

/** Looks something up and counts misses. @throws {TooManyRequests} when the client has had too many */
async function countingMisses<T>(
  misses: RateLimit,
  client: string,
  look: () => Promise<T | null>,
): Promise<T | null> {
  misses.check(client)
  const found = await look()
  if (found === null) misses.take(client)
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
