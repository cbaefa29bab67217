// How long one request may take.

/**
 * Runs a request with a signal that ends it after a time, or at Ctrl-C.
 *
 * Not `AbortSignal.any([AbortSignal.timeout(…), …])`: in Node 20 the garbage collector takes a timeout that nobody else holds,
 * and the request then waits for ever.
 *
 * @throws what `work` throws; a `TimeoutError` where the time is up, the reason of `ended` where that has come
 */
export async function within<T>(
  limitMs: number,
  ended: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController()
  const late = new DOMException(`no answer within ${limitMs / 1_000} seconds`, 'TimeoutError')
  const timer = setTimeout(() => limit.abort(late), limitMs)
  const end = () => limit.abort(ended.reason)
  ended.addEventListener('abort', end, { once: true })
  if (ended.aborted) end()
  try {
    return await work(limit.signal)
  } finally {
    clearTimeout(timer)
    ended.removeEventListener('abort', end)
  }
}
