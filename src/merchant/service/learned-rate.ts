// Estimates the service's rate limit from its 429 responses, and lets the estimate expire. The service does not publish
// its limits ("Rate limit values: not shown"), so they can only be learned. Pure functions: the known rate and one
// refusal in, the new known rate out.

/** What all instances know about the service's limit. It changes only when the service refuses a call. */
export interface LearnedLimit {
  /** Number of refusal events. Only a refusal of a call that was sent with knowledge of the latest event adds one. */
  readonly event: number
  /** No call is sent before this time. Milliseconds since 1970. */
  readonly pausedUntil: number
  /** Length of the latest pause if we had to guess it, because the service named no time; otherwise 0. */
  readonly guessedMs: number
  /** Calls per second of one instance, shoppers' calls included, allowed at the end of the pause; see `perSecondAt`. */
  readonly perSecond: number
}

/** One 429 response. */
export interface Refusal {
  /** The `event` that was known when the call was sent. */
  readonly knownEvent: number
  readonly at: number
  /** `null` when the service named no time. */
  readonly retryAfterMs: number | null
  /** Calls per second that this instance was sending at that time. */
  readonly perSecond: number
}

/** Before the first 429 ever: no pause, no limit. */
export const noLearnedLimit: LearnedLimit = {
  event: 0,
  pausedUntil: 0,
  guessedMs: 0,
  perSecond: Number.POSITIVE_INFINITY,
}

/** `Retry-After` counts whole seconds. So a shorter pause cannot be requested, and a smaller difference is ignored. */
const minPauseMs = 1_000
/**
 * Longer than any limit per minute needs. A header that says a day is probably a mistake of the service, a proxy or a
 * clock, and must not close the shop for a day. If the service means it, the next call is refused again.
 */
export const maxPauseMs = 5 * 60_000
/** Maximum of a guessed pause. It is shorter, because a pause that nobody requested delays payments. */
const maxGuessMs = 60_000
/** A refusal so soon after a pause means that the pause was too short. */
const soonMs = 60_000
/** The rate never falls below this: twelve calls a minute, so that some payments are always followed. */
const minPerSecond = 0.2
/** A refusal halves the rate. After this time it has doubled again. */
const regainedInMs = 3 * 60_000

/**
 * The known rate after a refusal; the same object when nothing changes.
 *
 * Ten concurrent calls on several instances may be refused together. That is one event. Only the refusal of a call that
 * was sent with knowledge of the latest event means that the pause was too short or the rate too high. Events are
 * compared by number, not by time, because the clocks of two instances differ.
 */
export function learnFromRefusal(known: LearnedLimit, refusal: Refusal): LearnedLimit {
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

function nextGuessMs({ pausedUntil, guessedMs }: LearnedLimit, at: number): number {
  const wasTooShort = at - pausedUntil < soonMs
  return wasTooShort ? Math.min(maxGuessMs, Math.max(minPauseMs, guessedMs * 2)) : minPauseMs
}

/**
 * The allowed rate now. It doubles every three minutes without a refusal. It grows with time and not with successful
 * calls, so that all instances compute the same rate without messages and without a write per call. After some hours it
 * limits nothing any more.
 */
export function perSecondAt({ perSecond, pausedUntil }: LearnedLimit, now: number): number {
  return perSecond * 2 ** (Math.max(0, now - pausedUntil) / regainedInMs)
}

/** Merges what an instance knows with what the row says: the later event wins; for the same event, the longer pause. */
export function newerOf(known: LearnedLimit, stored: LearnedLimit): LearnedLimit {
  if (stored.event < known.event) return known
  const pausedUntil = stored.event > known.event ? 0 : known.pausedUntil
  return { ...stored, pausedUntil: Math.max(pausedUntil, stored.pausedUntil) }
}
