// Before a new attempt the service is asked about every earlier attempt of the order. Otherwise a lost webhook lets a
// shopper pay twice.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createWorld, useWorld, type World } from './harness.ts'

const world = useWorld()
const minute = 60_000
const byCard = { payment: { method: 'card' } }
const byCrypto = { payment: { method: 'crypto_transfer' } }
const reads = ({ service }: World) => service.calls.filter(({ method }) => method === 'GET')
const payins = ({ service }: World) => [...service.payins.values()]

/** A first attempt that is still open in our database. */
async function firstAttempt() {
  const session = await world().pay('A-1001')
  return { session, payin: world().service.only() }
}

describe('a create request with another way to pay', () => {
  test('finds the first attempt complete although its webhook was lost, and makes no second payin', async () => {
    const { session, payin } = await firstAttempt()
    payin.status = 'COMPLETED'

    const response = await world().createSession('A-1001', randomUUID(), byCard)

    expect(response.status).toBe(409)
    expect(payins(world())).toHaveLength(1)
    expect(await world().order('A-1001')).toBe('paid')
    expect(await (await world().read(session.id)).json()).toMatchObject({ outcome: 'complete' })
  })

  test('gets the first session when that turns out to be authorized, and no address to pay at', async () => {
    const { session, payin } = await firstAttempt()
    payin.status = 'AUTHORIZED'

    const second = await world().pay('A-1001', randomUUID(), byCard)

    expect(second).toMatchObject({ id: session.id, outcome: 'authorized', redirect_url: null })
    expect(payins(world())).toHaveLength(1)
  })

  test('makes a second payin when the first is still open, after one read of it', async () => {
    await firstAttempt()

    const second = await world().pay('A-1001', randomUUID(), byCard)

    expect(second.redirect_url).not.toBeNull()
    expect([payins(world()).length, reads(world()).length]).toEqual([2, 1])
  })

  test.each(['FAILED', 'EXPIRED'])(
    'checks again an attempt that has %s here, and finds that it was authorized',
    async (end) => {
      const { session, payin } = await firstAttempt()
      await world().move(payin, end)
      payin.status = 'AUTHORIZED'

      const second = await world().pay('A-1001', randomUUID(), byCard)

      expect(second).toMatchObject({ id: session.id, outcome: 'authorized', redirect_url: null })
      expect([payins(world()).length, await world().alerts()]).toEqual([1, ['late_promise']])
    },
  )

  test('reads the list of the order once when it has several earlier attempts', async () => {
    const { payin } = await firstAttempt()
    await world().move(payin, 'FAILED')
    await world().pay('A-1001', randomUUID(), byCard)
    const second = payins(world())[1]
    if (second) await world().move(second, 'FAILED')
    world().service.calls.splice(0)

    await world().pay('A-1001', randomUUID(), byCrypto)

    expect(reads(world()).map(({ path }) => path)).toEqual(['/payins?page=1&page_size=100&reference=A-1001'])
  })

  test('costs no transaction for each earlier attempt that has ended and is listed as it is known', async () => {
    const { db, clock, service, logged } = world()
    let transactions = 0
    const counted: typeof db = {
      ...db,
      transaction(work) {
        transactions++
        return db.transaction(work)
      },
    }
    const shop = await createWorld(counted, { clock, service, logged })
    const failed = async (times: number) => {
      for (let time = 0; time < times; time++) {
        await shop.pay('A-1001')
        const payin = payins(shop).at(-1)
        if (payin) await shop.move(payin, 'FAILED')
      }
      const before = transactions
      await shop.pay('A-1001', randomUUID(), byCard)
      const payin = payins(shop).at(-1)
      const needed = transactions - before
      if (payin) await shop.move(payin, 'FAILED')
      return needed
    }

    const [few, many] = [await failed(2), await failed(6)]
    await shop.merchant.close()

    expect(many).toBe(few)
  })

  test('reads a payment by its id when the list shows no amount of it', async () => {
    await firstAttempt()
    await world().pay('A-1001', randomUUID(), byCard)
    const [first] = payins(world())
    if (!first) throw new Error('There is no payin.')
    first.status = 'AUTHORIZED'
    const content = payins(world()).map(({ amount: _, ...shown }) => shown)
    const list = 'https://pay.example/api/v2/payins?page=1&page_size=100&reference=A-1001'
    world().service.elsewhere.set(list, () =>
      Response.json({ content, page: 1, page_size: 100, has_more: false }),
    )

    expect((await world().pay('A-1001', randomUUID(), byCrypto)).outcome).toBe('authorized')
    await world().move(first, 'COMPLETED')

    expect([await world().order('A-1001'), await world().alerts()]).toEqual(['paid', []])
  })

  test('finds an authorized attempt in the list although the service writes its id in another letter case', async () => {
    const { session, payin } = await firstAttempt()
    await world().move(payin, 'FAILED')
    await world().pay('A-1001', randomUUID(), byCard)
    const second = payins(world())[1]
    if (second) await world().move(second, 'FAILED')
    Object.assign(payin, { status: 'AUTHORIZED', id: payin.id.toUpperCase() })

    const third = await world().pay('A-1001', randomUUID(), byCrypto)

    expect(third).toMatchObject({ id: session.id, outcome: 'authorized', redirect_url: null })
    expect([payins(world()).length, await world().alerts()]).toEqual([2, ['late_promise']])
  })

  test('gets 503 while the service cannot be asked, and makes nothing', async () => {
    await firstAttempt()
    world().service.nextRead(500)

    const response = await world().createSession('A-1001', randomUUID(), byCard)

    expect([response.status, response.headers.get('retry-after')]).toEqual([503, expect.any(String)])
    expect(payins(world())).toHaveLength(1)
  })

  test('skips an attempt that the service does not know', async () => {
    await firstAttempt()
    world().service.nextRead(404)

    expect((await world().createSession('A-1001', randomUUID(), byCard)).status).toBe(201)
  })
})

