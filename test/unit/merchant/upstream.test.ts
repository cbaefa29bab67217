import { describe, expect, test } from 'vitest'
import type { Upstream } from '../../../src/merchant/service/upstream.ts'
import { createGate } from './instances-world.ts'
import { payinUrl, tooMany, useUpstreams } from './upstreams.ts'

const world = useUpstreams()
const minute = 60_000

describe('while the service answers', () => {
  test('no call waits, and nothing is saved', async () => {
    const { start, sent, statements, clock, written } = world()
    // Without notifications: other instances of the same database, such as another test's, would make it read once more.
    const one = await start({ listen: async () => async () => undefined })
    expect(await sent(one.forShoppers, 500)).toBe(500)
    expect(await sent(one.inBackground, 500)).toBe(500)
    await clock.advance(minute)
    expect(await sent(one.inBackground, 500)).toBe(500)
    await one.close()
    // At start, and at the first call after a minute.
    expect(statements).toHaveLength(2)
    expect(statements.every((sql) => sql.startsWith('select '))).toBe(true)
    expect(await written()).toEqual([])
  })

  test('its answers and faults arrive unchanged', async () => {
    const { start, nextAnswers } = world()
    const one = await start()
    const fault = new TypeError('fetch failed')
    nextAnswers(new Response('gone', { status: 410 }), fault)
    expect(await (await one.forShoppers(payinUrl)).text()).toBe('gone')
    await expect(one.forShoppers(payinUrl)).rejects.toBe(fault)
  })
})

describe('after a 429', () => {
  test('no call is sent before the time that the service named, and all are sent after it', async () => {
    const { ask, start, nextAnswers, observed, clock } = world()
    const one = await start()
    nextAnswers(tooMany('30'))
    expect(await ask(one.forShoppers)).toBe('429 after 30')
    await clock.advance(10_500)
    expect(await ask(one.forShoppers)).toBe('429 after 20')
    expect(await ask(one.inBackground)).toBe('429 after 22')
    await clock.advance(19_499)
    expect(await ask(one.forShoppers)).toMatch('429')
    expect(observed).toHaveLength(1)
    await clock.advance(1)
    expect(await ask(one.forShoppers)).toBe('200')
  })

  test('a call that is not sent gets a problem document that says why', async () => {
    const { start, nextAnswers } = world()
    const one = await start()
    nextAnswers(tooMany('30'))
    await one.forShoppers(payinUrl)
    const held = await one.forShoppers(payinUrl)
    expect(held.headers.get('content-type')).toBe('application/problem+json')
    expect(await held.json()).toMatchObject({ status: 429, detail: expect.stringContaining('Not sent') })
  })

  test('a Retry-After of a day counts as five minutes, and the log says so', async () => {
    const { ask, start, nextAnswers, logged } = world()
    const one = await start()
    nextAnswers(tooMany('86400'))
    await one.forShoppers(payinUrl)
    expect(await ask(one.forShoppers)).toBe('429 after 300')
    expect(logged).toHaveLength(1)
    expect(JSON.parse(logged.join())).toMatchObject({
      event: 'service_limits',
      route: 'GET /payins/:id',
      ms: 300_000,
      count: 1,
      message: expect.stringContaining('86400 s'),
    })
  })

  test('ten simultaneous calls that are all refused pause the shop once, and save once', async () => {
    const { ask, start, nextAnswers, statements, logged, written } = world()
    const one = await start()
    nextAnswers(...Array.from({ length: 10 }, () => tooMany()))
    await Promise.all(Array.from({ length: 10 }, () => one.forShoppers(payinUrl)))
    expect(await ask(one.forShoppers)).toBe('429 after 1')
    await one.close()
    expect(statements.filter((sql) => sql === 'begin')).toHaveLength(1)
    expect(await written()).toMatchObject([{ event: 1 }])
    expect(logged).toHaveLength(1)
  })

  test('the pause is doubled even if the database has not yet saved the one before', async () => {
    const { db, ask, start, nextAnswers, clock } = world()
    const [first, others] = [createGate(), createGate()]
    const writes: Promise<unknown>[] = []
    const one = await start({
      transaction(work) {
        const { opened } = writes.length === 0 ? first : others
        const write = opened.then(() => db.transaction(work))
        writes.push(write)
        return write
      },
    })
    nextAnswers(tooMany(), tooMany(), tooMany())
    await ask(one.forShoppers)
    await clock.advance(1_000)
    await ask(one.forShoppers)
    first.open()
    // The first pause is saved, the second is not. The answer of the database must not erase the second.
    await expect.poll(() => writes).toHaveLength(2)
    await clock.advance(2_000)
    await ask(one.forShoppers)
    expect(await ask(one.forShoppers)).toBe('429 after 4')
    others.open()
  })

  test('shoppers who were refused together get different times to retry', async () => {
    const { ask, start, nextAnswers } = world()
    const one = await start()
    nextAnswers(tooMany('10'))
    await ask(one.forShoppers)
    const counts = new Map<string, number>()
    for (let i = 0; i < 60; i++) {
      const answer = await ask(one.forShoppers)
      counts.set(answer, (counts.get(answer) ?? 0) + 1)
    }
    expect([...counts.keys()].sort()).toEqual([10, 11, 12, 13, 14, 15].map((s) => `429 after ${s}`))
    expect(Math.max(...counts.values())).toBeLessThanOrEqual(12)
  })

  test('a shopper does not wait behind background calls', async () => {
    const { ask, start, sent, nextAnswers } = world()
    const one = await start()
    await sent(one.forShoppers, 39)
    nextAnswers(tooMany('10'))
    await ask(one.forShoppers)
    await sent(one.inBackground, 5)
    expect(await ask(one.forShoppers)).toBe('429 after 10')
  })
})

