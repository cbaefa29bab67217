// The answers of the shop's functions are checked: not every shop uses TypeScript, and a missing value must not become
// a wrong payment.
import { expect, test } from 'vitest'
import type { Asked, Orders, Payment } from '../../../src/merchant/orders.ts'
import { shopOrders } from '../../../src/merchant/shop-orders.ts'
import type { Transaction } from '../../../src/merchant/store/db.ts'
import { createFakeClock } from '../server/fake-clock.ts'

const asked: Asked = { context: {}, headers: new Headers(), kind: 'payin', address: null }
const payment: Payment = {
  order: 'A-1',
  session: 's',
  amount: { value: '1', currency: 'EUR' },
  at: new Date(0),
}
const own = { insert: () => undefined }
const tx: Transaction = {
  query: async () => [],
  run: async () => undefined,
  notify: () => undefined,
  own,
}

const quote = {
  reference: 'A-1',
  amount: { value: '49.90', currency: 'EUR' },
  payer: { email: 'ada@shop.example', first_name: 'Ada', last_name: 'L' },
}

/** A shop without types. */
const shop = (given: object, clock = createFakeClock()) =>
  shopOrders(
    {
      quote: async () => quote,
      lock: async () => 'unpaid',
      markPaid: async () => 'paid',
      fulfil: async () => undefined,
      ...given,
    } as Orders<unknown>,
    clock,
  )

test('a valid quote is passed on unchanged', async () => {
  expect(await shop({}).quote('A-1', asked)).toEqual({ ...quote, placedAt: null })
  const more = { ...quote, placedAt: new Date(5), legacy: { clientId: 'c' } }
  expect(await shop({ quote: async () => more }).quote('A-1', asked)).toEqual(more)
})

test.each([null, undefined])('an order for which the shop returns %s does not exist', async (none) => {
  expect(await shop({ quote: async () => none }).quote('A-1', asked)).toBe(null)
})

test.each(['2026-11-20T12:00:00.000Z', '2026-11-20 12:00:00+00', Date.UTC(2026, 10, 20, 12)])(
  'the time %s from a database client is understood',
  async (placedAt) => {
    const read = await shop({ quote: async () => ({ ...quote, placedAt }) }).quote('A-1', asked)
    expect(read?.placedAt).toEqual(new Date('2026-11-20T12:00:00Z'))
  },
)

test.each([
  ['a number as the amount', { amount: { value: 49.9, currency: 'EUR' } }, /amount\.value must be a text/],
  [
    'a decimal comma',
    { amount: { value: '49,90', currency: 'EUR' } },
    /amount\.value must be a decimal text/,
  ],
  ['a sign', { amount: { value: '-1', currency: 'EUR' } }, /amount\.value must be a decimal text/],
  ['no currency', { amount: { value: '1' } }, /amount\.currency must be a text/],
  ['no amount', { amount: undefined }, /amount must be \{ value, currency \}/],
  ['no reference', { reference: undefined }, /reference must be a text/],
  ['a long reference', { reference: 'r'.repeat(37) }, /reference has more than 36 characters/],
  ['no payer', { payer: undefined }, /payer must be/],
  ['a payer without an address', { payer: {} }, /payer\.email must be a text/],
  ['a number as its id', { order: 7 }, /order must be a text/],
  ['a long id', { order: 'o'.repeat(37) }, /order has more than 36 characters/],
  ['a control character in its id', { order: 'A\n1' }, /order has control characters/],
  ['an invalid time', { placedAt: 'yesterday' }, /placedAt must be a time/],
])('a quote with %s is refused with the name of the field', async (_, wrong, message) => {
  const quoted = shop({ quote: async () => ({ ...quote, ...wrong }) }).quote('A-1', asked)
  await expect(quoted).rejects.toThrow(message)
  await expect(quoted).rejects.toThrow(/^The shop's function quote /)
})

test('every mistake of a quote is reported, without its values', async () => {
  const wrong = { reference: '', amount: { value: 'secret', currency: '' }, payer: { email: 4 } }
  const error = await shop({ quote: async () => wrong })
    .quote('A-1', asked)
    .catch((reason: Error) => reason)
  expect(String(error)).toMatch(
    /reference is empty; amount\.value .*; amount\.currency is empty; payer\.email/,
  )
  expect(String(error)).not.toContain('secret')
})

test.each([[undefined], [null], [true], ['done'], [1]])(
  '%j is refused as an answer of lock or markPaid',
  async (answer) => {
    await expect(shop({ lock: async () => answer }).lock(tx, 'A-1')).rejects.toThrow(
      /^The shop's function lock must return one of unpaid, paid, unknown; it has returned /,
    )
    await expect(shop({ markPaid: async () => answer }).markPaid(tx, payment)).rejects.toThrow(
      /^The shop's function markPaid must return one of paid, paid_by_another, other_amount, unknown_order; /,
    )
  },
)

test('each function gets the shop’s own transaction, and its own `this`', async () => {
  const seen: unknown[] = []
  class Shop implements Orders<typeof own> {
    readonly name = 'shop'
    quote = async () => quote
    async lock(given: typeof own) {
      seen.push(given, this.name)
      return 'unpaid' as const
    }
    async markPaid(given: typeof own) {
      seen.push(given, this.name)
      return 'paid' as const
    }
    async restore(given: typeof own) {
      seen.push(given, this.name)
    }
    async fulfil() {
      seen.push(this.name)
    }
    async shopperEmail() {
      return `ada@${this.name}.example`
    }
    async mayPay() {
      return this.name === 'shop'
    }
  }
  const orders = shopOrders(new Shop(), createFakeClock())
  await orders.lock(tx, 'A-1')
  await orders.markPaid(tx, payment)
  await orders.restore?.(tx, 'A-1', payment.amount, payment.at)
  await orders.fulfil({ id: 'i', kind: 'order_paid', subject: 'A-1', amount: payment.amount })
  expect(seen).toEqual([own, 'shop', own, 'shop', own, 'shop', 'shop'])
  expect(await orders.shopperEmail?.(new Headers())).toBe('ada@shop.example')
  expect(await orders.mayPay?.(quote, new Headers())).toBe(true)
})

test.each<[string, (orders: ReturnType<typeof shop>) => unknown]>([
  ['quote', (orders) => orders.quote('A-1', asked)],
  ['lock', (orders) => orders.lock(tx, 'A-1')],
  ['markPaid', (orders) => orders.markPaid(tx, payment)],
  ['restore', (orders) => orders.restore?.(tx, 'A-1', payment.amount, payment.at)],
  ['shopperEmail', (orders) => orders.shopperEmail?.(new Headers())],
  ['mayPay', (orders) => orders.mayPay?.(quote, new Headers())],
])('%s that never ends fails after eight seconds, with its name', async (name, call) => {
  const clock = createFakeClock()
  const called = call(shop({ [name]: () => new Promise(() => undefined) }, clock))
  let isOver = false
  const failed = expect(called).rejects.toThrow(`The shop's function ${name} has not ended within 8 seconds.`)
  failed.finally(() => {
    isOver = true
  })

  await clock.advance(7_999)
  expect(isOver).toBe(false)
  await clock.advance(1)

  await failed
  expect(clock.sleepers).toEqual([])
})
