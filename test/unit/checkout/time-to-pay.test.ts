// When the time to pay is over by the server's clock, the session is read once.
import { describe, expect, test } from 'vitest'
import { settle } from '../../support/fake-clock.ts'
import { fakePorts, leaksOf } from '../../support/fake-ports.ts'
import { unchangedRead } from '../../support/sessions.ts'
import { type Started, startCheckout, startPaying } from '../../support/started-checkout.ts'

/** The fake clock starts at 14:45. */
const at = (time: string) => `2026-11-20T${time}Z`
const minute = 60_000

/** Advances the time while the server holds each read and nothing changes. */
async function pass({ ports: { clock, merchant } }: Started, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 5_000) {
    await clock.advance(Math.min(left, 5_000))
    for (const question of merchant.read.waiting) await question.answer(unchangedRead())
  }
}

/** The number of reads without a wait. */
const asked = ({ ports }: Started) =>
  ports.merchant.read.calls.filter(({ request }) => request.waitSeconds === 0).length

async function paying(expires_at: string | null): Promise<Started> {
  const started = await startPaying({}, { expires_at })
  await started.read({ expires_at })
  return started
}

/** The server's clock is set, or the shopper's device was suspended. */
function move({ ports }: Started, ms: number): void {
  const { serverNow } = ports
  Object.assign(ports, { serverNow: () => Number(serverNow()) + ms })
}

describe('when the time to pay is over', () => {
  test('the session is read at once, and once', async () => {
    const started = await paying(at('15:00:00'))
    await pass(started, 15 * minute - 1)
    expect(asked(started)).toBe(0)
    await pass(started, 1)
    expect(asked(started)).toBe(1)
    await pass(started, 60 * minute)

    expect(asked(started)).toBe(1)
    expect(started.checkout.state.phase).toBe('waiting')
  })

  test('the session is read again at its new expiry if the time was extended', async () => {
    const started = await paying(at('15:00:00'))
    await pass(started, 15 * minute)
    await started.read({ expires_at: at('15:30:00') })
    await pass(started, 20 * minute)
    expect(asked(started)).toBe(1)
    await pass(started, 15 * minute)

    expect(asked(started)).toBe(2)
  })

  test('nothing is read before the new expiry if the time was extended in between', async () => {
    const started = await paying(at('15:00:00'))
    await started.read({ expires_at: at('15:30:00') })
    await pass(started, 20 * minute)

    expect(asked(started)).toBe(0)
  })

  test('a clock that is set back or forward is respected', async () => {
    const back = await paying(at('15:00:00'))
    move(back, -10 * minute)
    await pass(back, 20 * minute)
    expect(asked(back)).toBe(0)
    await pass(back, 5 * minute)
    expect(asked(back)).toBe(1)

    const forward = await paying(at('15:00:00'))
    move(forward, 14 * minute)
    await pass(forward, 2 * minute)
    expect(asked(forward)).toBe(1)
  })

  test('after a suspended tab wakes up, the wake-up reads, and the expiry does not read again', async () => {
    const started = await paying(at('15:00:00'))
    move(started, 20 * minute)
    await started.ports.wake.wake('visible')
    await pass(started, 20 * minute)

    expect(asked(started)).toBe(1)
  })

  test('a session that is found late is read once', async () => {
    const first = await startPaying({}, { expires_at: at('14:00:00') })
    first.stop()
    const started = startCheckout({}, { ports: fakePorts({ memory: first.ports.memory }) })
    await started.read({ expires_at: at('14:00:00') })
    await pass(started, 5 * minute)

    // The first read finds the session.
    expect(asked(started)).toBe(2)
  })
})

describe('nothing is read', () => {
  test.each([null, 'soon', '900', ''])('if the expiry is %j', async (end) => {
    const started = await paying(end)
    const before = started.ports.clock.pending
    await pass(started, 120 * minute)

    expect([asked(started), started.ports.clock.pending]).toEqual([0, before])
  })

  test('while another session of the order is authorized', async () => {
    const started = await paying(at('15:00:00'))
    await started.read({ order_outcome: 'authorized', redirect_url: null, expires_at: at('15:00:00') })
    await pass(started, 30 * minute)

    expect(asked(started)).toBe(0)
  })

  test.each(['AUTHORIZED', 'COMPLETED', 'FAILED'])('once the payment is %s', async (status) => {
    const started = await paying(at('15:00:00'))
    await started.read({ status, expires_at: at('15:00:00') })
    await pass(started, 30 * minute)

    expect(asked(started)).toBe(0)
  })

  test.each([
    ['by a checkout that is not connected any more', (started: Started) => started.stop()],
    ['by a checkout that another one has replaced', ({ checkout }: Started) => checkout.end()],
  ])('%s, and no timer is left', async (_, leave) => {
    const started = await paying(at('15:00:00'))
    leave(started)
    await settle()

    expect(leaksOf(started.ports).filter((leak) => !leak.includes('watchers'))).toEqual([])
  })
})

test('a checkout that reconnects after the expiry reads', async () => {
  const started = await paying(at('15:00:00'))
  started.stop()
  await started.ports.clock.advance(20 * minute)
  started.checkout.connect()
  await settle()

  expect(started.ports.merchant.read.waiting).toHaveLength(1)
})

test('check() on a checkout that is not connected reads nothing, and connecting reads', async () => {
  const started = await startPaying()
  await started.read({})
  started.stop()
  const before = started.ports.merchant.read.calls.length
  started.checkout.check()
  await started.ports.clock.advance(minute)
  expect(started.ports.merchant.read.calls).toHaveLength(before)
  expect(leaksOf(started.ports)).toEqual([])
  started.checkout.connect()

  expect(started.ports.merchant.read.calls).toHaveLength(before + 1)
})
