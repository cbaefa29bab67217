// What the demo sets where the environment says nothing.
import { shopperKinds } from '../src/merchant/settings/settings.ts'
import { sandboxPageOf } from './shop/sandbox-page.ts'

/**
 * Every kind of payment is shown in the sandbox, where nothing is at stake. With a real service only what the merchant
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
