// Who may pay an order? A person who guesses an order's id gets neither its payment nor the knowledge that it exists.
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createMerchant } from '../../../src/merchant/index.ts'
import type { Order, Orders } from '../../../src/merchant/orders.ts'
import { postgresStore } from '../../../src/merchant/postgres.ts'
import { SettingsError } from '../../../src/merchant/settings/settings.ts'
import { checkSigned, signUntil } from '../../../src/merchant/signed-until.ts'
import { type Accounts, ordersWith } from '../../support/example-merchant.ts'
import { baseEnv, useWorld } from './harness.ts'

const world = useWorld()
const secret = 'order_token_canary_0123456789'
const hour = 3_600_000

const withTokens = () => world().restart({ ORDER_TOKEN_SECRET: secret })
const withAccounts = (more = {}) =>
  world().restart(more, { shopper: async (headers) => headers.get('cookie') })
const tokenFor = (order: string, inMs = hour) =>
  signUntil(secret, order, new Date(world().clock.now() + inMs))

async function createSession(order: string, token?: unknown, headers: Record<string, string> = {}) {
  const response = await world().app.request('/checkout/sessions', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID(), ...headers },
    body: JSON.stringify({ order, token }),
  })
  const { errors } = (await response.json()) as { errors?: { pointer: string; detail: string }[] }
  return [response.status, ...(errors ?? []).map(({ pointer }) => pointer)]
}

describe('with ORDER_TOKEN_SECRET', () => {
  test('an order can be paid with its signed token, until the token expires', async () => {
    await withTokens()
    const token = world().merchant.owners.tokenFor('A-1001')
    expect(await createSession('A-1001', token)).toEqual([201])
    await world().clock.advance(24 * hour)
    expect(await createSession('A-1001', token)).toEqual([403, '/token'])
  })

  test.each<[string, () => unknown]>([
    ['no token', () => undefined],
    ['null', () => null],
    ['an empty token', () => ''],
    ['the token of another order', () => tokenFor('A-1002')],
    ['an expired token', () => tokenFor('A-1001', -1000)],
    ['a token whose time was changed', () => tokenFor('A-1001').replace(/^\d+/, (at) => `${Number(at) + 9}`)],
    ['a token without its time', () => tokenFor('A-1001').replace(/^\d+/, '')],
    ['a token of another secret', () => signUntil('x'.repeat(24), 'A-1001', new Date('2030-01-01'))],
    ['a signature that was cut short', () => tokenFor('A-1001').slice(0, -1)],
    ['a text', () => 'A-1001'],
  ])('an order cannot be paid with %s, and the service is not called', async (_, token) => {
    await withTokens()
    expect(await createSession('A-1001', token())).toEqual([403, '/token'])
    expect(world().service.calls).toEqual([])
  })

  test('nobody learns without a token whether an order exists', async () => {
    await withTokens()
    expect(await createSession('A-1001')).toEqual(await createSession('no such order'))
    expect(await createSession('A-1001', 'wrong')).toEqual(await createSession('no such order', 'wrong'))
  })

  test('a token of a replaced secret works while that secret is in the list', async () => {
    await world().restart({ ORDER_TOKEN_SECRET: `${'n'.repeat(24)}, ${secret}` })
    expect(await createSession('A-1001', tokenFor('A-1001'))).toEqual([201])
    await world().restart({ ORDER_TOKEN_SECRET: 'n'.repeat(24) })
    expect(await createSession('A-1002', tokenFor('A-1002'))).toEqual([403, '/token'])
  })

  test('wrong tokens do not slow down the shopper of the order', async () => {
    await withTokens()
    for (let n = 0; n < 100; n++) expect(await createSession('A-1001', 'wrong')).toEqual([403, '/token'])
    expect(await createSession('A-1001', tokenFor('A-1001'))).toEqual([201])
  })

  test('an open session is found again under another key only with a token', async () => {
    await withTokens()
    await createSession('A-1001', tokenFor('A-1001'))
    expect(await createSession('A-1001')).toEqual([403, '/token'])
    expect(world().service.payins.size).toBe(1)
  })
})

describe('with accounts', () => {
  test('an order can be paid by the shopper who placed it, in any spelling of the e-mail address', async () => {
    await withAccounts()
    expect(await createSession('A-1001', undefined, { cookie: 'Ada@Shop.example' })).toEqual([201])
  })

  test('another shopper gets the same answer as for an order that does not exist', async () => {
    await withAccounts()
    const eve = { cookie: 'eve@shop.example' }
    expect(await createSession('A-1001', undefined, eve)).toEqual([422, '/order'])
    expect(await createSession('no such order', undefined, eve)).toEqual([422, '/order'])
    expect(world().service.calls).toEqual([])
  })

  test('a guest can pay only with a token', async () => {
    await withAccounts()
    expect(await createSession('A-1001')).toEqual([422, '/order'])
    await withAccounts({ ORDER_TOKEN_SECRET: secret })
    expect(await createSession('A-1001')).toEqual([403, '/token'])
    expect(await createSession('A-1001', tokenFor('A-1001'))).toEqual([201])
  })

  test('the shop itself can decide who may pay', async () => {
    await world().restart({}, { mayPay: async ({ id }, { headers }) => headers.get('cookie') === id })
    expect(await createSession('A-1001', undefined, { cookie: 'A-1001' })).toEqual([201])
    expect(await createSession('A-1002', undefined, { cookie: 'A-1001' })).toEqual([422, '/order'])
    await world().restart({ ORDER_TOKEN_SECRET: secret }, { mayPay: async () => false })
    expect(await createSession('A-1002')).toEqual([403, '/token'])
    expect(await createSession('no such order')).toEqual([403, '/token'])
  })

  test('a token lets another signed-in shopper pay, for example a gift', async () => {
    await withAccounts({ ORDER_TOKEN_SECRET: secret })
    expect(await createSession('A-1001', tokenFor('A-1001'), { cookie: 'eve@shop.example' })).toEqual([201])
  })
})

