// At most two payments of one order are open at once.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { useWorld } from './harness.ts'

const world = useWorld({ waits: true })
const by = (method: string) => ({ payment: { method } })
const openPayins = () =>
  [...world().service.payins.values()].filter(({ status }) => ['CREATED', 'INITIATED'].includes(status))
const type = 'urn:payin-checkout:two-payments-open'

async function twoChoices() {
  await world().pay('A-1001', randomUUID(), by('card'))
  await world().pay('A-1001', randomUUID(), by('crypto_transfer'))
}

describe('a third choice', () => {
  test('is refused where two are open, with the reason and what to do', async () => {
    await twoChoices()

    const response = await world().press('A-1001', randomUUID(), by('google_pay'))

    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ type, errors: [{ pointer: '/payment' }] })
    expect(openPayins()).toHaveLength(2)
  })

  test('reuses the payin whose hosted page lets the shopper choose anything', async () => {
    const first = await world().pay('A-1001')
    await world().pay('A-1001', randomUUID(), by('card'))

    expect(await world().pay('A-1001', randomUUID(), by('google_pay'))).toEqual(first)
    expect(openPayins()).toHaveLength(2)
  })

  test('is made once one of the two has ended, also when only the service knows', async () => {
    await twoChoices()
    const [first] = openPayins()
    if (first) first.status = 'EXPIRED'

    expect((await world().press('A-1001', randomUUID(), by('google_pay'))).status).toBe(201)
    expect(openPayins()).toHaveLength(2)
  })
})

test('one of the two choices can be taken again at any time', async () => {
  const first = await world().pay('A-1001', randomUUID(), by('card'))
  await world().pay('A-1001', randomUUID(), by('crypto_transfer'))
  expect(await world().pay('A-1001', randomUUID(), by('card'))).toEqual(first)
})

test('sixty presses that vary the choice and arrive together leave two payins', async () => {
  const methods = ['card', 'google_pay', 'apple_pay', 'crypto_transfer', 'service_wallet', 'bank_account']
  const presses = Array.from({ length: 60 }, (_, i) => {
    const method = methods[i % methods.length] ?? 'card'
    const payment = method === 'service_wallet' ? { method, email: `a${i}@shop.example` } : { method }
    return world().press('A-1001', randomUUID(), { payment })
  })
  const answers = await world().clock.settle(Promise.all(presses))

  expect(openPayins().length).toBeLessThanOrEqual(2)
  expect(answers.every(({ status }) => [201, 422, 429].includes(status))).toBe(true)
})

test('a third price waits, and says for how long', async () => {
  await world().pay('A-1001')
  for (const price of ['60.00', '70.00']) {
    await world().db.query(`update orders set amount_value = $1 where id = 'A-1001'`, [price])
    if (price === '60.00') await world().pay('A-1001')
  }
  const response = await world().press('A-1001')
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '60'])
  expect(await response.json()).toMatchObject({ type })
})
