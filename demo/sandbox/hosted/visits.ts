// What a visitor has chosen and entered so far, by the token of their address. It lives on the server, because a card
// number that waits for its confirmation has no place in a hidden field; and in memory only, so that after a restart
// the visitor starts again at the first step.
import type { Clock } from '../clock.ts'

export type Visit = {
  language?: string | undefined
  country?: string | undefined
  /** The bank that was chosen, and how far the visitor is in it. */
  bankId?: string | undefined
  bankUser?: string | undefined
  /** A saved account that the payer chose instead of a bank. */
  savedIban?: string | undefined
  /** Waiting for its confirmation at the issuer. */
  card?: { number: string; expiry: string; wrongCodes: number } | undefined
  wallet?: { email: string; signedIn: boolean } | undefined
  crypto?: { sentAt?: number; completesAt?: number | null; tooLittle?: boolean } | undefined
  /** Steps of payouts, transfers and on-ramps. */
  steps?: Record<string, string> | undefined
}

export type Visits = ReturnType<typeof createVisits>

/** Nothing can be paid for so long, so nobody comes back. */
const rememberedMs = 24 * 60 * 60_000

export function createVisits(clock: Clock) {
  const visits = new Map<string, { visit: Visit; seenAt: number }>()

  function forgetOld() {
    // A Map keeps the order of insertion, and `of` moves what it touches to the end.
    for (const [token, { seenAt }] of visits) {
      if (clock.now() - seenAt < rememberedMs) return
      visits.delete(token)
    }
  }

  return {
    /** The visit of this address; a new one when there is none. @param token of an object that exists */
    of(token: string): Visit {
      forgetOld()
      const visit = visits.get(token)?.visit ?? {}
      visits.delete(token)
      visits.set(token, { visit, seenAt: clock.now() })
      return visit
    },
    clear: () => visits.clear(),
  }
}