describe('the work of a refusal does not say whether an order exists', () => {
  const accounts = {
    mayPay: { mayPay: async () => false },
    shopper: { shopper: async () => 'eve@shop.example' },
    'mayPay that reads the payer': {
      mayPay: async ({ payer }: Order) => payer?.email.toUpperCase() === 'EVE@SHOP.EXAMPLE',
    },
    'mayPay that fails': {
      mayPay: async () => {
        throw new Error('the table of roles is gone')
      },
    },
  }

  /** The calls of the shop's functions and the statements of one refused request, in their order. */
  async function workOf(order: string, { shopper, mayPay }: Pick<Orders, 'shopper' | 'mayPay'>) {
    const work: string[] = []
    const noted = <T>(name: string, answer: T): T => {
      work.push(name)
      return answer
    }
    const ordersOn = (orders: Orders): Orders => ({
      ...orders,
      // This shop finds an order in any letter case.
      find(tx, id, asked) {
        work.push('find')
        return orders.find(tx, id.toUpperCase(), asked)
      },
      ...(typeof shopper === 'function' && { shopper: (headers) => noted('shopper', shopper(headers)) }),
      ...(mayPay && { mayPay: (found, asked) => noted('mayPay', mayPay(found, asked)) }),
    })
    await world().restart({}, { ordersOn, ...(shopper && { shopper }), ...(mayPay && { mayPay }) })
    return { answer: await createSession(order), work }
  }

  test.each(Object.entries(accounts))('%s', async (_, functions) => {
    const unknown = await workOf('no such order', functions)
    expect(await workOf('A-1001', functions)).toEqual(unknown)
    expect(await workOf('a-1001', functions)).toEqual(unknown)
    expect(unknown.work).toHaveLength(2)
    expect(unknown.answer[0]).not.toBe(201)
  })

  test('also with order tokens, where a request without one is refused', async () => {
    const calls: string[] = []
    const mayPay = async ({ id }: Order) => {
      calls.push(String(id))
      return true
    }
    await world().restart({ ORDER_TOKEN_SECRET: secret }, { mayPay })
    expect(await createSession('no such order')).toEqual([403, '/token'])
    expect(calls).toEqual(['no such order'])
  })
})

test('without either, every order can be paid, for trying out', async () => {
  expect(await createSession('A-1001', 'anything')).toEqual([201])
})

test('with a live key and neither, the server does not start, and the error says what to set', async () => {
  const live = {
    ...baseEnv,
    PAYMENTS_API_KEY: 'live_canary',
  }
  const store = postgresStore({ connectionString: 'postgres://nobody@127.0.0.1:9/none' })
  const start = (accounts: Accounts, more = {}) =>
    createMerchant({
      store,
      orders: ordersWith(accounts)(store),
      onEvent: [],
      environment: { ...live, ...more },
    })
  const refused = await start({}).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(SettingsError)
  expect(String(refused)).toMatch(/ORDER_TOKEN_SECRET is missing: .*openssl rand/)
  // With either of them the start continues to the database, which is not there.
  await expect(start({}, { ORDER_TOKEN_SECRET: secret })).rejects.toThrow(/DATABASE_URL/)
  await expect(start({ shopper: async () => null })).rejects.toThrow(/DATABASE_URL/)
})

test('any other program computes the same token from order, time and secret', () => {
  // printf 'A-1001\n1800000000' | openssl dgst -sha256 -hmac order_token_canary_0123456789 -binary | basenc --base64url
  const token = '1800000000.dExs8s7bFZZd_tnbSxZ0srTfEp9BS65SyO4__3vHNZ8'
  expect(signUntil(secret, 'A-1001', new Date(1_800_000_000_000))).toBe(token)
})

test('each token fits only its own order and time', () => {
  const anOrder = fc.string({ unit: 'binary', minLength: 1, maxLength: 36 })
  const aTime = fc.integer({ min: 1_000_000_000, max: 9_999_999_999 })
  const now = new Date(0)
  fc.assert(
    fc.property(anOrder, aTime, anOrder, aTime, (order, at, otherOrder, otherAt) => {
      const token = signUntil(secret, order, new Date(at * 1000))
      expect(checkSigned([secret], order, token, now)).toBe('valid')
      if (order !== otherOrder) expect(checkSigned([secret], otherOrder, token, now)).toBe('wrong')
      if (at !== otherAt)
        expect(checkSigned([secret], order, token.replace(`${at}.`, `${otherAt}.`), now)).toBe('wrong')
    }),
  )
})
