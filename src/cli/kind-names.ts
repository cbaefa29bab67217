// The name of each kind of payment in messages.
import type { Kind } from '../protocol/kind.ts'

export const nameOfKind: Readonly<Record<Kind, string>> = {
  payin: 'payin',
  payout: 'payout',
  bank_transfer: 'bank transfer',
  on_ramp: 'on-ramp',
}
