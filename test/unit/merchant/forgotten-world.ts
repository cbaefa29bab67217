// A shop whose service has forgotten a payment, and the steps that tests of such payments share.
import { randomUUID } from 'node:crypto'
import { useWorld } from './harness.ts'

/** Longer than the time of a payment. */
export const afterItsTimeMs = 16 * 60_000
export const byCard = { payment: { method: 'card' } }

/** Prepares a shop before each test of a file. */
export function useForgotten() {
  const world = useWorld()

  /** An open payment whose time is over, and of which the service knows nothing. */
  async function forgottenPayment(key = randomUUID()) {
    const session = await world().pay('A-1001', key)
    const payin = world().service.only()
    world().service.payins.clear()
    await world().clock.advance(afterItsTimeMs)
    return { session, payin, key }
  }

  return { world, forgottenPayment, payins: () => [...world().service.payins.values()] }
}
