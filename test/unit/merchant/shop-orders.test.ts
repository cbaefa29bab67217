// The answers of the shop's functions are checked: not every shop uses TypeScript, and a missing value must not become
// a wrong payment.
import { expect, onTestFinished, test, vi } from 'vitest'
import { errorFields, type Log } from '../../../src/merchant/log.ts'
import type { Asked, Orders, PaidEvent, Payment } from '../../../src/merchant/orders.ts'
import { NoId, shopOrders } from '../../../src/merchant/shop-orders.ts'
import type { Transaction } from '../../../src/merchant/store/db.ts'
import { createFakeClock } from '../server/fake-clock.ts'

const asked: Asked = { context: {}, headers: new Headers(), kind: 'payin', address: null, shopper: null }
/** What is asked of a shop that says who is signed in. */
const askedOf = (orders: ReturnType<typeof shop>): Asked => ({
  ...asked,
  shopper: orders.shopperOf(asked.headers, null),
})
const payment: Payment = {
  id: 's',
  kind: 'payin',
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

const order = {
  id: 'A-1',
  amount: { value: '49.90', currency: 'EUR' },
  payer: { email: 'ada@shop.example', first_name: 'Ada', last_name: 'L' },
  paidBy: null,
}
const entry = { ...order, ownId: 'A-1', placedAt: null, reference: 'A-1', legacy: null }

const event: PaidEvent = { id: 'i', kind: 'order_paid', subject: 'A-1', amount: payment.amount }

/** A shop without types. */
const shop = (given: object, clock = createFakeClock(), log: Log = () => undefined) =>
  shopOrders(
    {
      find: async () => order,
      setPaid: async () => undefined,
      fulfil: async () => undefined,
      ...given,
    } as Orders<unknown>,
    clock,
    log,
  )
const finds = (found: unknown) => shop({ find: async () => found }).find(tx, 'A-1', asked)

test('an order gets its id as its reference, unless it has one', async () => {
  expect(await finds(order)).toEqual(entry)
  const more = { reference: 'R-1', placedAt: new Date('2026-11-20'), legacy: { clientId: 'c' } }
  expect(await finds({ ...order, ...more })).toEqual({ ...entry, ...more })
})

test.each([null, undefined])('an order for which the shop returns %s does not exist', async (none) => {
  expect(await finds(none)).toBe(null)
})

test.each([7, 7n, '7'])(
  'an id is a number or a text, and setPaid gets it as the shop wrote it',
  async (id) => {
    const paid: unknown[] = []
    const orders = shop({
      find: async () => ({ ...order, id }),
      setPaid: async (_tx: unknown, given: unknown) => void paid.push(given),
    })
    const found = await orders.find(tx, '7', asked)
    expect(found).toMatchObject({ id: '7', reference: '7' })
    if (found) await orders.setPaid(tx, found, payment)
    expect(paid).toEqual([id])
  },
)

test('what cannot be an id of the shop’s column is told apart from other errors of the database', async () => {
  const refused = Object.assign(new Error('invalid input syntax for type integer: "abc"'), { code: '22P02' })
  const fails = (error: Error) => shop({ find: () => Promise.reject(error) }).find(tx, 'abc')
  await expect(fails(refused)).rejects.toThrow(NoId)
  const missing = Object.assign(new Error('column "total" does not exist'), { code: '42703' })
  await expect(fails(missing)).rejects.toBe(missing)
})

test('an id that the shop’s column cannot hold is logged with the reason, so that another fault of this class is seen', async () => {
  const refused = Object.assign(new Error('division by zero'), { code: '22012' })
  const logged: unknown[] = []
  const log: Log = (event, fields) => void logged.push([event, fields])
  await shop({ find: () => Promise.reject(refused) }, createFakeClock(), log)
    .find(tx, 'abc')
    .catch(() => undefined)
  expect(logged).toEqual([
    [
      'order_id_refused',
      expect.objectContaining({ message: 'Error: division by zero', shop_function: 'find' }),
    ],
  ])
})

test.each(['P2023', 'P2033', 'P2020'])(
  'Prisma’s %s says that the column cannot hold the id',
  async (code) => {
    const refused = Object.assign(new Error('Inconsistent column data'), { code })
    await expect(shop({ find: () => Promise.reject(refused) }).find(tx, 'abc')).rejects.toThrow(NoId)
  },
)

test.each<[string, (orders: ReturnType<typeof shop>) => unknown]>([
  ['find', (orders) => orders.find(tx, 'A-1')],
  ['setPaid', (orders) => orders.setPaid(tx, entry, payment)],
  ['fulfil', (orders) => orders.fulfil(event)],
  ['shopper', (orders) => orders.shopperOf(new Headers(), null)?.()],
  ['mayPay', (orders) => orders.mayPay(entry, askedOf(orders), entry.id)],
])(
  'what %s throws is an Error with the function’s name, also when it throws something else',
  async (name, called) => {
    for (const thrown of ['no stock', undefined, { status: 500 }, new Response(null, { status: 409 })]) {
      const failing = () => Promise.reject(thrown)
      const failed = await Promise.resolve(called(shop({ [name]: failing }))).catch((error: unknown) => error)
      expect(failed).toBeInstanceOf(Error)
      expect(errorFields(failed)).toMatchObject({ shop_function: name })
      expect((failed as Error).cause).toBe(thrown)
    }
  },
)

test('an error of the shop’s function is logged with the function’s name', async () => {
  const error = new Error('column "paid_by" does not exist')
  const failed = shop({ setPaid: () => Promise.reject(error) }).setPaid(tx, entry, payment)
  await expect(failed).rejects.toBe(error)
  expect(errorFields(error)).toMatchObject({ shop_function: 'setPaid' })
})

test.each(['2026-11-20T12:00:00.000Z', '2026-11-20 12:00:00+00', Date.UTC(2026, 10, 20, 12)])(
  'the time %s from a database client is understood',
  async (placedAt) => {
    expect((await finds({ ...order, placedAt }))?.placedAt).toEqual(new Date('2026-11-20T12:00:00Z'))
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
  [
    'a control character in its currency',
    { amount: { value: '1', currency: 'E\0' } },
    /currency has control/,
  ],
  ['no amount', { amount: undefined }, /amount must be \{ value, currency \}/],
  ['an empty reference', { reference: '' }, /reference is empty/],
  ['a long reference', { reference: 'r'.repeat(37) }, /reference has more than 36 characters/],
  ['a payer without an address', { payer: {} }, /payer\.email must be a text/],
  ['no id', { id: undefined }, /id must be a text/],
  ['half a number as its id', { id: 7.5 }, /id must be a text/],
  ['a number as its id that is not exact', { id: 1e21 }, /id must be a text/],
  ['a long id', { id: 'o'.repeat(37) }, /id must be a text of 1 to 36 characters/],
  ['a control character in its id', { id: 'A\n1' }, /id must be a text .* without control characters/],
  [
    'a currency in small letters',
    { amount: { value: '1', currency: 'eur' } },
    /currency must be in capitals/,
  ],
  ['a currency of a column that pads', { amount: { value: '1', currency: 'EUR ' } }, /without blanks/],
  ['an invalid time', { placedAt: 'yesterday' }, /placedAt must be a time/],
  ['true as its time', { placedAt: true }, /placedAt must be a time since 2000/],
  ['seconds as its time', { placedAt: 1_795_176_000 }, /milliseconds/],
  ['a time of no place', { placedAt: '2026-11-20 12:00:00' }, /placedAt must be a time .* with its offset/],
  ['a time that says never', { placedAt: new Date(8.64e15) }, /placedAt must be a time/],
  ['no paidBy, as in a row whose column was forgotten', { paidBy: undefined }, /paidBy must be the id/],
  ['true as paidBy', { paidBy: true }, /paidBy must be the id/],
  ['an empty paidBy, as in a column that is never null', { paidBy: '' }, /paidBy must be the id/],
  ['blanks as paidBy', { paidBy: ' ' }, /paidBy must be the id/],
])('an order with %s is refused with the name of the field', async (_, wrong, message) => {
  const found = finds({ ...order, ...wrong })
  await expect(found).rejects.toThrow(message)
  await expect(found).rejects.toThrow(/^The shop's function find /)
})

test('every mistake of an order is reported, without its values', async () => {
  const wrong = { ...order, reference: '', amount: { value: 'secret', currency: '' }, payer: { email: 4 } }
  const error = await finds(wrong).catch((reason: Error) => reason)
  expect(String(error)).toMatch(
    /amount\.value .*; amount\.currency is empty; payer\.email .*; reference is empty/,
  )
  expect(String(error)).not.toContain('secret')
})

test('a list is no order', async () => {
  await expect(finds([order])).rejects.toThrow(/has returned something else than an order/)
})

test.each([[{ allowed: false }], ['no'], [new Response(null, { status: 403 })], [1], [[]]])(
  '%o is no permission, and the error names the function',
  async (answer) => {
    const asks = shop({ mayPay: async () => answer }).mayPay?.(entry, asked, entry.id)
    await expect(asks).rejects.toThrow(/^The shop's function mayPay must return true or false; /)
  },
)

test.each([false, null, undefined])('mayPay refuses with %s', async (answer) => {
  expect(await shop({ mayPay: async () => answer }).mayPay?.(entry, asked, entry.id)).toBe(false)
})

test.each([
  [false],
  [true],
  [0],
  [1],
  ['paid'],
  [{ rowCount: 0 }],
  [[]],
  [new Response(null, { status: 500 })],
])('%o from setPaid or fulfil is no answer: it says neither that it is done nor why not', async (answer) => {
  const orders = shop({ setPaid: async () => answer, fulfil: async () => answer })
  await expect(orders.setPaid(tx, entry, payment)).rejects.toThrow(
    /^The shop's function setPaid must return nothing when it is done, and throw when it has failed; it has returned /,
  )
  const failed = await orders.fulfil(event).catch((error: unknown) => error)
  expect(String(failed)).toMatch(/The shop's function fulfil must return nothing/)
  expect(errorFields(failed)).toMatchObject({ shop_function: 'fulfil' })
})

test('setPaid gets a payment of its own: what it changes in it reaches neither the event nor the session', async () => {
  const given = structuredClone(payment)
  const orders = shop({
    async setPaid(_tx: unknown, _id: unknown, own: { amount: { value: string }; at: Date }) {
      own.amount.value = own.amount.value.replace('.', '')
      own.at.setFullYear(1999)
    },
  })
  await orders.setPaid(tx, entry, given)
  expect(given).toEqual(payment)
})

test('setPaid gets a time of the Date of this program, also where a test has replaced it', async () => {
  class FakeDate extends Date {}
  vi.stubGlobal('Date', FakeDate)
  onTestFinished(() => void vi.unstubAllGlobals())
  const times: unknown[] = []
  const orders = shop({
    setPaid: async (_tx: unknown, _id: unknown, { at }: { at: Date }) => void times.push(at),
  })
  await orders.setPaid(tx, entry, { ...payment, at: new Date(payment.at) })
  expect(times[0]).toBeInstanceOf(FakeDate)
  expect(times).toEqual([payment.at])
})

test.each([undefined, null])('setPaid and fulfil are done when they return %s', async (answer) => {
  const orders = shop({ setPaid: async () => answer, fulfil: () => answer })
  await expect(orders.setPaid(tx, entry, payment)).resolves.toBeUndefined()
  await expect(orders.fulfil(event)).resolves.toBeUndefined()
})

test('an order is read once: what was checked is what counts', async () => {
  let reads = 0
  const row = {
    ...order,
    get amount() {
      reads++
      return reads === 1 ? order.amount : { value: '0.01', currency: 'EUR' }
    },
  }
  expect(await finds(row)).toEqual(entry)
})

test('a payer’s details may come from an object of a class, and an empty column is no detail', async () => {
  class Customer {
    readonly #email = ' ada@shop.example '
    get email() {
      return this.#email
    }
    get phone() {
      return null
    }
    get country() {
      return 'DE'
    }
  }
  const found = await finds({ ...order, payer: new Customer() })
  expect(found?.payer).toEqual({ email: 'ada@shop.example', country: 'DE' })
})

test('who may pay by default is decided by the shop’s own shopper, with its `this` and its name', async () => {
  class Shop {
    readonly name = 'shop'
    async shopper() {
      return `Ada@${this.name}.example`
    }
  }
  const { shopper } = new Shop()
  const orders = shop({ name: 'shop', shopper })
  expect(await orders.mayPay(entry, askedOf(orders), entry.id)).toBe(true)
  const failing = shop({ shopper: () => Promise.reject(new Error('no database')) })
  const failed = await failing.mayPay(entry, askedOf(failing), entry.id).catch((error: unknown) => error)
  expect(errorFields(failed)).toMatchObject({ shop_function: 'shopper' })
})

test.each([
  [' ada@shop.example ', 'ada@shop.example'],
  ['  ', null],
  [undefined, null],
])('the shopper %j is %j', async (answer, shopper) => {
  expect(await shop({ shopper: async () => answer }).shopperOf(new Headers(), null)?.()).toBe(shopper)
})

test.each([
  [{ email: 'ada@shop.example' }],
  [7],
  ['ada\n@shop.example'],
  ['42'],
  ['ada @shop.example'],
  ['@'],
  [true],
])('%o is no shopper, and the error names the function', async (answer) => {
  const asks = shop({ shopper: async () => answer }).shopperOf(new Headers(), null)?.()
  await expect(asks).rejects.toThrow(/^The shop's function shopper must return an e-mail address or null; /)
})

test('each function gets the shop’s own transaction, and its own `this`', async () => {
  const seen: unknown[] = []
  class Shop implements Orders<typeof own> {
    readonly name = 'shop'
    async find(given: typeof own) {
      seen.push(given, this.name)
      return order
    }
    async setPaid(given: typeof own) {
      seen.push(given, this.name)
    }
    async fulfil() {
      seen.push(this.name)
    }
    async shopper() {
      return `ada@${this.name}.example`
    }
    async mayPay() {
      return this.name === 'shop'
    }
  }
  const orders = shopOrders(new Shop(), createFakeClock())
  await orders.find(tx, 'A-1')
  await orders.setPaid(tx, entry, payment)
  await orders.fulfil({ id: 'i', kind: 'order_paid', subject: 'A-1', amount: payment.amount })
  expect(seen).toEqual([own, 'shop', own, 'shop', 'shop'])
  expect(await orders.shopperOf(new Headers(), null)?.()).toBe('ada@shop.example')
  expect(await orders.mayPay(entry, askedOf(orders), entry.id)).toBe(true)
})

test.each<[string, (orders: ReturnType<typeof shop>) => unknown]>([
  ['find', (orders) => orders.find(tx, 'A-1', asked)],
  ['setPaid', (orders) => orders.setPaid(tx, entry, payment)],
  ['shopper', (orders) => orders.shopperOf(new Headers(), null)?.()],
  ['mayPay', (orders) => orders.mayPay(entry, askedOf(orders), entry.id)],
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

test('a function counts as failing from its error until it works again', async () => {
  let isBroken = true
  const fail = async () => {
    if (isBroken) throw new Error('no such column')
  }
  const orders = shop({ setPaid: fail, fulfil: fail })
  expect(orders.failing()).toEqual([])
  await orders.setPaid(tx, entry, payment).catch(() => undefined)
  await orders.fulfil(event).catch(() => undefined)
  expect(orders.failing()).toEqual(['fulfil', 'setPaid'])
  isBroken = false
  await orders.setPaid(tx, entry, payment)
  expect(orders.failing()).toEqual(['fulfil'])
  await orders.fulfil(event)
  expect(orders.failing()).toEqual([])
})

test.each(['22P02', '57P01', '55P03'])(
  'find does not count as failing for an error of the database with the code %s',
  async (code) => {
    const orders = shop({
      find: async () => {
        throw Object.assign(new Error('no'), { code })
      },
    })
    await orders.find(tx, 'abc', asked).catch(() => undefined)
    expect(orders.failing()).toEqual([])
  },
)

test('a function that answers something else than an order counts as failing', async () => {
  const orders = shop({ find: async () => ({ id: 7 }) })
  await orders.find(tx, 'A-1', asked).catch(() => undefined)
  expect(orders.failing()).toEqual(['find'])
})

test.each(['22001', '25006', '53100', '57P01'])(
  'setPaid and fulfil, which are called again, count as failing for an error of the database with the code %s',
  async (code) => {
    const fail = async () => {
      throw Object.assign(new Error('no'), { code })
    }
    const orders = shop({ setPaid: fail, fulfil: fail })
    await orders.setPaid(tx, entry, payment).catch(() => undefined)
    await orders.fulfil(event).catch(() => undefined)
    expect(orders.failing()).toEqual(['fulfil', 'setPaid'])
  },
)

test('a visitor whose cookie the shop cannot read does not make the server look as if it failed', async () => {
  const fail = () => {
    throw new Error('bad cookie')
  }
  const orders = shop({ shopper: fail, mayPay: fail })
  await askedOf(orders)
    .shopper?.()
    .catch(() => undefined)
  await orders.mayPay(entry, asked, 'A-1').catch(() => undefined)
  expect(orders.failing()).toEqual([])
})
