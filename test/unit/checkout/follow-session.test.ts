import { describe, expect, test } from 'vitest'
import { aSession, changedRead, unchangedRead } from '../../support/sessions.ts'
import { follow } from './started-following.ts'

describe('following a session at a server that holds the question', () => {
  test('asks for the truth first, then lets the server hold the question', async () => {
    const following = follow({ session: null })
    await following.read.last.answer(changedRead({}, { etag: '"1"' }))

    expect(following.asked()).toEqual([
      { etag: null, waitSeconds: 0 },
      { etag: '"1"', waitSeconds: 20 },
    ])
  })

  test('asks again at once after each change, so that news take no poll interval', async () => {
    const following = follow()
    await following.read.last.answer(changedRead({}, { etag: '"1"' }))
    await following.clock.advance(3_000)
    await following.read.last.answer(changedRead({ status: 'INITIATED' }, { etag: '"2"' }))

    expect(following.statuses()).toEqual(['CREATED', 'INITIATED'])
    expect(following.read.last.request).toMatchObject({ etag: '"2"', waitSeconds: 20 })
  })

  test('asks again at once when the server’s time is up without news', async () => {
    const following = follow()
    await following.read.last.answer(changedRead())
    await following.clock.advance(20_000)
    await following.read.last.answer(unchangedRead())

    expect(following.read.calls).toHaveLength(3)
    expect(following.statuses()).toEqual(['CREATED'])
  })

  test('takes news that were there before the question for no sign that the server does not hold', async () => {
    const following = follow()
    await following.read.last.answer(changedRead({}, { etag: '"1"' }))
    await following.read.last.answer(changedRead({ status: 'INITIATED' }, { etag: '"2"', held: false }))
    await following.clock.advance(250)
    expect(following.read.last.request).toMatchObject({ etag: '"2"', waitSeconds: 20 })

    following.check()
    await following.read.last.answer(unchangedRead({ held: false }))
    expect(following.read.last.request).toMatchObject({ etag: '"2"', waitSeconds: 20 })
  })

  test('never has two questions on the way, whatever happens', async () => {
    const following = follow()
    for (let turn = 0; turn < 40; turn++) {
      following.check()
      if (turn % 3 === 0) await following.read.last.answer(turn % 2 ? changedRead() : unchangedRead())
      await following.clock.advance(700)
      expect(following.read.waiting.length).toBeLessThanOrEqual(1)
    }
  })

  test('tells what it knew, so that a small proxy’s answer can be completed', async () => {
    const following = follow({ session: aSession({ reference: 'A-7' }) })
    expect(following.read.last.request.before?.reference).toBe('A-7')
  })

  test('polls a server that says it holds but answers at once, instead of hammering it', async () => {
    const following = follow()
    following.read.willAnswer(...Array.from({ length: 200 }, () => unchangedRead({ held: true })))
    await following.read.last.answer(changedRead({}, { held: true }))
    await following.clock.advance(60_000)

    expect(following.read.calls.length).toBeLessThan(12)
  })

  test('does not hammer a server that changes the status with every answer', async () => {
    const following = follow()
    const flapping = Array.from({ length: 400 }, (_, n) =>
      changedRead({ status: n % 2 ? 'CREATED' : 'INITIATED' }),
    )
    following.read.willAnswer(...flapping)
    await following.read.last.answer(changedRead())
    await following.clock.advance(10_000)

    expect(following.read.calls.length).toBeLessThan(50)
    following.stop()
  })
})

describe('following a session at a plain proxy', () => {
  const plain = (status = 'CREATED') => changedRead({ status }, { etag: null, held: false })

  test('polls at growing intervals, up to a quarter of a minute', async () => {
    const following = follow()
    following.read.willAnswer(...Array.from({ length: 20 }, () => plain()))
    await following.read.last.answer(plain())
    await following.clock.advance(90_000)

    expect(following.pauses().slice(0, 9)).toEqual([
      1_000, 1_500, 2_250, 3_375, 5_062.5, 7_593.75, 11_390.625, 15_000, 15_000,
    ])
  })

  test('polls faster again once something moved: the end is near then', async () => {
    const following = follow()
    const unchanged = Array.from({ length: 5 }, () => plain())
    following.read.willAnswer(...unchanged, plain('INITIATED'), plain('INITIATED'), plain('INITIATED'))
    await following.read.last.answer(plain())
    await following.clock.advance(60_000)

    expect(following.pauses().slice(5, 7)).toEqual([7_593.75, 1_000])
  })

  test('polls one that has ETags but never says that it held', async () => {
    const following = follow()
    following.read.willAnswer(...Array.from({ length: 100 }, () => unchangedRead({ held: false })))
    await following.read.last.answer(changedRead({}, { etag: '"1"', held: false }))
    await following.clock.advance(30_000)

    expect(following.read.calls.length).toBeLessThan(12)
  })

  test('polls one that is merely slow: a slow answer is no held question', async () => {
    const following = follow()
    await following.read.last.answer(changedRead({}, { etag: '"1"', held: false }))
    await following.clock.advance(3_000)
    await following.read.last.answer(unchangedRead({ held: false }))
    expect(following.read.waiting).toEqual([])

    await following.clock.advance(1_000)
    expect(following.read.waiting).toHaveLength(1)
  })
})

describe('an ETag', () => {
  test('is not sent until its body was applied: the news would be lost until the next change', async () => {
    const following = follow({ session: null })
    following.onRead = () => following.check()
    await following.read.last.answer(changedRead({ status: 'INITIATED' }, { etag: '"1"' }))

    expect(following.read.calls[1]?.request.etag).toBeNull()
    expect(following.read.last.request.etag).toBe('"1"')
  })

  test('is forgotten with its answer when a newer question took over', async () => {
    const following = follow()
    // By now it is no longer fresh enough to answer a newer question.
    await following.clock.advance(1_000)
    // The answer is here, but not yet read, when a sign of life asks anew.
    const older = following.read.last.answer(changedRead({ status: 'COMPLETED' }, { etag: '"old"' }))
    following.check()
    await older
    await following.read.last.answer(unchangedRead())

    expect(following.statuses()).toEqual([])
    expect(following.read.calls.map(({ request }) => request.etag)).not.toContain('"old"')
  })
})
