// Where somebody is on the hosted pages, by the address.
import type { Flow } from './moves.ts'

export interface HostedAddress {
  readonly flow: Flow
  /** All pages of this payment are below it, such as `/pay/…`. */
  readonly path: string
  /** The page below `path`: `''`, `/bank/login`. */
  readonly step: string
}

/** `undefined` for an address that is no hosted page's. */
export function parseHostedAddress(address: string): HostedAddress | undefined {
  if (!URL.canParse(address)) return undefined
  const { pathname } = new URL(address)
  // Of these, only an on-ramp has sessions.
  const [, path, flow, step = ''] =
    /^(\/(pay|payout|transfer|on-ramp)\/(?:session\/)?[^/]+)(\/.*)?$/.exec(pathname) ?? []
  if (path === undefined) return undefined
  return { flow: flow as Flow, path, step: withoutForm(step) }
}

/** A form that needs a correction is shown again at the address it was sent to. */
function withoutForm(step: string): string {
  return step === '/pay' || step === '/method' ? '' : step
}
