// The network between the merchant's processes and the service. It delays, loses and doubles requests and answers. Failures of
// the service itself (5xx, 429, latency) are the sandbox's own faults.
import type { Clock } from 'payin-checkout/server'

/** What happens to one call. */
export type NetworkFault =
  /** The request or its answer is delayed. It can arrive after the caller has timed out. */
  | { readonly fault: 'late'; readonly leg: 'request' | 'answer'; readonly ms: number }
  /** The connection breaks. With the leg `answer` the service has processed the request. */
  | { readonly fault: 'cut'; readonly leg: 'request' | 'answer' }
  /** No answer ever arrives. */
  | { readonly fault: 'hang'; readonly leg: 'request' | 'answer' }
  /** A proxy sends the request twice, and returns the first or the second answer. */
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

  async function travel(
    networkFault: NetworkFault | undefined,
    send: () => Promise<Response>,
  ): Promise<Response> {
    if (!networkFault) return send()
    const { fault } = networkFault
    if (fault === 'repeat') return repeat(networkFault, send)
    const ms = fault === 'late' ? networkFault.ms : 0
    if (networkFault.leg === 'request') {
      if (fault === 'late') return clock.sleep(ms).then(send)
      return fault === 'cut' ? cut() : never
    }
    const answer = await send()
    if (fault === 'late') await clock.sleep(ms)
    if (fault === 'cut') return cut()
    return fault === 'hang' ? never : answer
  }

  async function repeat(
    networkFault: Extract<NetworkFault, { fault: 'repeat' }>,
    send: () => Promise<Response>,
  ) {
    const first = send()
    const second = clock.sleep(networkFault.gapMs).then(send)
    const [handed, other] = networkFault.hands === 'first' ? [first, second] : [second, first]
    other.catch(() => undefined)
    return handed
  }

  const call: typeof fetch = (url, init) => {
    const { signal, ...rest } = init ?? {}
    if (rest.method === 'POST') {
      const key = new Headers(rest.headers).get('idempotency-key')
      for (const watch of watchers) watch({ key, body: String(rest.body) })
    }
    // Without the signal: the service does not notice that the caller has stopped waiting.
    return untilAborted(
      travel(failNextCalls.shift(), () => service(url, rest)),
      signal ?? undefined,
    )
  }

  return {
    fetch: call,
    /** Sets what happens to the next calls, in this order. The calls after them go through. */
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
