import { Resolver } from 'node:dns/promises'

/** Resolves a host to all its addresses. Rejects when there are none, or when the signal is aborted. */
export type Resolve = (host: string, signal: AbortSignal) => Promise<readonly string[]>

export interface ResolveParts {
  /** Name servers to use instead of the system's, for tests. */
  readonly servers?: readonly string[]
  /** The timeout after which a name server is queried once more. */
  readonly timeoutMs?: number
}

/**
 * Creates a lookup that queries name servers directly and stops when its signal is aborted. `dns.lookup` would block one
 * of Node's few lookup threads while a name server is silent, and calls to the service need these threads.
 */
export function createResolve({ servers, timeoutMs = 1_000 }: ResolveParts = {}): Resolve {
  return async (host, signal) => {
    // `localhost` is never sent to a name server (RFC 6761).
    if (host === 'localhost') return ['127.0.0.1', '::1']
    signal.throwIfAborted()
    const resolver = new Resolver({ timeout: timeoutMs, tries: 2 })
    if (servers) resolver.setServers(servers)
    const stop = () => resolver.cancel()
    signal.addEventListener('abort', stop, { once: true })
    try {
      const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
      signal.throwIfAborted()
      const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
      if (found.length === 0)
        throw new Error(`The name servers know no address of ${host} (${codeOf(answers[0])}).`)
      return found
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }
}

/** The reason as a code: no such name (ENOTFOUND), no such address (ENODATA) or no answer (ETIMEOUT). */
function codeOf(answer: PromiseSettledResult<unknown>): string {
  return answer.status === 'rejected'
    ? String((answer.reason as NodeJS.ErrnoException).code)
    : 'an empty answer'
}
