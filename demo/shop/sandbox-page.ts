import { isLoopback } from 'payin-checkout/server'
import type { Settings } from '../../src/merchant/settings/settings.ts'

/** The sandbox's page, when the service is on this machine; only a sandbox ever is. `null`: the payments are real. */
export function sandboxPageOf(paymentsBaseUrl: string): string | null {
  if (!URL.canParse(paymentsBaseUrl)) return null
  const { hostname, origin } = new URL(paymentsBaseUrl)
  return isLoopback(hostname) ? `${origin}/sandbox` : null
}

/** Whether money moves: then nothing may be made or paid out because somebody comes by. */
export function isRealMoney({ baseUrl, apiKey }: Pick<Settings['service'], 'baseUrl' | 'apiKey'>): boolean {
  // A key for real money says that what answers on this machine is a way to the service, and no sandbox.
  return sandboxPageOf(baseUrl) === null || apiKey.startsWith('live_')
}
