// Follows one session until `stop()`: by held reads (long polling) if the server holds requests, else by polling at
// growing intervals. One request at a time. The answer of an older request is ignored. It decides no outcome.
import type { Clock, MerchantApi, ReadResult, Stop } from '../platform/ports.ts'
import { type Fault, faultFrom, faultOf } from '../protocol/fault.ts'
import type { Kind } from '../protocol/kind.ts'
import type { Session } from '../protocol/session.ts'
import { backOffMs } from './back-off.ts'
import { paceRead } from './read-pace.ts'

/** At most 25 s: proxies close longer idle connections, and a browser has six per host over all tabs (docs/internals/browser-facts.md#six-connections-per-host). */
const waitSeconds = 20
/** The timeout of a plain request, and of a held one in addition to its wait. */
const requestTimeoutMs = 10_000
const firstPollMs = 1_000
const maxPollMs = 15_000
/** The interval in a hidden tab. It polls at once when it becomes visible. */
const hiddenPollMs = 60_000
/** A server that claims to hold but answers sooner than this is polled like one that does not hold. */
const minHoldMs = 1_000
const afterChangeMs = 250
/** Not after the first refusal: it may come from a server that is being replaced by a new version. */
const refusalsBeforeReport = 3
/** A `check()` within this time joins the request in flight. */
const joinWindowMs = 1_000

export interface FollowOptions {
  readonly id: string
  readonly session: Session | null
  /** The session's kind, for a server that does not return it. */
  readonly kind: Kind
  readonly api: MerchantApi
  readonly clock: Clock
  readonly random: () => number
  /** Whether the tab is hidden. If absent, it counts as visible. */
  readonly isHidden?: () => boolean
  /** Must apply the session before it returns, because its ETag is stored afterwards. */
  readonly onRead: (session: Session) => void
  /** Reads failed twice or more, or (`null`) work. */
  readonly onTrouble: (trouble: Fault | null) => void
  /** The first reads were refused several times with an error that a retry does not change. No session is known. */
  readonly onRefused?: (fault: Fault) => void
  /** The endpoint says that it does not know the session; following has stopped. */
  readonly onLost: (fault: Fault) => void
}

export interface Following {
  readonly id: string
  /** Reads now, without a wait at the server. */
  check(): void
  stop(): void
}

/** Starts to follow a session. Retries without end, because only the server ends a payment (docs/internals/browser-facts.md#a-failure-shown-too-early-is-paid-twice). */
export function followSession(options: FollowOptions): Following {
  const { id, kind, api, clock, random } = options
  let session = options.session
  let etag: string | null = null
  let failures = 0
  let refusals = 0
  let pollMs = firstPollMs
  /** Whether the server holds requests. Unknown until it answered one that it could hold. */
  let holds: boolean | undefined
  let current = new AbortController()
  let isStopped = false
  /** When the request in flight was sent, if the server cannot hold it; else `null`. */
  let unheldSince: number | null = null
  let cancelTimer: Stop = () => {}

  const isCurrent = (attempt: AbortController) => current === attempt && !isStopped

  function pollAfter(ms: number, wait: number): void {
    cancelTimer()
    cancelTimer = clock.after(ms, () => void poll(wait))
  }

  async function poll(wait: number): Promise<void> {
    const paceMs = paceRead(clock, id)
    // The request in flight goes on meanwhile.
    if (paceMs > 0) return pollAfter(paceMs, wait)
    cancelTimer()
    current.abort()
    const attempt = new AbortController()
    current = attempt
    const startedAt = clock.now()
    const couldHold = wait > 0 && etag !== null
    unheldSince = couldHold ? null : startedAt
    const cancelTimeout = clock.after(wait * 1_000 + requestTimeoutMs, () => attempt.abort())
    try {
      const before = session ?? { kind }
      const result = await api.read(id, { etag, waitSeconds: wait, signal: attempt.signal, before })
      if (isCurrent(attempt)) read(result, couldHold, clock.now() - startedAt)
    } catch (error) {
      // Ignore the error if a newer request, or stop(), replaced this one.
      if (isCurrent(attempt)) failed(attempt.signal.aborted ? timedOut : faultFrom(error))
    } finally {
      cancelTimeout()
    }
  }

  function read(result: ReadResult, couldHold: boolean, tookMs: number): void {
    unheldSince = null
    options.onTrouble(null)
    failures = 0
    refusals = 0
    // A changed session is answered at once, which does not show whether the server holds.
    if (couldHold && (result.held || !result.changed)) holds = result.held
    const before = session?.status
    if (result.changed) {
      session = result.session
      options.onRead(session)
      // Only now. Stored before the body was read, an abort in between would hide this change until the next one (docs/internals/browser-facts.md#overlapping-polls-report-a-success-twice).
      etag = result.etag
    }
    const statusChanged = session?.status !== before
    if (statusChanged) pollMs = firstPollMs
    // onRead may have stopped us.
    if (!isStopped) scheduleNext(statusChanged, couldHold, tookMs)
  }

  /** Sends the next request at once if the server holds it, else after a growing interval. */
  function scheduleNext(statusChanged: boolean, couldHold: boolean, tookMs: number): void {
    const holding = etag !== null && (holds ?? true)
    if (holding && (!couldHold || tookMs >= minHoldMs)) {
      void poll(waitSeconds)
    } else if (holding && statusChanged) {
      // Two quick changes are normal. The delay protects a server whose session changes with every answer.
      pollAfter(afterChangeMs, waitSeconds)
    } else {
      const pauseMs = options.isHidden?.() ? hiddenPollMs : pollMs
      pollAfter(pauseMs * (0.8 + 0.4 * random()), waitSeconds)
      pollMs = Math.min(pollMs * 1.5, maxPollMs)
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
    // Once the endpoint answered with a session, a refusal comes from somebody between: a login wall, a service worker.
    // A server that answers 5xx may recover within a minute, so `unavailable` is no refusal, even if not retryable.
    refusals = session || fault.retryable || fault.kind === 'unavailable' ? 0 : refusals + 1
    if (refusals >= refusalsBeforeReport) options.onRefused?.(fault)
    // onRefused may have stopped us.
    if (!isStopped) pollAfter(backOffMs(failures, random, fault.retryAfterMs), 0)
  }

  function stop(): void {
    isStopped = true
    cancelTimer()
    current.abort()
  }

  void poll(session ? waitSeconds : 0)
  return {
    id,
    check() {
      // The events focus, visible and return come together, and one request answers all of them. An older request may
      // have failed silently while the tab was suspended.
      const isFresh = unheldSince !== null && clock.now() - unheldSince < joinWindowMs
      if (!isStopped && !isFresh) void poll(0)
    },
    stop,
  }
}

const timedOut = faultOf('network', 'The endpoint did not answer in time.')
