import { Resolver } from 'node:dns/promises'

/** All addresses of a host. Rejects when there are none, or when the signal is aborted. */
export type Resolve = (host: string, signal: AbortSignal) => Promise<readonly string[]>

export interface ResolveParts {
  /** Other name servers than the system's, for tests. */
  readonly servers?: readonly string[]
  /** After which a name server is asked once more. */
  readonly timeoutMs?: number
}

/**
 * Makes a look-up that asks the name servers alone, and ends when nobody waits for it any more. `dns.lookup` would keep
 * one of the few threads that Node looks names up in while a name server is silent, and calls to the service need them.
 */
export function createResolve({ servers, timeoutMs = 1_000 }: ResolveParts = {}): Resolve {
  return async (host, signal) => {
    // No name server is asked about this one (RFC 6761).
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

/** Says whether there is no such name (ENOTFOUND), no such address (ENODATA), or no answer (ETIMEOUT). */
function codeOf(answer: PromiseSettledResult<unknown>): string {
  return answer.status === 'rejected'
    ? String((answer.reason as NodeJS.ErrnoException).code)
    : 'an empty answer'
}
