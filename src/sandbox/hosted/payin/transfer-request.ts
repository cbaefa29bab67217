// The amount and address of a crypto transfer.
import { createHash } from 'node:crypto'
import type { Payin } from '../../service/payins.ts'
import { toUsdc } from '../conversion.ts'
import type { PayinStep } from './payin-flow.ts'

export type Transfer = ReturnType<typeof transferOf>

export function transferOf({ payin }: PayinStep) {
  const { amount, rate } = toUsdc(payin.amount, 'up')
  const address = addressOf(payin)
  return {
    address,
    amount,
    rate,
    network: 'Polygon',
    // Like EIP-681, but with a scheme that no wallet opens: nobody has the key of this address, and real coins sent to
    // it would be lost.
    uri: `tidewell-sandbox:${address}?token=${amount.currency}&amount=${amount.value}&network=polygon`,
  }
}

/** Computed from the payin's id, so that a reload shows the same address. */
function addressOf({ id }: Payin): string {
  return `0x${createHash('sha256').update(id).digest('hex').slice(0, 40)}`
}
