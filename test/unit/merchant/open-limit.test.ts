// At most two payments of one order are open at once.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { useWorld } from './harness.ts'

const world = useWorld({ waits: true })
const by = (method: string) => ({ payment: { method } })
const openPayins = () =>
  [...world().service.payins.values()].filter(({ status }) => ['CREATED', 'INITIATED'].includes(status))
const type = 'urn:payin-checkout:two-payments-open'

async function openTwoPayments() {
  await world().pay('A-1001', randomUUID(), by('card'))
  await world().pay('A-1001', randomUUID(), by('crypto_transfer'))
}

describe('a third choice', () => {
  test('is refused while two payments are open, with the reason and what to do', async () => {
    await openTwoPayments()

    const response = await world().createSession('A-1001', randomUUID(), by('google_pay'))

    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ type, errors: [{ pointer: '/payment' }] })
    expect(openPayins()).toHaveLength(2)
  })

  test('reuses the payin whose hosted page offers every way to pay', async () => {
    const first = await world().pay('A-1001')
    await world().pay('A-1001', randomUUID(), by('card'))

    expect(await world().pay('A-1001', randomUUID(), by('google_pay'))).toEqual(first)
    expect(openPayins()).toHaveLength(2)
  })

  test('is made once one of the two has ended, even if only the service knows', async () => {
    await openTwoPayments()
    const [first] = openPayins()
    if (first) first.status = 'EXPIRED'

    expect((await world().createSession('A-1001', randomUUID(), by('google_pay'))).status).toBe(201)
    expect(openPayins()).toHaveLength(2)
  })
})

test('a shopper can return to one of the two choices at any time', async () => {
  const first = await world().pay('A-1001', randomUUID(), by('card'))
  await world().pay('A-1001', randomUUID(), by('crypto_transfer'))
  expect(await world().pay('A-1001', randomUUID(), by('card'))).toEqual(first)
})

test('sixty simultaneous create requests with different choices leave at most two payins', async () => {
  const methods = ['card', 'google_pay', 'apple_pay', 'crypto_transfer', 'service_wallet', 'bank_account']
  const creates = Array.from({ length: 60 }, (_, i) => {
    const method = methods[i % methods.length] ?? 'card'
    const payment = method === 'service_wallet' ? { method, email: `a${i}@shop.example` } : { method }
    return world().createSession('A-1001', randomUUID(), { payment })
  })
  const answers = await world().clock.settle(Promise.all(creates))

  expect(openPayins().length).toBeLessThanOrEqual(2)
  expect(answers.every(({ status }) => [201, 422, 429].includes(status))).toBe(true)
})

test('a payment at a third price gets 429 with Retry-After', async () => {
  await world().pay('A-1001')
  for (const price of ['60.00', '70.00']) {
    await world().db.query(`update orders set amount_value = $1 where id = 'A-1001'`, [price])
    if (price === '60.00') await world().pay('A-1001')
  }
  const response = await world().createSession('A-1001')
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '60'])
  expect(await response.json()).toMatchObject({ type })
})
