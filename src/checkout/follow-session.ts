// Follows one session until it is told to stop: a held request where the server holds, polling at growing
// intervals where it does not. One request at a time; the answer of an older one is dropped by identity.
import type { Clock, MerchantApi, ReadResult, Stop } from '../platform/ports.ts'
import { type Fault, faultFrom, faultOf } from '../protocol/fault.ts'
import type { Kind } from '../protocol/kind.ts'
import type { Session } from '../protocol/session.ts'
import { backOffMs } from './back-off.ts'

/** At most 25 s: HTTP/1.1 allows six connections per host over all tabs, and proxies cut longer silences (FACTS 12). */
const waitSeconds = 20
/** What a held request may take beyond its wait, and what a plain one may take. */
const graceMs = 10_000
const firstPollMs = 1_000
const longestPollMs = 15_000
/** In a tab that nobody sees. It asks at once when it is seen again. */
const hiddenPollMs = 60_000
/** A server that says it holds but answers at once is polled like any other. */
const heldAtLeastMs = 1_000
const afterChangeMs = 250
/** One refusal may be a server's that is just being replaced. */
const refusalsBeforeReport = 3
/** So long a question that is on its way answers another one, too. */
const joinWindowMs = 1_000

export interface FollowOptions {
  readonly id: string
  readonly session: Session | null
  /** What is followed, for a server that does not say it. */
  readonly kind: Kind
  readonly api: MerchantApi
  readonly clock: Clock
  readonly random: () => number
  /** Whether nobody sees the tab; absent: somebody does. */
  readonly isHidden?: () => boolean
  /** Must apply the session before it returns: its ETag is remembered afterwards. */
  readonly onRead: (session: Session) => void
  /** Reading fails again and again, or (`null`) works. */
  readonly onTrouble: (trouble: Fault | null) => void
  /** Reading is refused, time after time, in a way that repeating cannot mend. */
  readonly onRefused?: (fault: Fault) => void
  /** The endpoint does not know the session; following has stopped. */
  readonly onLost: (fault: Fault) => void
}

export interface Following {
  readonly id: string
  /** Asks now, without waiting at the server. */
  check(): void
  stop(): void
}

/** Starts to follow a session. It never gives up by itself: only the server ends a payment (FACTS 15). */
export function followSession(options: FollowOptions): Following {
  const { id, kind, api, clock, random } = options
  let session = options.session
  let etag: string | null = null
  let failures = 0
  let refusals = 0
  let pollMs = firstPollMs
  /** Whether the server holds, once a question that it could have held said so. */
  let holds: boolean | undefined
  let current: AbortController | null = null
  /** Since when a question is on its way that cannot be held. */
  let unheldSince: number | null = null
  let cancelTimer: Stop = () => {}

  async function poll(wait: number): Promise<void> {
    cancelTimer()
    current?.abort()
    const attempt = new AbortController()
    current = attempt
    const startedAt = clock.now()
    const couldHold = wait > 0 && etag !== null
    unheldSince = couldHold ? null : startedAt
    const cancelTimeout = clock.after(wait * 1_000 + graceMs, () => attempt.abort())
    try {
      const before = session ?? { kind }
      const result = await api.read(id, { etag, waitSeconds: wait, signal: attempt.signal, before })
      if (current === attempt) read(result, couldHold, clock.now() - startedAt)
    } catch (error) {
      // Ours to handle unless a newer request, or stop(), took over.
      if (current === attempt) failed(attempt.signal.aborted ? timedOut : faultFrom(error))
    } finally {
      cancelTimeout()
    }
  }

  function read(result: ReadResult, couldHold: boolean, tookMs: number): void {
    unheldSince = null
    options.onTrouble(null)
    failures = 0
    refusals = 0
    // Who had news at once had nothing to hold.
    if (couldHold && (result.held || !result.changed)) holds = result.held
    const before = session?.status
    if (result.changed) {
      session = result.session
      options.onRead(session)
      // Only now: a wake-up between headers and body would otherwise lose the news until the next change (FACTS 14).
      etag = result.etag
    }
    const statusChanged = session?.status !== before
    if (statusChanged) pollMs = firstPollMs
    // onRead may have stopped us.
    if (current) scheduleNext(statusChanged, couldHold, tookMs)
  }

  /** At once where the server holds the question, else after a growing pause. */
  function scheduleNext(statusChanged: boolean, couldHold: boolean, tookMs: number): void {
    const holding = etag !== null && (holds ?? true)
    if (holding && (!couldHold || tookMs >= heldAtLeastMs)) {
      void poll(waitSeconds)
    } else if (holding && statusChanged) {
      // Two changes in quick succession are normal; a server that changes with every answer is not hammered.
      cancelTimer = clock.after(afterChangeMs, () => void poll(waitSeconds))
    } else {
      const pauseMs = options.isHidden?.() ? hiddenPollMs : pollMs
      cancelTimer = clock.after(pauseMs * (0.8 + 0.4 * random()), () => void poll(waitSeconds))
      pollMs = Math.min(pollMs * 1.5, longestPollMs)
    }
  }

  function failed(fault: Fault): void {
    unheldSince = null
    if (fault.kind === 'not_found') {
      stop()
      options.onLost(fault)
      return
    }
    failures++
    if (failures === 2) options.onTrouble(fault)
    // A server in trouble (5xx) may be well again in a minute, whatever it says of retries.
    refusals = fault.retryable || fault.kind === 'unavailable' ? 0 : refusals + 1
    if (refusals >= refusalsBeforeReport) options.onRefused?.(fault)
    // onRefused may have stopped us.
    if (current)
      cancelTimer = clock.after(backOffMs(failures, random, fault.retryAfterMs), () => void poll(0))
  }

  function stop(): void {
    const attempt = current
    current = null
    cancelTimer()
    attempt?.abort()
  }

  void poll(session ? waitSeconds : 0)
  return {
    id,
    check() {
      // Focus, visible and a return message come together: one question is enough for them. An older one may have died
      // while the tab was suspended.
      const isFresh = unheldSince !== null && clock.now() - unheldSince < joinWindowMs
      if (current && !isFresh) void poll(0)
    },
    stop,
  }
}

const timedOut = faultOf('network', 'The endpoint did not answer in time.')
