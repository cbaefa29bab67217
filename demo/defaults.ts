// Defaults of the demo for unset environment variables.
import { shopperKinds } from '../src/merchant/settings/settings.ts'
import { sandboxPageOf } from './shop/sandbox-page.ts'

/**
 * With the sandbox the demo shows every kind of payment. With a real service it shows only the kinds that the merchant
 * names in KINDS.
 */
export function demoDefaults({
  KINDS,
  PAYMENTS_BASE_URL,
}: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const service = PAYMENTS_BASE_URL?.trim()
  const isSandbox = !service || sandboxPageOf(service) !== null
  return !KINDS?.trim() && isSandbox ? { KINDS: shopperKinds.join() } : {}
}
