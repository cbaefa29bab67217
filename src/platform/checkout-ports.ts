import { browserClock } from './browser-clock.ts'
import { createBrowserMemory } from './browser-memory.ts'
import { createBrowserWake } from './browser-wake.ts'
import { browserWindows } from './browser-windows.ts'
import { baseOf } from './endpoint.ts'
import { createMerchantApi } from './merchant-api.ts'
import type { CheckoutPorts } from './ports.ts'
import { createReturnChannel } from './return-channel.ts'
import { serverNow } from './server-clock.ts'

const reported = new Set<string>()

/** Logs a message once per page: a shop with ten elements would otherwise log the same mistake ten times. */
function report(message: string): void {
  if (reported.has(message)) return
  reported.add(message)
  console.error(`payin-checkout: ${message}`)
}

/**
 * A UUID of version 4, variant 1 (RFC 9562 §5.4). Not `randomUUID`, because that exists only in secure
 * contexts, and a shop may be tried out over plain http.
 */
function newKey(): string {
  const digit = (mask: string) => {
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1))
    return (+mask ? (byte & 3) | 8 : byte & 15).toString(16)
  }
  return '00000000-0000-4000-1000-000000000000'.replace(/[01]/g, digit)
}

let shared: CheckoutPorts | undefined

/** The browser's ports for a headless checkout. Elements of the page use the same ones, so both know each other's payments. */
export function checkoutPorts(): CheckoutPorts {
  shared ??= createCheckoutPorts()
  return shared
}

/** A separate set of these ports, for tests. */
export function createCheckoutPorts(): CheckoutPorts {
  return {
    api: createMerchantApi,
    addressOf: baseOf,
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
