// How much may be asked for in a minute. Generous by address: an office, a school and a mobile network share one. Who counts,
// and by what, is in http/limits.ts.
import type { HeldReads } from './reads/held-places.ts'

export interface PerMinute {
  /** Sessions and links that one address may ask for. */
  readonly startsByAddress: number
  /** Those of one signed-in shopper; a guest's are counted by the order. */
  readonly startsByShopper: number
  /** Pages of banks, and their logos. The widget reads the whole list, a hundred at a time. */
  readonly banksByAddress: number
  readonly logosByAddress: number
  /** Each costs a call to the service; a page asks once. */
  readonly instrumentsByAddress: number
  /** Reads of sessions that do not exist. */
  readonly unknownSessionsByAddress: number
  /** Returns that lead to a question; beyond it the page is served all the same. */
  readonly returnsByAddress: number
  /** Unsigned webhooks of one payment. The service sends a handful, and repeats one five times. */
  readonly webhooksBySession: number
  /** Unsigned webhooks at addresses that we have not given out. The service has old ones after a rotation of the key. */
  readonly unknownWebhooksByAddress: number
}

export const defaultPerMinute: PerMinute = {
  startsByAddress: 300,
  startsByShopper: 60,
  banksByAddress: 600,
  logosByAddress: 3_000,
  instrumentsByAddress: 300,
  unknownSessionsByAddress: 60,
  returnsByAddress: 60,
  webhooksBySession: 60,
  unknownWebhooksByAddress: 300,
}

/** Where other limits than the usual ones fit. */
export interface GivenLimits {
  readonly perMinute?: Partial<PerMinute> | undefined
  readonly heldReads?: Partial<HeldReads> | undefined
}
