// Several create requests of one shopper behind a load balancer: one payin, and every answer is the same session.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { World } from './harness.ts'
import { createGate, databaseUrl, unlessSkipped, useInstances } from './instances-world.ts'

describe.skipIf(!databaseUrl)(
  `a create request, with three instances on one Postgres${unlessSkipped}`,
  () => {
    const three = useInstances()

    test('with the same key on all three at once makes one session and one payin', async () => {
      const { all, service } = three()
      const key = randomUUID()

      const [one, two, other] = await Promise.all(all.map(({ pay }) => pay('A-1001', key)))

      expect([two, other]).toEqual([one, one])
      expect(service.payins.size).toBe(1)
      expect(new Set(service.creates().map(({ key, body }) => key + String(body))).size).toBe(1)
    })

    test('in three tabs, on three instances at once, makes one payin', async () => {
      const { all, service } = three()

      const [one, two, other] = await Promise.all(all.map(({ pay }) => pay('A-1001')))

      expect([two, other]).toEqual([one, one])
      expect(service.payins.size).toBe(1)
    })

    test('while the service still works on the request of another instance gets the same session', async () => {
      const { service, join } = three()
      const busy = refusingInFlight(service.fetch)
      // Each retries after a time of its own, so that the clock can tell them apart.
      const at = (name: string, floorMs: number) =>
        join(name, { options: { fetch: busy.fetch, retry: { floorMs } } })
      const [first, second, third] = [await at('first', 500), await at('second', 600), await at('third', 700)]

      const created = first.pay('A-1001')
      await busy.reached
      const others = [second.pay('A-1001'), third.pay('A-1001')]
      await second.clock.untilSleeping(600)
      await third.clock.untilSleeping(700)
      busy.answer()
      const session = await created
      await third.clock.advance(700)

      expect(await Promise.all(others)).toEqual([session, session])
      expect(service.payins.size).toBe(1)
    })

    test.each([
      ['has made one', async () => undefined],
      ['has failed', async () => three().service.nextRead(500)],
    ])('for a payout is refused when one for another amount %s meanwhile', async (_, happens) => {
      const { all, service } = three()
      const list = createGate()
      const issue = (world: World, value: string) =>
        world.merchant.payouts.create(randomUUID(), {
          reference: 'refund-1',
          amount: { value, currency: 'EUR' },
        })
      service.gates.push(list.opened)
      const first = issue(all[0], '1.00')
      await expect.poll(() => service.calls.length).toBe(1)
      await happens()
      const [second] = await Promise.allSettled([issue(all[1], '2.00')])

      list.open()

      await expect(first).rejects.toMatchObject({ name: 'ReferenceOfAnotherAmount' })
      const made = second.status === 'fulfilled' ? ['2.00'] : []
      expect([...service.payins.values()].map(({ amount }) => amount.value)).toEqual(made)
    })

    test('for another way to pay on another instance makes another attempt', async () => {
      const { all, service } = three()
      const [a, b] = all

      const sessions = await Promise.all([
        a.pay('A-1001'),
        b.pay('A-1001', randomUUID(), { payment: { method: 'card' } }),
      ])

      expect(new Set(sessions.map(({ id }) => id)).size).toBe(2)
      expect(new Set(service.creates().map(({ key }) => key)).size).toBe(2)
    })
  },
)

/** A service that answers 409 while the first request with a key is in flight (payments-v2, Idempotency 5). */
function refusingInFlight(fetch: typeof globalThis.fetch) {
  const [reached, answered] = [createGate(), createGate()]
  const inFlight = new Set<string>()
  const refusing: typeof fetch = async (url, init) => {
    const key = new Headers(init?.headers).get('idempotency-key')
    if (key === null) return fetch(url, init)
    if (inFlight.has(key)) return Response.json({ detail: 'in flight' }, { status: 409 })
    inFlight.add(key)
    reached.open()
    await answered.opened
    inFlight.delete(key)
    return fetch(url, init)
  }
  return { fetch: refusing, reached: reached.opened, answer: answered.open }
}