describe('a create request of another tab', () => {
  test('shares the only open session without a request to the service', async () => {
    const { session } = await firstAttempt()

    expect((await world().pay('A-1001')).id).toBe(session.id)

    expect(reads(world())).toEqual([])
  })

  test('checks the other open attempt before it gives out the shared one again', async () => {
    await firstAttempt()
    await world().pay('A-1001', randomUUID(), byCard)
    const [, second] = payins(world())
    if (second) second.status = 'AUTHORIZED'

    const shared = await world().pay('A-1001')

    expect(shared).toMatchObject({ outcome: 'authorized', redirect_url: null })
  })

  test('that repeats the key of an open attempt checks the other one, too', async () => {
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

describe('the checks after a payment has ended', () => {
  async function checksAfter(waits: readonly number[]): Promise<number[]> {
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
    'follow %s after one, ten and sixty minutes, and then stop',
    async (end) => {
      const { payin } = await firstAttempt()
      await world().move(payin, end)

      expect(await checksAfter([minute, 10 * minute, 60 * minute, 60 * minute, 600 * minute])).toEqual([
        1, 1, 1, 0, 0,
      ])
    },
  )

  test('find money that came late, without a webhook and without a create request', async () => {
    const { payin } = await firstAttempt()
    await world().move(payin, 'EXPIRED')
    payin.status = 'COMPLETED'

    await checksAfter([minute])

    expect([await world().order('A-1001'), await world().alerts()]).toEqual(['paid', ['late_complete']])
  })

  test('follow a payment that is open again at the service until it ends', async () => {
    const { payin } = await firstAttempt()
    await world().move(payin, 'EXPIRED')
    payin.status = 'INITIATED'
    await checksAfter([minute, 10 * minute, 60 * minute, 60 * minute, 60 * minute])
    payin.status = 'COMPLETED'

    await checksAfter([60 * minute])

    expect(await world().order('A-1001')).toBe('paid')
  })
})
