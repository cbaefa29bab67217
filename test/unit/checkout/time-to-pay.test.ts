// When the time to pay is over, the server is asked what became of the payment: once, and by the server's clock.
import { describe, expect, test } from 'vitest'
import { settle } from '../../support/fake-clock.ts'
import { fakePorts, leaksOf } from '../../support/fake-ports.ts'
import { unchangedRead } from '../../support/sessions.ts'
import { type Started, startCheckout, startPaying } from '../../support/started-checkout.ts'

/** The fake clock starts at 14:45. */
const at = (time: string) => `2026-11-20T${time}Z`
const minute = 60_000

/** Time goes by in which the server holds each question and has no news. */
async function pass({ ports: { clock, merchant } }: Started, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 5_000) {
    await clock.advance(Math.min(left, 5_000))
    for (const question of merchant.read.waiting) await question.answer(unchangedRead())
  }
}

/** How often the server was asked for the truth now, without waiting. */
const asked = ({ ports }: Started) =>
  ports.merchant.read.calls.filter(({ request }) => request.waitSeconds === 0).length

async function paying(expires_at: string | null): Promise<Started> {
  const started = await startPaying({}, { expires_at })
  await started.read({ expires_at })
  return started
}

/** The server's clock is moved, or the shopper's was asleep. */
function move({ ports }: Started, ms: number): void {
  const { serverNow } = ports
  Object.assign(ports, { serverNow: () => Number(serverNow()) + ms })
}

describe('when the time is up', () => {
  test('the server is asked at once, and once', async () => {
    const started = await paying(at('15:00:00'))
    await pass(started, 15 * minute - 1)
    expect(asked(started)).toBe(0)
    await pass(started, 1)
    expect(asked(started)).toBe(1)
    await pass(started, 60 * minute)

    expect(asked(started)).toBe(1)
    expect(started.checkout.state.phase).toBe('waiting')
  })

  test('it is asked again at the end of the time that the session is given anew', async () => {
    const started = await paying(at('15:00:00'))
    await pass(started, 15 * minute)
    await started.read({ expires_at: at('15:30:00') })
    await pass(started, 20 * minute)
    expect(asked(started)).toBe(1)
    await pass(started, 15 * minute)

    expect(asked(started)).toBe(2)
  })

  test('nothing is asked before the new end where the time was made longer in between', async () => {
    const started = await paying(at('15:00:00'))
    await started.read({ expires_at: at('15:30:00') })
    await pass(started, 20 * minute)

    expect(asked(started)).toBe(0)
  })

  test('a clock that was put back is waited for, and one that was put forward is noticed', async () => {
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

  test('the tab was asleep: its first sign of life asks, and the end does not ask once more', async () => {
    const started = await paying(at('15:00:00'))
    move(started, 20 * minute)
    await started.ports.wake.wake('visible')
    await pass(started, 20 * minute)

    expect(asked(started)).toBe(1)
  })

  test('of a session that was found late, it is asked once', async () => {
    const first = await startPaying({}, { expires_at: at('14:00:00') })
    first.stop()
    const started = startCheckout({}, { ports: fakePorts({ memory: first.ports.memory }) })
    await started.read({ expires_at: at('14:00:00') })
    await pass(started, 5 * minute)

    // The first question finds the session.
    expect(asked(started)).toBe(2)
  })
})

describe('nothing is asked', () => {
  test.each([null, 'soon', '900', ''])('where the end is %j', async (end) => {
    const started = await paying(end)
    const before = started.ports.clock.pending
    await pass(started, 120 * minute)

    expect([asked(started), started.ports.clock.pending]).toEqual([0, before])
  })

  test('while the order is promised by another session', async () => {
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

test('a checkout that comes back after the time is up asks', async () => {
  const started = await paying(at('15:00:00'))
  started.stop()
  await started.ports.clock.advance(20 * minute)
  started.checkout.connect()
  await settle()

  expect(started.ports.merchant.read.waiting).toHaveLength(1)
})

test('check() on a checkout that is not connected asks nothing, and connecting asks', async () => {
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
