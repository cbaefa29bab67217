import { describe, expect, test } from 'vitest'
import type { Db } from '../../../src/merchant/store/db.ts'
import { tooMany, useUpstreams } from './upstreams.ts'

const world = useUpstreams()

describe('several instances', () => {
  /** Gets no notifications, as behind a transaction pooler. */
  const withoutNotifications: Partial<Db> = { listen: async () => async () => undefined }

  test('one instance’s pause reaches the others at once', async () => {
    const { ask, start, nextAnswers } = world()
    const [one, two] = [await start(), await start()]
    nextAnswers(tooMany('30'))
    await ask(one.inBackground)
    await expect.poll(() => ask(two.forShoppers)).toMatch('429')
  })

  test('an instance that starts during a pause keeps to it', async () => {
    const { ask, start, nextAnswers } = world()
    const one = await start()
    nextAnswers(tooMany('30'))
    await ask(one.forShoppers)
    await one.close()
    expect(await ask((await start()).forShoppers)).toBe('429 after 30')
  })

  test('a pause by an instance whose clock is an hour ahead ends after five minutes for the others', async () => {
    const { ask, start, nextAnswers, clock } = world()
    const one = await start()
    const ahead = await start({}, { now: () => clock.now() + 3_600_000 })
    nextAnswers(tooMany('2'))
    await ask(ahead.forShoppers)
    await expect.poll(() => ask(one.forShoppers)).toMatch('429')

    for (let passedMs = 0; passedMs < 301_000; passedMs += 6_000) {
      await clock.advance(6_000)
      await ask(one.inBackground)
    }

    expect(await ask(one.forShoppers)).toBe('200')
    // Each later read of the same pause must not begin the five minutes again.
    await clock.advance(6_000)
    await ask(one.inBackground)
    expect(await ask(one.forShoppers)).toBe('200')
  })

  test('a lost notification is made up for after five seconds, at the next call', async () => {
    const { ask, start, sent, nextAnswers, clock } = world()
    const [one, two] = [await start(), await start(withoutNotifications)]
    nextAnswers(tooMany('30'))
    await ask(one.forShoppers)
    await one.close()
    await clock.advance(4_999)
    expect(await sent(two.inBackground, 3)).toBe(3)
    await clock.advance(1)
    expect(await ask(two.inBackground)).toBe('200')
    await expect.poll(() => ask(two.forShoppers)).toMatch('429')
  })

  test('simultaneous refusals of two instances are one event', async () => {
    const { ask, start, nextAnswers, clock, written } = world()
    const [one, two] = [await start(withoutNotifications), await start(withoutNotifications)]
    nextAnswers(tooMany(), tooMany())
    await Promise.all([ask(one.forShoppers), ask(two.forShoppers)])
    await Promise.all([one.close(), two.close()])
    expect(await written()).toMatchObject([{ event: 1, paused_until: new Date(clock.now() + 1_000) }])
  })

  test('a refusal with nothing new is not saved, and notifies nobody', async () => {
    const { ask, start, nextAnswers, db } = world()
    const [one, two] = [await start(withoutNotifications), await start(withoutNotifications)]
    const writer = () => db.query('select xmin::text from payin_checkout.service_budget')
    nextAnswers(tooMany(), tooMany())
    await ask(one.forShoppers)
    await one.close()
    const before = await writer()
    await ask(two.forShoppers)
    await two.close()
    expect(await writer()).toEqual(before)
  })

  test('of several pauses given at the same time the longest counts', async () => {
    const { ask, start, nextAnswers, clock, written } = world()
    const all = await Promise.all(Array.from({ length: 6 }, () => start(withoutNotifications)))
    nextAnswers(...[60, 5, 50, 10, 40, 20].map((seconds) => tooMany(String(seconds))))
    await Promise.all(all.map((one) => ask(one.forShoppers)))
    await Promise.all(all.map((one) => one.close()))
    expect(await written()).toMatchObject([{ event: 1, paused_until: new Date(clock.now() + 60_000) }])
  })

  test('an instance without notifications keeps to the others’ pause as soon as it is refused itself', async () => {
    const { ask, start, nextAnswers } = world()
    const [one, two] = [await start(), await start(withoutNotifications)]
    nextAnswers(tooMany('60'), tooMany('1'))
    await ask(one.forShoppers)
    await one.close()
    await ask(two.forShoppers)
    await expect.poll(() => ask(two.forShoppers)).toMatch(/429 after 6\d/)
  })

  test('an instance without notifications that is refused later does not double the pause, and takes the new time', async () => {
    const { ask, start, nextAnswers, clock, written } = world()
    const [one, two] = [await start(), await start(withoutNotifications)]
    nextAnswers(tooMany('2'))
    await ask(one.forShoppers)
    await clock.advance(4_000)
    nextAnswers(tooMany('3'))
    await ask(two.forShoppers)
    await two.close()
    expect(await written()).toMatchObject([{ event: 1, paused_until: new Date(clock.now() + 3_000) }])
    await expect.poll(() => ask(one.forShoppers)).toMatch('429')
  })

  test('a failing database delays no payment, and the pause is still kept', async () => {
    const { ask, start, nextAnswers, logged, clock } = world()
    const one = await start({ transaction: () => Promise.reject(new Error('no database')) })
    nextAnswers(tooMany('30'))
    await ask(one.forShoppers)
    await clock.advance(10_000)
    await expect.poll(() => ask(one.forShoppers)).toBe('429 after 20')
    await one.close()
    expect(logged.join()).toContain('no database')
  })

  test('a database that fails when it is read again is logged, and the call is sent', async () => {
    const { ask, start, logged, clock } = world()
    let isDown = false
    const one = await start({
      query: async () => {
        if (isDown) throw new Error('no database')
        return []
      },
    })
    isDown = true
    await clock.advance(5_000)
    expect(await ask(one.forShoppers)).toBe('200')
    await one.close()
    expect(logged.join()).toContain('no database')
  })
})

describe('closing', () => {
  test('waits until the pause is saved for the others', async () => {
    const { ask, start, nextAnswers, written } = world()
    const one = await start()
    nextAnswers(tooMany('30'))
    await ask(one.forShoppers)
    await one.close()
    expect(await written()).toMatchObject([{ event: 1 }])
  })

  test('leaves no listener behind', async () => {
    const { ask, start, nextAnswers, db } = world()
    const asked: string[] = []
    const one = await start({
      query: (sql) => {
        asked.push(sql)
        return db.query(sql)
      },
    })
    await one.close()
    const two = await start()
    nextAnswers(tooMany('30'))
    await ask(two.forShoppers)
    await two.close()
    const received: unknown[] = []
    const stop = await db.listen('fence', (payload) => received.push(payload))
    await db.transaction(async (tx) => tx.notify('fence', 'passed'))
    await expect.poll(() => received).toHaveLength(1)
    await stop()
    // Once, at its start.
    expect(asked).toHaveLength(1)
  })
})
