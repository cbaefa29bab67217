// Defaults of the demo for unset environment variables.
import { join } from 'node:path'
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

/**
 * The variables of the sandbox that `npm start` starts. It keeps its state where the merchant server keeps its own: if only
 * one of them remembered a payment that was left open, its order could not be paid after the next start.
 */
export function demoSandboxDefaults({
  DATABASE_URL,
  DATA_DIR,
  SANDBOX_STATE_FILE,
}: Readonly<Record<string, string | undefined>>): { readonly SANDBOX_STATE_FILE?: string } {
  const folder = DATA_DIR?.trim() || '.data'
  const isInMemory = folder.startsWith('memory://')
  if (SANDBOX_STATE_FILE?.trim() || (isInMemory && !DATABASE_URL?.trim())) return {}
  return { SANDBOX_STATE_FILE: join(isInMemory ? '.data' : folder, 'sandbox.json') }
}