describe('the learned rate', () => {
  /** Forty calls, then a refusal: the instance has learned to make two a second. */
  async function learned(): Promise<Upstream> {
    const { ask, start, sent, nextAnswers, clock } = world()
    const one = await start()
    await sent(one.forShoppers, 39)
    nextAnswers(tooMany('1'))
    await ask(one.forShoppers)
    await clock.advance(minute)
    return one
  }

  test('does not delay a shopper', async () => {
    const { sent } = world()
    const one = await learned()
    expect(await sent(one.forShoppers, 500)).toBe(500)
  })

  test('holds background calls to half of the refused rate, and spreads their return', async () => {
    const { ask, sent, clock } = world()
    const one = await learned()
    // A quiet minute has raised 2 a second to 2.5. Ten seconds' worth may go at once.
    expect(await sent(one.inBackground, 40)).toBe(25)
    const held: string[] = []
    for (let i = 0; i < 6; i++) held.push(await ask(one.inBackground))
    expect(new Set(held).size).toBeGreaterThan(2)
    let later = 0
    for (let i = 0; i < 60; i++) {
      await clock.advance(1_000)
      later += await sent(one.inBackground, 10)
    }
    expect(later / 60).toBeGreaterThan(2)
    expect(later / 60).toBeLessThan(3.5)
  })

  test('makes background calls give way to shoppers, but not completely: a paid order must show as paid', async () => {
    const { sent, clock } = world()
    const one = await learned()
    let inBackground = 0
    for (let i = 0; i < 60; i++) {
      await clock.advance(1_000)
      await sent(one.forShoppers, 20)
      inBackground += await sent(one.inBackground, 10)
    }
    expect(inBackground / 60).toBeGreaterThan(1)
    expect(inBackground / 60).toBeLessThan(2)
  })

  test('leaves some background calls even at its lowest, while many shoppers send create requests', async () => {
    const { start, ask, sent, nextAnswers, clock } = world()
    const one = await start()
    nextAnswers(tooMany('1'))
    await ask(one.forShoppers)
    let inBackground = 0
    for (let i = 0; i < 60; i++) {
      await clock.advance(1_000)
      await sent(one.forShoppers, 20)
      inBackground += await sent(one.inBackground, 1)
    }
    expect(inBackground).toBeGreaterThan(5)
    expect(inBackground).toBeLessThan(15)
  })

  test('lets shoppers go first after a pause', async () => {
    const { ask, start, nextAnswers, clock } = world()
    const one = await start()
    nextAnswers(tooMany('10'))
    await ask(one.forShoppers)
    await clock.advance(11_000)
    expect([await ask(one.inBackground), await ask(one.forShoppers)]).toEqual(['429 after 1', '200'])
    await clock.advance(1_000)
    expect(await ask(one.inBackground)).toBe('200')
  })
})

describe('the measurement', () => {
  test('covers each call that was sent, without ids', async () => {
    const { start, nextAnswers, observed } = world()
    const one = await start()
    nextAnswers(new Response('{}'), new TypeError('fetch failed'), tooMany('30'))
    await one.forShoppers(payinUrl)
    await one.forShoppers(new URL(payinUrl), { method: 'POST' }).catch(() => undefined)
    await one.inBackground(new Request(`${payinUrl}?x=1`))
    expect(observed).toEqual([
      { operation: 'GET /payins/:id', status: 200, ms: 0 },
      { operation: 'POST /payins/:id', status: 'no_answer', ms: 0 },
      { operation: 'GET /payins/:id', status: 429, ms: 0 },
    ])
  })

  test('has the duration of the answer, and no calls that were not sent', async () => {
    const { start, nextAnswers, observed, clock } = world()
    const one = await start()
    let answer: (response: Response) => void = () => undefined
    nextAnswers(
      new Promise<Response>((resolve) => {
        answer = resolve
      }),
    )
    const slow = one.forShoppers(payinUrl)
    await clock.advance(250)
    answer(tooMany('30'))
    await slow
    await one.forShoppers(payinUrl)
    expect(observed).toEqual([{ operation: 'GET /payins/:id', status: 429, ms: 250 }])
  })
})
