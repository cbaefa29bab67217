// An order changes while three servers are asked for its page in every way. Once the change is committed, none of them gives out
// the page of what the order was.
import { randomUUID } from 'node:crypto'
import type { Session } from 'payin-checkout/server'
import { describe, expect, test } from 'vitest'
import type { World } from './harness.ts'
import { databaseUrl, type Instances, unlessSkipped, useInstances } from './instances-world.ts'

const order = 'A-1001'
const byCard = { payment: { method: 'card' } }

const update =
  (columns: string) =>
  ({ all: [{ db }] }: Instances) =>
    db.query(`update orders set ${columns} where id = $1`, [order])
const moveCard =
  (status: string) =>
  async ({ all: [, b], service }: Instances) => {
    const other = [...service.payins.values()].find(({ payment }) =>
      JSON.stringify(payment)?.includes('card'),
    )
    if (other) await b.move(other, status)
  }

/** What happens to the order, and whether it can be paid at another price then. */
const changes: Readonly<Record<string, (instances: Instances) => Promise<unknown>>> = {
  'its price has changed': update(`amount_value = '60.00'`),
  'its currency has changed': update(`amount_currency = 'USD'`),
  'it was paid at the till': update(`status = 'paid'`),
  'it was withdrawn': ({ all: [{ db }] }) => db.query('delete from orders where id = $1', [order]),
  'another payment of it is promised': moveCard('AUTHORIZED'),
  'another payment has paid it': moveCard('COMPLETED'),
}

/** All ways to an address, on one server. */
const ask = ({ app, read, createSession }: World, { id, key }: { id: string; key: string }) =>
  [
    read(id),
    app.request(`/checkout/sessions/${id}/link`, { method: 'POST' }),
    createSession(order, key),
    createSession(order, randomUUID()),
  ].map((response) => Promise.resolve(response))

async function addressIn(asked: Promise<Response>): Promise<string | null> {
  const response = await asked
  return response.ok ? ((await response.json()) as Session).redirect_url : null
}

describe.skipIf(!databaseUrl)(`three servers on one Postgres${unlessSkipped}`, () => {
  const three = useInstances()

  test.each(Object.entries(changes))('give out no earlier page of an order after %s', async (_, change) => {
    const { all, service } = three()
    const key = randomUUID()
    const { id } = await all[0].pay(order, key)
    await all[1].pay(order, randomUUID(), byCard)
    const earlier = [...service.payins.values()].map(({ redirect_url }) => redirect_url)

    const during = all.flatMap((world) => ask(world, { id, key }))
    await change(three())
    const after = all.flatMap((world) => ask(world, { id, key }))
    const statuses = (await Promise.all([...during, ...after])).map(({ status }) => status)
    expect(statuses.filter((status) => status >= 500)).toEqual([])

    const given = await Promise.all(after.map(addressIn))
    expect(given.filter((url) => url !== null && earlier.includes(url))).toEqual([])
    // What was made after the change is for what the order is now.
    const [row] = await all[0].db.query<{ value: string; currency: string }>(
      'select amount_value as value, amount_currency as currency from orders where id = $1',
      [order],
    )
    for (const { amount, redirect_url } of service.payins.values())
      if (given.includes(redirect_url)) expect(amount).toEqual(row)
  })
})
