// The one budget that the API key has at the service (FACTS 26), shared by all shoppers and all instances.
// While the service has asked us to wait, a call is not sent: it is answered here, with the 429 that the service would
// give. So nobody waits twice: the client waits if that is soon over, or the server answers 503 with Retry-After and the
// widget comes back with the same key. Not a queue in here: a call that waits before it is sent runs into its time-out,
// and a create that timed out counts as "maybe sent".
import { type Clock, parseRetryAfter } from '../../server/index.ts'
import type { Measure } from '../events.ts'
import { currentSession, type Log } from '../log.ts'
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
  /** Told each call that was really sent. */
  readonly measure?: Measure | undefined
}

export interface Upstream {
  /** For calls that a shopper waits for: stopped only while the service has asked for a pause. */
  readonly forShoppers: typeof fetch
  /** For the sweep, webhooks and lists: they give way, and keep below the rate at which the service last refused. */
  readonly inBackground: typeof fetch
  /** Stops listening to the other instances. Leaves no timers: there are none. */
  close(): Promise<void>
}

/** Starts both ways to the service. Give them to clients with the service's base URL, and to nothing else. */
export async function startUpstream({ db, clock, fetch, log, measure }: UpstreamParts): Promise<Upstream> {
  const now = () => clock.now()
  const learning = await startSharedLearning(db, now, log)
  const pace = createPace()

  function refused(operation: string, knew: number, { headers }: Response): void {
    const at = now()
    const retryAfterMs = parseRetryAfter(headers.get('retry-after'), at)
    const learned = learning.take({ knownEvent: knew, at, retryAfterMs, perSecond: pace.perSecondAt(at) })
    if (!learned) return
    const message =
      retryAfterMs !== null && retryAfterMs > maxPauseMs
        ? `The service asked for ${Math.round(retryAfterMs / 1_000)} s. It is asked again sooner: a shop must not close for one wrong header.`
        : null
    log('service_limits', { route: operation, ms: learned.pausedUntil - at, count: learned.event, message })
  }

  async function send(caller: Caller, ...[input, init]: Parameters<typeof fetch>): Promise<Response> {
    const learned = learning.current()
    const beganAt = now()
    const waitMs = pace.waitMs(caller, learned, beganAt)
    if (waitMs > 0) return answerLocally(waitMs)
    pace.sent(caller, beganAt)
    const { method, url } = input instanceof Request ? input : { method: 'GET', url: String(input) }
    const operation = operationOf(init?.method ?? method, url)
    // Until the answer's headers. A clock that is set back must not make it less than nothing.
    const tell = (status: number | 'no_answer') =>
      measure?.('service_called', {
        session: currentSession() ?? null,
        operation,
        status,
        ms: Math.max(0, now() - beganAt),
      })
    const response = await fetch(input, init).catch((error: unknown) => {
      tell('no_answer')
      throw error
    })
    tell(response.status)
    if (response.status === 429) refused(operation, learned.event, response)
    return response
  }

  return {
    forShoppers: (...args) => send('shopper', ...args),
    inBackground: (...args) => send('background', ...args),
    close: () => learning.close(),
  }
}

/** What the service would answer, without asking it. */
function answerLocally(waitMs: number): Response {
  const detail =
    'Not sent: the service has refused calls because of their number. This server waits on its own.'
  const problem = { type: 'about:blank', title: 'Too Many Requests', status: 429, detail }
  return new Response(JSON.stringify(problem), {
    status: 429,
    headers: {
      'content-type': 'application/problem+json',
      'retry-after': String(Math.ceil(waitMs / 1_000)),
    },
  })
}
