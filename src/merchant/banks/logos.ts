// The banks' logos, fetched by us and served from our own origin: a page under `default-src 'self'` can show them, and
// nobody else's host learns who is about to pay. What comes from outside is bounded in size, time and number.
import type { Clock } from '../../server/index.ts'
import { errorFields, type Log } from '../log.ts'
import { createFlights } from '../single-flight.ts'
import type { LogoFetch } from './logo-fetch.ts'
import { createSemaphore } from './semaphore.ts'

const maxLogoBytes = 128 * 1024
const maxKeptBytes = 16 * 1024 * 1024
const maxKept = 2_000
const maxAtOnce = 16
const timeoutMs = 4_000
const keptMs = 24 * 3_600_000
/** A host that is slow or down is not asked again for each shopper. */
const failedMs = 5 * 60_000

export interface Logo {
  readonly type: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

export interface LogosParts {
  readonly clock: Clock
  /** Looks after where it connects to: see logo-fetch.ts. */
  readonly fetch: LogoFetch
  readonly log: Log
}

/** Makes the function that gives a logo by its checked address; `null` when there is none to be had. */
export function createLogos({ clock, fetch, log }: LogosParts) {
  const kept = new Map<string, { until: number; logo: Logo | null }>()
  const flights = createFlights<Logo | null>()
  const inPlace = createSemaphore(clock, maxAtOnce, timeoutMs)
  let keptBytes = 0

  function forget(address: string): void {
    keptBytes -= kept.get(address)?.logo?.bytes.length ?? 0
    kept.delete(address)
  }

  function keep(address: string, logo: Logo | null): void {
    forget(address)
    kept.set(address, { until: clock.now() + (logo ? keptMs : failedMs), logo })
    keptBytes += logo?.bytes.length ?? 0
    // A Map remembers the order of insertion: the oldest go first.
    for (const oldest of kept.keys()) {
      if (keptBytes <= maxKeptBytes && kept.size <= maxKept) break
      forget(oldest)
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
      // Not followed: the address was checked, the one behind it was not. And no key: this is not the service's API.
      return await readLogo(await fetch(url.href, { redirect: 'manual', signal: over.signal }))
    } catch (error) {
      log('logo_refused', errorFields(error))
      return null
    } finally {
      read.abort()
    }
  }

  return async function logoAt(url: URL): Promise<Logo | null> {
    const known = kept.get(url.href)
    if (known && known.until > clock.now()) return known.logo
    return flights.join(url.href, () =>
      // Kept in its place: that there was none says nothing about the host.
      inPlace(async () => {
        const logo = await load(url)
        keep(url.href, logo)
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
  // Counted while it comes in, for `Content-Length` can be absent or wrong. Leaving the loop closes the connection.
  for await (const chunk of response.body) {
    size += chunk.length
    if (size > maxLogoBytes) throw new Error(`A bank’s logo is larger than ${maxLogoBytes} bytes.`)
    chunks.push(chunk)
  }
  return { type, bytes: Buffer.concat(chunks) }
}
