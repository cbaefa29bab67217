// Who is signed in, from the framework's own request: the function `shopper` that comes beside a request.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Asked } from '../../../src/merchant/orders.ts'
import { useWorld } from './harness.ts'

const world = useWorld()
const secret = 'order_token_canary_0123456789'

const post = (path: string, body: object, env: object) =>
  world().app.request(
    path,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify(body),
    },
    env,
  )
const createFor = (shopper: unknown, order = 'A-1001') =>
  post('/checkout/sessions', { order, kind: 'payin' }, { shopper })
const statusFor = async (shopper: unknown) => (await createFor(shopper)).status

test('the shopper whom the framework names may pay the own orders, and nobody else’s', async () => {
  await world().restart()
  expect(await statusFor(() => 'eve@shop.example')).toBe(422)
  expect(await statusFor(async () => ' Ada@Shop.Example ')).toBe(201)
  expect(world().service.payins.size).toBe(1)
})

test.each([[null], [undefined], ['']])('%j is a guest, who may pay with a token only', async (guest) => {
  await world().restart({ ORDER_TOKEN_SECRET: secret })
  expect(await statusFor(() => guest)).toBe(403)
  const token = world().merchant.owners.tokenFor('A-1001')
  const paid = await post(
    '/checkout/sessions',
    { order: 'A-1001', kind: 'payin', token },
    { shopper: () => guest },
  )
  expect(paid.status).toBe(201)
})

test('where the framework names the shopper, a guest may not pay even in a shop without accounts', async () => {
  await world().restart()
  expect(await statusFor(() => null)).toBe(422)
  // Without a function beside the request nothing says who is signed in.
  expect(await statusFor('ada@shop.example')).toBe(201)
})

test('the framework’s answer counts before the shop’s, for its own request', async () => {
  await world().restart({}, { shopper: async () => 'ada@shop.example' })
  expect(await statusFor(() => 'eve@shop.example')).toBe(422)
  expect(await statusFor(undefined)).toBe(201)
})

test('a shop that waits for the framework’s answer takes a request without one for a guest’s, and says so once', async () => {
  await world().restart({}, { shopper: 'request' })
  expect(await statusFor(undefined)).toBe(422)
  expect(await statusFor(undefined)).toBe(422)
  const said = world().logged.filter((line) => line.includes('shopper_not_given'))
  expect(said).toHaveLength(1)
  expect(said[0]).toContain('toNode(merchant, { shopper: (request) => … })')
  expect(await statusFor(() => 'ada@shop.example')).toBe(201)
})

test('is asked once for a request, and never shared with another request', async () => {
  await world().restart()
  const calls: string[] = []
  const as = (email: string) => () => {
    calls.push(email)
    return email
  }
  await Promise.all([createFor(as('ada@shop.example')), createFor(as('eve@shop.example'), 'A-1002')])
  expect(calls.sort()).toEqual(['ada@shop.example', 'eve@shop.example'])
})

test('an answer that is no e-mail address, or an error, permits nothing and names the function', async () => {
  await world().restart()
  const wrong = [7, { email: 'ada@shop.example' }, 'ada', true]
  for (const answer of wrong) expect(await statusFor(() => answer)).toBe(500)
  const failing = () => {
    throw new Error('the table of sessions is gone')
  }
  expect(await statusFor(failing)).toBe(500)
  expect(world().service.calls).toEqual([])
  const failed = world().logged.filter((line) => line.includes('"shop_function":"shopper"'))
  expect(failed).toHaveLength(wrong.length + 1)
})

test('mayPay can ask for it', async () => {
  const seen: (string | null | undefined)[] = []
  const mayPay = async (_: unknown, asked: Asked) => {
    seen.push(await asked.shopper?.())
    return true
  }
  await world().restart({}, { mayPay })
  expect(await statusFor(() => 'eve@shop.example')).toBe(201)
  expect(await statusFor(undefined)).toBe(201)
  expect(seen).toEqual(['eve@shop.example', undefined])
})

test('the saved accounts, a new link and the pay page are asked for as the same shopper', async () => {
  await world().restart()
  const id = '7a0c8a8e-0000-4000-8000-000000000001'
  world().service.payers.push({
    email: 'ada@shop.example',
    instruments: [{ id, method: 'bank_account', iban: 'DE89**************3000' }],
  })
  const as = (email: string) => ({ shopper: () => email })
  const saved = await world().app.request('/checkout/instruments', {}, as('ada@shop.example'))
  expect(await saved.json()).toMatchObject({ content: [{ id }] })
  const others = await world().app.request('/checkout/instruments', {}, as('eve@shop.example'))
  expect(await others.json()).toEqual({ content: [] })
  const page = (email: string) => world().app.request('/checkout/pay?order=A-1001', {}, as(email))
  expect((await page('ada@shop.example')).status).toBe(200)
  expect((await page('eve@shop.example')).status).toBe(404)
  const { id: session } = (await (await createFor(() => 'ada@shop.example')).json()) as { id: string }
  expect((await post(`/checkout/sessions/${session}/link`, {}, as('ada@shop.example'))).status).toBe(200)
})
