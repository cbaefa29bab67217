// How a sentence calls each kind of payment.
import type { Kind } from '../protocol/kind.ts'

export const nameOfKind: Readonly<Record<Kind, string>> = {
  payin: 'payin',
  payout: 'payout',
  bank_transfer: 'bank transfer',
  on_ramp: 'on-ramp',
}
