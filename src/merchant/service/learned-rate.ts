// What a 429 teaches, and how that fades. The service does not publish its limits ("Rate limit values: not shown"), so
// they can only be learned. Pure: what was known and one refusal in, what is known afterwards out.

/** What every instance knows of the service's limit. Nothing in it changes while all goes well. */
export interface LearnedRate {
  /** Counts the refusals of calls that were sent in full knowledge of the earlier ones. */
  readonly event: number
  /** Until then nothing is sent. Milliseconds since 1970. */
  readonly pausedUntil: number
  /** How long the latest pause was, had the service not said a time; otherwise 0. */
  readonly guessedMs: number
  /** Calls of one instance, shoppers' included, that seemed bearable when the pause ended; see `perSecondAt`. */
  readonly perSecond: number
}

/** One answer "429". */
export interface Refusal {
  /** The `event` that was known when the call was sent. */
  readonly knownEvent: number
  readonly at: number
  /** `null` when the service named no time. */
  readonly retryAfterMs: number | null
  /** What this instance was sending at that time. */
  readonly perSecond: number
}

/** Before the first 429 ever: no pause, no limit. */
export const initialRate: LearnedRate = {
  event: 0,
  pausedUntil: 0,
  guessedMs: 0,
  perSecond: Number.POSITIVE_INFINITY,
}

/** `Retry-After` counts in whole seconds, so a shorter pause cannot be asked for, and a smaller difference is no news. */
const minPauseMs = 1_000
/**
 * Longer than any limit per minute. A header that says a day is a mistake of the service, of a proxy or of a clock, and
 * must not close the shop for a day; should it be meant, the next call is told so again.
 */
export const maxPauseMs = 5 * 60_000
/** A time that nobody asked for is guessed more cautiously: it keeps payments waiting. */
const maxGuessMs = 60_000
/** A refusal so soon after a pause means that the pause was too short. */
const soonMs = 60_000
/** Even at the worst some payments are followed: twelve calls a minute. */
const minPerSecond = 0.2
/** Half of the rate is given up at once and regained in this time. */
const regainedInMs = 3 * 60_000

/**
 * What is known after a refusal; the same object when it brings nothing new.
 *
 * Ten calls under way at once are refused together, on several instances. That is one event: only a call that was sent
 * in knowledge of the latest one says that the pause was too short or the rate too high. Told by counting, not by
 * time, because the clocks of two instances differ.
 */
export function learn(known: LearnedRate, refusal: Refusal): LearnedRate {
  const askedMs = refusal.retryAfterMs || null
  const clamp = (ms: number) => Math.min(maxPauseMs, Math.max(minPauseMs, ms))
  if (refusal.knownEvent < known.event) {
    const pausedUntil = refusal.at + clamp(askedMs ?? 0)
    return pausedUntil >= known.pausedUntil + minPauseMs ? { ...known, pausedUntil } : known
  }
  const guessedMs = askedMs === null ? nextGuessMs(known, refusal.at) : 0
  const seen = Math.min(perSecondAt(known, refusal.at), refusal.perSecond)
  return {
    event: known.event + 1,
    pausedUntil: refusal.at + clamp(askedMs ?? guessedMs),
    guessedMs,
    perSecond: Math.max(minPerSecond, seen / 2),
  }
}

function nextGuessMs({ pausedUntil, guessedMs }: LearnedRate, at: number): number {
  const wasTooShort = at - pausedUntil < soonMs
  return wasTooShort ? Math.min(maxGuessMs, Math.max(minPauseMs, guessedMs * 2)) : minPauseMs
}

/**
 * The learned rate now: it doubles with every few quiet minutes. By time and not by successes, so that all instances
 * agree on it without telling each other, and without a write per call. After quiet hours it limits nothing any more.
 */
export function perSecondAt({ perSecond, pausedUntil }: LearnedRate, now: number): number {
  return perSecond * 2 ** (Math.max(0, now - pausedUntil) / regainedInMs)
}

/** What an instance believes that is told this by the row: the later event, and of one event the longer pause. */
export function newerOf(known: LearnedRate, told: LearnedRate): LearnedRate {
  if (told.event < known.event) return known
  const pausedUntil = told.event > known.event ? 0 : known.pausedUntil
  return { ...told, pausedUntil: Math.max(pausedUntil, told.pausedUntil) }
}
