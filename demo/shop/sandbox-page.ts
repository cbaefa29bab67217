import { isLoopback } from 'payin-checkout/server'

/** The sandbox's page, when the service is on this machine, as only a sandbox is. `null`: the payments are real. */
export function sandboxPageOf(paymentsBaseUrl: string): string | null {
  if (!URL.canParse(paymentsBaseUrl)) return null
  const { hostname, origin } = new URL(paymentsBaseUrl)
  return isLoopback(hostname) ? `${origin}/sandbox` : null
}
