import { describe, expect, test } from 'vitest'
import { aFault, changedRead, unchangedRead } from '../../support/sessions.ts'
import { follow } from './started-following.ts'

describe('following a session through failures', () => {
  test('continues when the network is back, and reports both to the shopper', async () => {
    const following = follow()
    await following.read.last.fail(aFault())
    await following.clock.advance(1_000)
    await following.read.last.fail(aFault())
    expect(following.troubles).toEqual([aFault()])

    await following.clock.advance(2_000)
    await following.read.last.answer(changedRead({ status: 'COMPLETED' }))
    expect([following.troubles.at(-1), following.statuses()]).toEqual([null, ['COMPLETED']])
  })

  test('does not report a single lost answer to the shopper', async () => {
    const following = follow()
    await following.read.last.fail(aFault())
    await following.clock.advance(1_000)
    await following.read.last.answer(changedRead())

    expect(following.troubles.filter(Boolean)).toEqual([])
  })

  test.each(['network', 'unavailable', 'forbidden', 'bad_answer', 'invalid'] as const)(
    'never ends by itself, even after an hour of %s, because only the server ends a payment',
    async (kind) => {
      const following = follow()
      following.read.willAnswer(...Array.from({ length: 9_000 }, () => aFault(kind)))
      await following.read.last.fail(aFault(kind))
      await following.clock.advance(3_600_000)

      expect([following.troubles.length, following.lost.length]).toEqual([1, 0])
      expect(following.clock.pending).toBe(1)
    },
  )

  test('reads less and less often from a broken server', async () => {
    const following = follow()
    following.read.willAnswer(...Array.from({ length: 100 }, () => aFault('unavailable')))
    await following.read.last.fail(aFault('unavailable'))
    await following.clock.advance(120_000)

    expect(following.pauses().slice(0, 6)).toEqual([625, 1_125, 2_125, 4_125, 8_125, 10_125])
  })

  test('honours Retry-After', async () => {
    const following = follow()
    await following.read.last.fail(aFault('unavailable', 30_000))

    await following.clock.advance(29_999)
    expect(following.read.calls).toHaveLength(1)
    await following.clock.advance(1)
    expect(following.read.calls).toHaveLength(2)
  })

  test('reads at once on a wake-up, whatever the back-off delay is', async () => {
    const following = follow()
    await following.read.last.fail(aFault('unavailable', 30_000))
    following.check()

    expect(following.read.calls).toHaveLength(2)
    expect(following.read.last.request.waitSeconds).toBe(0)
  })

  test('aborts a held read that gets no answer, and reads again', async () => {
    const following = follow()
    await following.read.last.answer(changedRead())
    const forgotten = following.read.last
    await following.clock.advance(31_000)

    expect(forgotten.aborted).toBe(true)
    expect(following.read.last.request.waitSeconds).toBe(0)
  })

  test('stops if the session is not known, and reports it once', async () => {
    const following = follow()
    await following.read.last.fail(aFault('not_found'))
    await following.clock.advance(60_000)

    expect(following.lost).toEqual([aFault('not_found')])
    expect([following.read.calls.length, following.clock.pending]).toEqual([1, 0])
  })
})

describe('check()', () => {
  test('aborts a held read and sends one that is not held', async () => {
    const following = follow()
    await following.read.last.answer(changedRead())
    const held = following.read.last
    following.check()

    expect(held.aborted).toBe(true)
    expect(following.read.last.request.waitSeconds).toBe(0)
  })

  test('three times at once sends one read, because focus, visible and a return message come together', async () => {
    const following = follow()
    await following.read.last.answer(changedRead())
    for (let times = 0; times < 3; times++) following.check()

    expect(following.read.calls).toHaveLength(3)
  })

  test('joins the first read, which is not held', () => {
    const following = follow()
    following.check()

    expect(following.read.calls.map(({ aborted }) => aborted)).toEqual([false])
  })

  test('sends another read after the answer', async () => {
    const following = follow()
    following.check()
    await following.read.last.answer(unchangedRead())
    following.check()

    expect(following.read.last.request.waitSeconds).toBe(0)
  })
})

describe('stopping', () => {
  test('leaves no request and no timer behind, even when called twice', async () => {
    const following = follow()
    await following.read.last.answer(changedRead())
    following.stop()
    following.stop()
    await following.clock.advance(60_000)

    expect([following.read.waiting.length, following.clock.pending]).toEqual([0, 0])
  })

  test('inside the callback ends the reads: a complete payment is not read again', async () => {
    const following = follow()
    following.onRead = () => following.stop()
    await following.read.last.answer(changedRead({ status: 'COMPLETED' }))
    await following.clock.advance(60_000)

    expect([following.read.calls.length, following.clock.pending]).toEqual([1, 0])
  })

  test('ignores an answer that was already on its way', async () => {
    const following = follow()
    const answered = following.read.last.answer(changedRead({ status: 'COMPLETED' }))
    following.stop()
    await answered

    expect(following.statuses()).toEqual([])
  })

  test('sends no more reads, not even on a wake-up', () => {
    const following = follow()
    following.stop()
    following.check()

    expect(following.read.calls).toHaveLength(1)
  })
})

test('a wake-up reads again if the last request may have failed while the tab was suspended', async () => {
  const following = follow({ session: null })
  await following.clock.advance(5_000)
  following.check()

  expect(following.read.calls.map(({ aborted }) => aborted)).toEqual([true, false])
})
