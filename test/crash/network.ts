// The way between a merchant's processes and the service, on which requests and answers are late, lost and doubled.
// What the service itself does wrong (5xx, 429, latency) are the sandbox's own faults.
import type { Clock } from 'payin-checkout/server'

/** What befalls one call. */
export type NetworkFault =
  /** The request or its answer is on its way for so long; who waits no more is overtaken by it. */
  | { readonly fault: 'late'; readonly leg: 'request' | 'answer'; readonly ms: number }
  /** The connection breaks. With the leg `answer` the service has done its work. */
  | { readonly fault: 'cut'; readonly leg: 'request' | 'answer' }
  /** Nothing is ever heard. */
  | { readonly fault: 'hang'; readonly leg: 'request' | 'answer' }
  /** A proxy sends the request again, and hands on the first or the second answer. */
  | { readonly fault: 'repeat'; readonly hands: 'first' | 'second'; readonly gapMs: number }

export interface Create {
  readonly key: string | null
  readonly body: string
}

/** @param service a function from request to response, such as the sandbox's */
export function createNetwork(service: typeof fetch, clock: Clock) {
  let failNextCalls: NetworkFault[] = []
  const watchers: ((create: Create) => void)[] = []
  const never = new Promise<never>(() => undefined)

  async function travel(weather: NetworkFault | undefined, send: () => Promise<Response>): Promise<Response> {
    if (!weather) return send()
    const { fault } = weather
    if (fault === 'repeat') return repeat(weather, send)
    const ms = fault === 'late' ? weather.ms : 0
    if (weather.leg === 'request') {
      if (fault === 'late') return clock.sleep(ms).then(send)
      return fault === 'cut' ? cut() : never
    }
    const answer = await send()
    if (fault === 'late') await clock.sleep(ms)
    if (fault === 'cut') return cut()
    return fault === 'hang' ? never : answer
  }

  async function repeat(weather: Extract<NetworkFault, { fault: 'repeat' }>, send: () => Promise<Response>) {
    const first = send()
    const second = clock.sleep(weather.gapMs).then(send)
    const [handed, other] = weather.hands === 'first' ? [first, second] : [second, first]
    other.catch(() => undefined)
    return handed
  }

  const call: typeof fetch = (url, init) => {
    const { signal, ...rest } = init ?? {}
    if (rest.method === 'POST') {
      const key = new Headers(rest.headers).get('idempotency-key')
      for (const watch of watchers) watch({ key, body: String(rest.body) })
    }
    // Without the signal: that the caller waits no more is nothing that the service hears of.
    return untilAborted(
      travel(failNextCalls.shift(), () => service(url, rest)),
      signal ?? undefined,
    )
  }

  return {
    fetch: call,
    /** What befalls the next calls, in this order; after that, nothing does. */
    failNextCalls(next: readonly NetworkFault[]): void {
      failNextCalls = [...next]
    },
    /** Calls back for each create that leaves a process. */
    onCreate: (watch: (create: Create) => void) => void watchers.push(watch),
  }
}

const cut = () => Promise.reject(new TypeError('The connection was cut.'))

function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  return new Promise((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
    work.then(resolve, reject)
  })
}
