import { isLoopback } from 'payin-checkout/server'
import type { Settings } from '../../src/merchant/settings/settings.ts'

/** The sandbox's page, when the service is on this machine, as only a sandbox is. `null`: the payments are real. */
export function sandboxPageOf(paymentsBaseUrl: string): string | null {
  if (!URL.canParse(paymentsBaseUrl)) return null
  const { hostname, origin } = new URL(paymentsBaseUrl)
  return isLoopback(hostname) ? `${origin}/sandbox` : null
}

/** Whether payments are real: then a visit must create no order and no payout. */
export function isRealMoney({ baseUrl, apiKey }: Pick<Settings['service'], 'baseUrl' | 'apiKey'>): boolean {
  // With a live key, the server on this machine is a proxy to the real service, and not a sandbox.
  return sandboxPageOf(baseUrl) === null || apiKey.startsWith('live_')
}
