// Parses the address of a hosted page.
import type { Flow } from './moves.ts'

export interface HostedAddress {
  readonly flow: Flow
  /** The common path of all pages of this payment, such as `/pay/…`. */
  readonly path: string
  /** The page below `path`: `''`, `/bank/login`. */
  readonly step: string
}

/** `undefined` if it is not the address of a hosted page. */
export function parseHostedAddress(address: string): HostedAddress | undefined {
  if (!URL.canParse(address)) return undefined
  const { pathname } = new URL(address)
  // Only on-ramps have `session/` in the path.
  const [, path, flow, step = ''] =
    /^(\/(pay|payout|transfer|on-ramp)\/(?:session\/)?[^/]+)(\/.*)?$/.exec(pathname) ?? []
  if (path === undefined) return undefined
  return { flow: flow as Flow, path, step: withoutForm(step) }
}

/** A form with errors is shown again at the address of its submit, so treat that address as the first page. */
function withoutForm(step: string): string {
  return step === '/pay' || step === '/method' ? '' : step
}
