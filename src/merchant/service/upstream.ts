// Keeps calls to the service within the one rate limit of the API key (docs/internals/server-facts.md#when-to-wait-how-long). All shoppers and all instances share
// it. While the service has asked us to wait, a call is not sent: it gets a 429 here, as the service would answer. For
// a short wait the service client retries by itself. Otherwise the server answers 503 with Retry-After, and the widget
// repeats with the same key. There is no queue here, because a call that waits before it is sent runs into its timeout,
// and a create request that timed out counts as "maybe sent".
import { type Clock, parseRetryAfter } from '../../server/index.ts'
import type { Measure } from '../events.ts'
import type { Log } from '../log.ts'
import type { Db } from '../store/db.ts'
import { maxPauseMs } from './learned-rate.ts'
import { operationOf } from './operation.ts'
import { type Caller, createPace } from './pace.ts'
import { startSharedLearning } from './shared-learning.ts'

export interface UpstreamParts {
  readonly db: Db
  readonly clock: Pick<Clock, 'now'>
  readonly fetch: typeof fetch
  readonly log: Log
  /** Called for each call that was really sent. */
  readonly measure?: Measure | undefined
}

export interface Upstream {
  /** For calls that a shopper waits for. Stopped only while the service has asked for a pause. */
  readonly forShoppers: typeof fetch
  /**
   * For the sweep, webhooks and lists. They have lower priority, and stay below the rate that the service last refused.
   */
  readonly inBackground: typeof fetch
  /** Stops listening to the other instances. There are no timers to stop. */
  close(): Promise<void>
}

/** Creates both versions of `fetch`. Use them only in clients of the service: every call counts against its limit. */
export async function startUpstream({ db, clock, fetch, log, measure }: UpstreamParts): Promise<Upstream> {
  const now = () => clock.now()
  const learning = await startSharedLearning(db, now, log)
  const pace = createPace()

  function learnFrom(operation: string, knownEvent: number, { headers }: Response): void {
    const at = now()
    const retryAfterMs = parseRetryAfter(headers.get('retry-after'), at)
    const learned = learning.learnFrom({ knownEvent, at, retryAfterMs, perSecond: pace.perSecondAt(at) })
    if (!learned) return
    const message =
      retryAfterMs !== null && retryAfterMs > maxPauseMs
        ? `The service asked for ${Math.round(retryAfterMs / 1_000)} s. It is asked again sooner: a shop must not close for one wrong header.`
        : null
    log('service_limits', { route: operation, ms: learned.pausedUntil - at, count: learned.event, message })
  }

  async function send(caller: Caller, ...[input, init]: Parameters<typeof fetch>): Promise<Response> {
    const learned = learning.current()
    const startedAt = now()
    const waitMs = pace.waitMs(caller, learned, startedAt)
    if (waitMs > 0) return answerLocally(waitMs)
    pace.sent(caller, startedAt)
    const { method, url } = input instanceof Request ? input : { method: 'GET', url: String(input) }
    const operation = operationOf(init?.method ?? method, url)
    // Time until the response headers. A clock that is set back must not make it negative.
    const emit = (status: number | 'no_answer') =>
      measure?.('service_called', {
        operation,
        status,
        ms: Math.max(0, now() - startedAt),
      })
    const response = await fetch(input, init).catch((error: unknown) => {
      emit('no_answer')
      throw error
    })
    emit(response.status)
    if (response.status === 429) learnFrom(operation, learned.event, response)
    return response
  }

  return {
    forShoppers: (...args) => send('shopper', ...args),
    inBackground: (...args) => send('background', ...args),
    close: () => learning.close(),
  }
}

/** The 429 that the service would send, without a call. */
function answerLocally(waitMs: number): Response {
  const detail =
    'Not sent: the service has refused calls because there were too many. This server waits before it calls again.'
  const problem = { type: 'about:blank', title: 'Too Many Requests', status: 429, detail }
  return new Response(JSON.stringify(problem), {
    status: 429,
    headers: {
      'content-type': 'application/problem+json',
      'retry-after': String(Math.ceil(waitMs / 1_000)),
    },
  })
}
