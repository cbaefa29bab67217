// What a visitor has chosen and entered, by the token of the hosted page. It is on the server, because a card number
// must not be in a hidden field; and only in memory, so after a restart the visitor starts at the first step.
import type { Clock } from '../clock.ts'

export type Visit = {
  language?: string | undefined
  country?: string | undefined
  /** What was in the fields of a step when the settings were changed there. */
  typed?: { step: string; values: Readonly<Record<string, string>> } | undefined
  /** The chosen bank, and the user name at its sign-in. */
  bankId?: string | undefined
  bankUser?: string | undefined
  /** A saved account, chosen instead of a bank. */
  savedIban?: string | undefined
  /** Waiting for its confirmation at the issuer. */
  card?: { number: string; expiry: string; wrongCodes: number } | undefined
  wallet?: { email: string; signedIn: boolean } | undefined
  /** The final page of a transfer opens the merchant's app, once. */
  opensApp?: boolean | undefined
}

export type Visits = ReturnType<typeof createVisits>

/** Longer than anything can be paid. */
const rememberedMs = 24 * 60 * 60_000

export function createVisits(clock: Clock) {
  const visits = new Map<string, { visit: Visit; seenAt: number }>()

  function forgetOld() {
    // A Map keeps the order of insertion, and `of` moves a visit to the end: the oldest are first.
    for (const [token, { seenAt }] of visits) {
      if (clock.now() - seenAt < rememberedMs) return
      visits.delete(token)
    }
  }

  return {
    /** The visit of this token, created if necessary. @param token of an object that exists */
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
