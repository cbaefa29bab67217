// A hidden tab polls a plain server rarely. The payment still completes in it.
import { expect, test } from 'vitest'
import { fakePorts } from '../../support/fake-ports.ts'
import { aFault, aSession, changedRead, unchangedRead } from '../../support/sessions.ts'
import { startCheckout } from '../../support/started-checkout.ts'
import { follow } from './started-following.ts'

/** A server that never holds a read. */
const plain = { held: false }

test('a hidden tab polls a plain server once a minute, and a visible one at the usual intervals', async () => {
  const following = follow()
  following.read.willAnswer(...Array.from({ length: 200 }, () => unchangedRead(plain)))
  await following.read.last.answer(changedRead({}, plain))
  await following.clock.advance(60_000)
  const visible = following.read.calls.length
  following.isHidden = true
  await following.clock.advance(15_000)
  const before = following.read.calls.length
  await following.clock.advance(10 * 60_000)

  expect(visible).toBeGreaterThan(5)
  expect(following.read.calls.length - before).toBe(10)
})

test('a hidden tab finds the payment complete', async () => {
  const following = follow()
  following.isHidden = true
  following.read.willAnswer(unchangedRead(plain), changedRead({ status: 'COMPLETED' }, plain))
  await following.read.last.answer(changedRead({}, plain))
  await following.clock.advance(59_000)
  expect(following.statuses()).toEqual(['CREATED'])
  await following.clock.advance(1_000)

  expect(following.statuses()).toEqual(['CREATED', 'COMPLETED'])
})

test('a hidden tab reads as before from a server that holds reads', async () => {
  const following = follow()
  following.isHidden = true
  await following.read.last.answer(changedRead())
  await following.clock.advance(20_000)
  await following.read.last.answer(unchangedRead())

  expect(following.read.waiting).toHaveLength(1)
})

test('a hidden tab retries a lost answer before a minute has passed', async () => {
  const following = follow()
  following.isHidden = true
  await following.read.last.fail(aFault())
  await following.clock.advance(1_000)

  expect(following.read.calls).toHaveLength(2)
})

test('a tab reads at once when it becomes visible', async () => {
  const ports = fakePorts()
  let isHidden = true
  Object.assign(ports.wake, { isHidden: () => isHidden })
  const { checkout } = startCheckout({}, { ports })
  checkout.open()
  await ports.merchant.create.last.answer(aSession())
  ports.merchant.read.willAnswer(unchangedRead(plain))
  await ports.merchant.read.last.answer(changedRead({}, plain))
  await ports.clock.advance(55_000)
  const before = ports.merchant.read.calls.length
  expect(ports.merchant.read.waiting).toEqual([])
  isHidden = false
  await ports.wake.wake('visible')

  expect(ports.merchant.read.calls).toHaveLength(before + 1)
})
