// A time limit for one request.

/** The timers that keep the limit. */
export interface Timers {
  setTimeout(run: () => void, delayMs: number): unknown
  clearTimeout(handle: unknown): void
}

/**
 * Runs a request with a signal that is aborted after the time limit or at Ctrl-C.
 *
 * Not `AbortSignal.any([AbortSignal.timeout(…), …])`: in Node 20 the garbage collector can remove that timeout, and then
 * the request waits for ever.
 *
 * @param timers by default the global ones at the time of the request, which a test may have replaced
 * @throws what `work` throws; with its signal that is a `TimeoutError` after the limit, or the reason of `ended`
 */
export async function within<T>(
  limitMs: number,
  ended: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
  timers: Timers = globalThis,
): Promise<T> {
  const limit = new AbortController()
  const late = new DOMException(`no answer within ${limitMs / 1_000} seconds`, 'TimeoutError')
  const timer = timers.setTimeout(() => limit.abort(late), limitMs)
  const end = () => limit.abort(ended.reason)
  ended.addEventListener('abort', end, { once: true })
  if (ended.aborted) end()
  try {
    return await work(limit.signal)
  } finally {
    timers.clearTimeout(timer)
    ended.removeEventListener('abort', end)
  }
}
