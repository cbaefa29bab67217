// A time limit for one request.

/**
 * Runs a request with a signal that is aborted after the time limit or at Ctrl-C.
 *
 * Not `AbortSignal.any([AbortSignal.timeout(…), …])`: in Node 20 the garbage collector can remove that timeout, and then
 * the request waits for ever.
 *
 * @throws what `work` throws; with its signal that is a `TimeoutError` after the limit, or the reason of `ended`
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
