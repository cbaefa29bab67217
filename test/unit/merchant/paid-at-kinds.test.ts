// When the money of a payout, a bank transfer and an on-ramp came, as the page reads it.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { useSandboxWorld } from './sandbox-world.ts'

const world = useSandboxWorld()

const pay = (kind: string) => world().pay('A-1001', randomUUID(), { kind })
async function payOut(): Promise<{ id: string }> {
  const refund = { reference: 'refund-1', amount: { value: '49.90', currency: 'EUR' } }
  return (await world().backoffice('payouts', refund)).json()
}

const paidAt = async ({ id }: { id: string }) => (await world().session(id)).paid_at

/** The newest object at the service has this state a minute later. @returns when */
async function becomes(state: { status: string } | { paymentStatus: string; bankDepositStatus?: string }) {
  const { payouts, bankTransfers, onRamps } = world().sandbox.service
  await world().clock.advance(60_000)
  const at = new Date(world().clock.now()).toISOString()
  const path =
    'status' in state
      ? `payouts/${payouts.list()[0]?.id}`
      : `transactions/${[...bankTransfers.list(), ...onRamps.list()][0]?.uuid}`
  await world().command(`${path}/status`, state)
  // Only the deposit of an on-ramp has a webhook.
  await world().sweepNow()
  return at
}

test('a payout has a time from the moment at which it is under way', async () => {
  const session = await payOut()
  expect(await paidAt(session)).toBeNull()
  const at = await becomes({ status: 'PROCESSING' })
  expect(await paidAt(session)).toBe(at)
  await becomes({ status: 'COMPLETED' })
  expect(await paidAt(session)).toBe(at)
})

test('a payout that fails while it is under way has no time any more', async () => {
  const session = await payOut()
  await becomes({ status: 'PROCESSING' })
  await becomes({ status: 'FAILED' })
  expect(await paidAt(session)).toBeNull()
})

test('a bank transfer has a time when its bank has authorized it', async () => {
  const session = await pay('bank_transfer')
  expect(await paidAt(session)).toBeNull()
  const at = await becomes({ paymentStatus: 'AUTHORIZED' })
  expect(await paidAt(session)).toBe(at)
})

test('an on-ramp has a time when its deposit has come, and keeps it when it is settled', async () => {
  const session = await pay('on_ramp')
  expect(await paidAt(session)).toBeNull()
  const at = await becomes({ paymentStatus: 'PROCESSING', bankDepositStatus: 'SUCCESS' })
  expect(await paidAt(session)).toBe(at)
  await becomes({ paymentStatus: 'COMPLETED', bankDepositStatus: 'SUCCESS' })
  expect(await world().session(session.id)).toMatchObject({ outcome: 'complete', paid_at: at })
})

test('an on-ramp whose deposit fails after it had come has no time any more', async () => {
  const session = await pay('on_ramp')
  await becomes({ paymentStatus: 'PROCESSING', bankDepositStatus: 'SUCCESS' })
  await becomes({ paymentStatus: 'FAILED_INTENT', bankDepositStatus: 'FAILED' })
  expect(await world().session(session.id)).toMatchObject({ outcome: 'failed', paid_at: null })
})
