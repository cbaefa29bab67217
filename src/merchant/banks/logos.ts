// Fetches the banks' logos, so that they are served from the shop's own origin. Then a page under `default-src 'self'`
// can show them, and no other host learns who is about to pay. Size, time and number of what comes from outside are
// limited.
import type { Clock } from '../../server/index.ts'
import { createGate } from '../gate.ts'
import { errorFields, type Log } from '../log.ts'
import { createFlights } from '../single-flight.ts'
import type { LogoFetch } from './logo-fetch.ts'

const maxLogoBytes = 128 * 1024
const maxCachedBytes = 16 * 1024 * 1024
const maxCached = 2_000
const maxAtOnce = 16
const timeoutMs = 4_000
const cachedMs = 24 * 3_600_000
/** Failures are cached, too: a host that is slow or down must not be tried again for each shopper. */
const failedMs = 5 * 60_000

export interface Logo {
  readonly type: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

export interface LogosParts {
  readonly clock: Clock
  /** Checks the addresses that it connects to: see logo-fetch.ts. */
  readonly fetch: LogoFetch
  readonly log: Log
}

/** Creates the function that returns a logo by its checked URL; `null` when it cannot be had. */
export function createLogos({ clock, fetch, log }: LogosParts) {
  const cache = new Map<string, { until: number; logo: Logo | null }>()
  const flights = createFlights<Logo | null>()
  // Nothing limits how many wait: each gives up when its time is over.
  const gate = createGate({ atOnce: maxAtOnce, waiting: 0, waitingByClient: 0 })
  let cachedBytes = 0

  function drop(address: string): void {
    cachedBytes -= cache.get(address)?.logo?.bytes.length ?? 0
    cache.delete(address)
  }

  function store(address: string, logo: Logo | null): void {
    drop(address)
    cache.set(address, { until: clock.now() + (logo ? cachedMs : failedMs), logo })
    cachedBytes += logo?.bytes.length ?? 0
    // A Map remembers the order of insertion: the oldest go first.
    for (const oldest of cache.keys()) {
      if (cachedBytes <= maxCachedBytes && cache.size <= maxCached) break
      drop(oldest)
    }
  }

  async function load(url: URL): Promise<Logo | null> {
    const over = new AbortController()
    const read = new AbortController()
    clock.sleep(timeoutMs, read.signal).then(
      () => over.abort(new Error(`No answer within ${timeoutMs} ms.`)),
      () => undefined,
    )
    try {
      // Redirects are not followed: only this URL was checked. No API key is sent: this is not the service's API.
      return await readLogo(await fetch(url.href, { redirect: 'manual', signal: over.signal }))
    } catch (error) {
      log('logo_refused', errorFields(error))
      return null
    } finally {
      read.abort()
    }
  }

  return async function logoAt(url: URL): Promise<Logo | null> {
    const known = cache.get(url.href)
    if (known && known.until > clock.now()) return known.logo
    const askedAt = clock.now()
    return flights.join(url.href, () =>
      gate.runAlways('', async () => {
        // Not cached: that it has waited too long for its turn says nothing about the host.
        if (clock.now() - askedAt >= timeoutMs) return null
        const logo = await load(url)
        store(url.href, logo)
        return logo
      }),
    )
  }
}

async function readLogo(response: Response): Promise<Logo> {
  const type = /^image\/[\w.+-]+/i.exec(response.headers.get('content-type') ?? '')?.[0].toLowerCase()
  if (response.status !== 200 || !type || !response.body) {
    await response.body?.cancel()
    throw new Error(`The bank’s logo_url answered ${response.status} and ${type ?? 'no image'}.`)
  }
  const chunks: Uint8Array[] = []
  let size = 0
  // The size is counted while reading, because `Content-Length` can be absent or wrong. Leaving the loop closes the
  // connection.
  for await (const chunk of response.body) {
    size += chunk.length
    if (size > maxLogoBytes) throw new Error(`A bank’s logo is larger than ${maxLogoBytes} bytes.`)
    chunks.push(chunk)
  }
  return { type, bytes: Buffer.concat(chunks) }
}
