// Limits of requests per minute. Those by address are generous, because an office, a school or a mobile network shares
// one address. http/limits.ts does the counting.
import { z } from 'zod'
import { defaultHeldReads, type HeldReads } from './long-poll/held-read-slots.ts'
import { numberMistakes, numbersForm } from './settings/numbers.ts'

export interface PerMinute {
  /** Create requests and links of one address. */
  readonly startsByAddress: number
  /** The same for one signed-in shopper. Those of a guest are counted by the order. */
  readonly startsByShopper: number
  /** Pages of banks, and their logos. The widget reads the whole list, 100 banks per page. */
  readonly banksByAddress: number
  readonly logosByAddress: number
  /** Each request costs a call to the service. A page sends one. */
  readonly instrumentsByAddress: number
  /** Reads of sessions that do not exist. */
  readonly unknownSessionsByAddress: number
  /** Return pages that trigger a query. Above the limit the page is still served. */
  readonly returnsByAddress: number
  /** Unsigned webhooks to unknown addresses. The service may know addresses of another shop of its account. */
  readonly unknownWebhooksByAddress: number
  /** Wrong tokens at the sign-in of the back office page. */
  readonly wrongTokensByAddress: number
}

export const defaultPerMinute: PerMinute = {
  startsByAddress: 300,
  startsByShopper: 60,
  banksByAddress: 600,
  logosByAddress: 3_000,
  instrumentsByAddress: 300,
  unknownSessionsByAddress: 60,
  returnsByAddress: 60,
  unknownWebhooksByAddress: 300,
  wrongTokensByAddress: 10,
}

/** Limits that differ from the defaults. */
export interface GivenLimits {
  readonly perMinute?: Partial<PerMinute> | undefined
  readonly heldReads?: Partial<HeldReads> | undefined
}

const form = z
  .strictObject({ perMinute: numbersForm(defaultPerMinute), heldReads: numbersForm(defaultHeldReads) })
  .optional()

/** What is wrong with limits that a shop gives, as messages. */
export const limitMistakes = (given: unknown): readonly string[] => numberMistakes('limits', form, given)
