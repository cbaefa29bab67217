import { createBankDirectory } from './bank-directory.ts'
import { browserClock } from './browser-clock.ts'
import { createLocales } from './browser-locales.ts'
import { createBrowserMemory } from './browser-memory.ts'
import { createBrowserWake } from './browser-wake.ts'
import { browserWindows } from './browser-windows.ts'
import { createMerchantApi } from './merchant-api.ts'
import type { Ports } from './ports.ts'
import { createReturnChannel } from './return-channel.ts'
import { serverNow } from './server-clock.ts'
import { canPay } from './wallets.ts'

const reported = new Set<string>()

/** One line in the console, once: a shop with ten elements makes the same mistake ten times. */
function report(message: string): void {
  if (reported.has(message)) return
  reported.add(message)
  console.error(`payin-checkout: ${message}`)
}

/** A UUID. `randomUUID` exists in secure contexts only; a shop tried out over plain http has none. */
function newKey(): string {
  if (crypto.randomUUID) return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  // Version 4, variant 1 (RFC 9562 §5.4).
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Elements that appear together ask once. */
const sameMomentMs = 1_000

/** Made once an endpoint, however many elements the page has, and anew when it is older than `keptMs`. */
function once<Value>(make: (endpoint: string) => Value, keptMs = Infinity): (endpoint: string) => Value {
  const made = new Map<string, { readonly at: number; readonly value: Value }>()
  return (endpoint) => {
    const at = performance.now()
    const known = made.get(endpoint)
    if (known && at - known.at < keptMs) return known.value
    const value = make(endpoint)
    made.set(endpoint, { at, value })
    return value
  }
}

let shared: Ports | undefined

/** The real world, one for the page: wake-ups and the return channel are shared by all that run on it. */
export function browserPorts(): Ports {
  shared ??= createBrowserPorts()
  return shared
}

/** A real world of its own, for tests. */
export function createBrowserPorts(): Ports {
  return {
    api: createMerchantApi,
    banks: once((endpoint) => createBankDirectory(createMerchantApi(endpoint))),
    // Kept no longer: the next element may appear for another shopper, and what failed may work by then.
    instruments: once(
      (endpoint) =>
        createMerchantApi(endpoint)
          .instruments()
          .catch(() => []),
      sameMomentMs,
    ),
    locales: createLocales(report),
    canPay: (method) => canPay(method),
    clock: browserClock,
    windows: browserWindows,
    wake: createBrowserWake(),
    channel: createReturnChannel(),
    memory: createBrowserMemory(),
    serverNow,
    random: Math.random,
    newKey,
    report,
  }
}
