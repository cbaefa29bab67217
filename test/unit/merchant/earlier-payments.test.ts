// A new attempt of an order first asks the service about every earlier one: a webhook may be lost, and both get paid.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { useWorld, type World } from './harness.ts'

const world = useWorld()
const minute = 60_000
const byCard = { payment: { method: 'card' } }
const byCrypto = { payment: { method: 'crypto_transfer' } }
const reads = ({ service }: World) => service.calls.filter(({ method }) => method === 'GET')
const payins = ({ service }: World) => [...service.payins.values()]

/** A first attempt that is open here. */
async function firstAttempt() {
  const session = await world().pay('A-1001')
  return { session, payin: world().service.only() }
}

describe('a press with another way to pay', () => {
  test('finds out that the first attempt is complete although its webhook is lost, and makes no second payin', async () => {
    const { session, payin } = await firstAttempt()
    payin.status = 'COMPLETED'

    const response = await world().press('A-1001', randomUUID(), byCard)

    expect(response.status).toBe(409)
    expect(payins(world())).toHaveLength(1)
    expect(await world().order('A-1001')).toBe('paid')
    expect(await (await world().read(session.id)).json()).toMatchObject({ outcome: 'complete' })
  })

  test('gets the first session when that turns out to be promised, and no address to pay at', async () => {
    const { session, payin } = await firstAttempt()
    payin.status = 'AUTHORIZED'

    const second = await world().pay('A-1001', randomUUID(), byCard)

    expect(second).toMatchObject({ id: session.id, outcome: 'authorized', redirect_url: null })
    expect(payins(world())).toHaveLength(1)
  })

  test('makes a second payin when the first is still open, after one question about it', async () => {
    await firstAttempt()

    const second = await world().pay('A-1001', randomUUID(), byCard)

    expect(second.redirect_url).not.toBeNull()
    expect([payins(world()).length, reads(world()).length]).toEqual([2, 1])
  })

  test.each(['FAILED', 'EXPIRED'])(
    'asks again about an attempt that has %s here, and finds its promise',
    async (end) => {
      const { session, payin } = await firstAttempt()
      await world().move(payin, end)
      payin.status = 'AUTHORIZED'

      const second = await world().pay('A-1001', randomUUID(), byCard)

      expect(second).toMatchObject({ id: session.id, outcome: 'authorized', redirect_url: null })
      expect([payins(world()).length, await world().alerts()]).toEqual([1, ['late_promise']])
    },
  )

  test('reads the list of the order once where it has several earlier attempts', async () => {
    const { payin } = await firstAttempt()
    await world().move(payin, 'FAILED')
    await world().pay('A-1001', randomUUID(), byCard)
    const second = payins(world())[1]
    if (second) await world().move(second, 'FAILED')
    world().service.calls.splice(0)

    await world().pay('A-1001', randomUUID(), byCrypto)

    expect(reads(world()).map(({ path }) => path)).toEqual(['/payins?page=1&page_size=100&reference=A-1001'])
  })

  test('is answered 503 while the service cannot be asked, and makes nothing', async () => {
    await firstAttempt()
    world().service.nextRead(500)

    const response = await world().press('A-1001', randomUUID(), byCard)

    expect([response.status, response.headers.get('retry-after')]).toEqual([503, expect.any(String)])
    expect(payins(world())).toHaveLength(1)
  })

  test('goes on past an attempt that the service does not know', async () => {
    await firstAttempt()
    world().service.nextRead(404)

    expect((await world().press('A-1001', randomUUID(), byCard)).status).toBe(201)
  })
})

describe('a press in another tab', () => {
  test('shares the open session without asking anything where it is the only one', async () => {
    const { session } = await firstAttempt()

    expect((await world().pay('A-1001')).id).toBe(session.id)

    expect(reads(world())).toEqual([])
  })

  test('asks about the other open attempt before it gives the shared one out again', async () => {
    await firstAttempt()
    await world().pay('A-1001', randomUUID(), byCard)
    const [, second] = payins(world())
    if (second) second.status = 'AUTHORIZED'

    const shared = await world().pay('A-1001')

    expect(shared).toMatchObject({ outcome: 'authorized', redirect_url: null })
  })

  test('that repeats the key of an open attempt asks about the other one, too', async () => {
    const key = randomUUID()
    const first = await world().pay('A-1001', key)
    await world().pay('A-1001', randomUUID(), byCard)
    const [, second] = payins(world())
    if (second) second.status = 'AUTHORIZED'

    expect(await world().pay('A-1001', key)).toMatchObject({
      id: first.id,
      outcome: 'open',
      order_outcome: 'authorized',
      redirect_url: null,
    })
  })
})

describe('the tail of questions after an end', () => {
  async function questionsAfter(waits: readonly number[]): Promise<number[]> {
    const counts: number[] = []
    for (const wait of waits) {
      world().service.calls.splice(0)
      await world().clock.advance(wait)
      await world().merchant.sweep.runOnce()
      counts.push(reads(world()).length)
    }
    return counts
  }

  test.each(['FAILED', 'EXPIRED'])(
    'of %s is asked after one, ten and sixty minutes, and then no more',
    async (end) => {
      const { payin } = await firstAttempt()
      await world().move(payin, end)

      expect(await questionsAfter([minute, 10 * minute, 60 * minute, 60 * minute, 600 * minute])).toEqual([
        1, 1, 1, 0, 0,
      ])
    },
  )

  test('finds money that came late, without any webhook and without a press', async () => {
    const { payin } = await firstAttempt()
    await world().move(payin, 'EXPIRED')
    payin.status = 'COMPLETED'

    await questionsAfter([minute])

    expect([await world().order('A-1001'), await world().alerts()]).toEqual(['paid', ['late_complete']])
  })

  test('follows a payment that is open again at the service until it ends', async () => {
    const { payin } = await firstAttempt()
    await world().move(payin, 'EXPIRED')
    payin.status = 'INITIATED'
    await questionsAfter([minute, 10 * minute, 60 * minute, 60 * minute, 60 * minute])
    payin.status = 'COMPLETED'

    await questionsAfter([60 * minute])

    expect(await world().order('A-1001')).toBe('paid')
  })
})
