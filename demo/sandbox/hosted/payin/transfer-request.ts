// What the payer of a crypto transfer is asked to send, and where to.
import { createHash } from 'node:crypto'
import type { Payin } from '../../service/payins.ts'
import { toUsdc } from '../conversion.ts'
import { half, minus } from '../decimal.ts'
import type { PayinStep } from './payin-step.ts'

export const confirmationsNeeded = 3

export type Transfer = ReturnType<typeof transferOf>

export function transferOf({ payin, visit }: PayinStep) {
  const { amount, rate } = toUsdc(payin.amount, 'up')
  const address = addressOf(payin)
  const received = visit.crypto?.tooLittle ? half(amount) : undefined
  return {
    address,
    amount,
    rate,
    network: 'Polygon',
    // Of the shape of EIP-681, but of a scheme that no wallet opens: nobody holds a key to this address, and real coins
    // sent to it would be lost.
    uri: `tidewell-sandbox:${address}?token=${amount.currency}&amount=${amount.value}&network=polygon`,
    received,
    missing: received && { ...amount, value: minus(amount.value, received.value) },
  }
}

/** The same for the same payin, so that a reload shows the same. */
function addressOf({ id }: Payin): string {
  return `0x${createHash('sha256').update(id).digest('hex').slice(0, 40)}`
}
