import { browserClock } from './browser-clock.ts'
import { createBrowserMemory } from './browser-memory.ts'
import { createBrowserWake } from './browser-wake.ts'
import { browserWindows } from './browser-windows.ts'
import { createMerchantApi } from './merchant-api.ts'
import type { MachinePorts } from './ports.ts'
import { createReturnChannel } from './return-channel.ts'
import { serverNow } from './server-clock.ts'

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

let shared: MachinePorts | undefined

/** The real world of a checkout without a face. One for the page: what elements pay, it knows, and the other way round. */
export function machinePorts(): MachinePorts {
  shared ??= createMachinePorts()
  return shared
}

/** A real world of its own, for tests. */
export function createMachinePorts(): MachinePorts {
  return {
    api: createMerchantApi,
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
