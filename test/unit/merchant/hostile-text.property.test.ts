// Any text in any field of any route: no answer is a 5xx, and every refusal is a problem document.
// Postgres text holds no NUL, and half of a surrogate pair is no character (docs/internals/server-facts.md#postgres-text-holds-no-nul).
import { createHmac, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedOrders } from '../../../demo/orders-on-sale.ts'
import { createApp } from '../../../src/merchant/app.ts'
import type { Db } from '../../../src/merchant/store/db.ts'
import { describeOnEachDatabase } from '../../support/each-database.ts'
import { webhookSecret } from './fake-service.ts'
import { createWorld, type World } from './harness.ts'

/** On each database: about twenty for each field. */
const runs = 900
const token = 'backoffice_token_canary_0123456789'

/** Characters that break some parser, between ordinary text. */
const hostile = fc
  .array(
    fc.oneof(
      {
        weight: 3,
        arbitrary: fc.constantFrom('\0', '\u0001', '\b', '\t', '\n', '\r', '\u001b', '\u007f', '\u0085'),
      },
      {
        weight: 2,
        arbitrary: fc.constantFrom('\ud800', '\udfff', '\ufffe', '\uffff', '\u2028', '\u202e', '\ufeff'),
      },
      { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 6 }) },
      {
        weight: 2,
        arbitrary: fc.constantFrom('A-1001', 'cs_', '/', '..', '%', '%00', "'", '"', '\\', '{', '$1', '💶'),
      },
      { weight: 1, arbitrary: fc.constantFrom(50, 300, 3_000).map((length) => 'x'.repeat(length)) },
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(''))

/** What the requests need: a world in which one order has a session. */
interface Ground {
  readonly world: World
  /** A payin's public id, and its id at the service. */
  readonly id: string
  readonly payin: string
  /** Webhook paths that were given to the service. */
  readonly bankTransferWebhook: string
  readonly onRampWebhook: string
}

type Send = (ground: Ground, text: string, other: string) => [path: string, init?: RequestInit]

/** Percent-encodes each byte of the text's UTF-8, whatever it means in an address. */
const inPath = (text: string) =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')

const json = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID(), ...headers },
  body: JSON.stringify(body),
})

const createRequest = (body: object) =>
  ['/checkout/sessions', json({ order: 'A-1001', ...body })] as [string, RequestInit]

const backoffice = { authorization: `Bearer ${token}` }
const payout = (body: object) => {
  const whole = {
    reference: `r-${randomUUID().slice(0, 8)}`,
    amount: { value: '5.00', currency: 'EUR' },
    ...body,
  }
  return ['/backoffice/payouts', json(whole, backoffice)] as [string, RequestInit]
}

const signed = (path: string, body: object): [string, RequestInit] => {
  const text = JSON.stringify(body)
  const signature = createHmac('sha256', webhookSecret).update(text).digest('hex')
  return [path, { method: 'POST', headers: { 'x-webhook-signature': signature }, body: text }]
}

const backTo = (id: string) => `https://shop.example/checkout/return?session=${id}`

/** Every field that a client fills, by route. */
const fields: Readonly<Record<string, Send>> = {
  'create: order': (_, text) => createRequest({ order: text }),
  'create: kind': (_, text) => createRequest({ kind: text }),
  'create: lang': (_, text) => createRequest({ lang: text }),
  'create: token': (_, text) => createRequest({ token: text }),
  'create: context': (_, text, other) =>
    createRequest({ context: { [text]: other, deep: [{ [other]: [text] }] } }),
  'create: method': (_, text) => createRequest({ payment: { method: text } }),
  'create: iban': (_, text) => createRequest({ payment: { method: 'bank_account', iban: text } }),
  'create: bank_id': (_, text) => createRequest({ payment: { method: 'bank_account', bank_id: text } }),
  'create: email': (_, text) => createRequest({ payment: { method: 'service_wallet', email: text } }),
  'create: a field of any name': (_, text, other) => createRequest({ [text]: other }),
  'create: a payment field of any name': (_, text, other) =>
    createRequest({ payment: { method: 'card', [text]: other } }),
  'create: no object': (_, text) => ['/checkout/sessions', json(text)],
  'create: no JSON': (_, text) => ['/checkout/sessions', { ...json({}), body: text }],
  'read: id': (_, text) => [`/checkout/sessions/${inPath(text)}`],
  'read: id that begins well': ({ id }, text) => [`/checkout/sessions/${id}${inPath(text)}`],
  'link: id': (_, text) => [`/checkout/sessions/${inPath(text)}/link`, json({})],
  'return: session': (_, text) => [`/checkout/return?session=${inPath(text)}`],
  'return: session that begins well': ({ id }, text) => [`/checkout/return?session=${id}${inPath(text)}`],
  'banks: page': (_, text, other) => [`/checkout/banks?page=${inPath(text)}&page_size=${inPath(other)}`],
  'logo: bank': (_, text) => [`/checkout/banks/${inPath(text)}/logo`],
  'language: name': (_, text) => [`/locales/${inPath(text)}`],
  'script: version': (_, text) => [`/payin-checkout-1${inPath(text)}.js`],
  'payout: reference': (_, text) => payout({ reference: text }),
  'payout: amount': (_, text) => payout({ amount: { value: text, currency: 'EUR' } }),
  'payout: currency': (_, text) => payout({ amount: { value: '5.00', currency: text } }),
  'payout: recipient': (_, text, other) =>
    payout({ recipient: { first_name: text, last_name: other, address: text } }),
  'payout: iban': (_, text) => payout({ payment: { method: 'bank_account', iban: text } }),
  'payout: email': (_, text) => payout({ payment: { method: 'service_wallet', email: text } }),
  'payout: a field of any name': (_, text, other) => payout({ [text]: other }),
  'payout: reference in the path': (_, text) => [
    `/backoffice/payouts/${inPath(text)}`,
    { headers: backoffice },
  ],
  'webhook: id': (_, text) => signed('/webhooks/payins', { id: text, status: 'COMPLETED' }),
  'webhook: id of our session': ({ id }, text) =>
    signed('/webhooks/payins', { id: text, status: 'COMPLETED', return_url: backTo(id) }),
  'webhook: status': ({ payin }, text) => signed('/webhooks/payins', { id: payin, status: text }),
  'webhook: return_url': (_, text, other) =>
    signed('/webhooks/payins', {
      id: randomUUID(),
      status: 'COMPLETED',
      return_url: backTo(text),
      reference: other,
    }),
  'webhook: every field': ({ payin }, text, other) =>
    signed('/webhooks/payins', {
      id: payin,
      status: 'COMPLETED',
      reference: text,
      status_details: other,
      [text]: other,
    }),
  'webhook: payout': (_, text, other) => signed('/webhooks/payouts', { id: text, status: other }),
  'webhook: bank transfer': ({ bankTransferWebhook }, text, other) => [
    bankTransferWebhook,
    json({ status: text, webhookPayload: other, [text]: other }),
  ],
  'webhook: on-ramp': ({ onRampWebhook }, text, other) => [
    onRampWebhook,
    json({ eventType: other, transactionId: text, webhookPayload: text }),
  ],
  'webhook: address': ({ onRampWebhook }, text) => [
    onRampWebhook.replace(/[^/]+$/, inPath(text)),
    json({ status: 'A' }),
  ],
  'webhook: session in the address': (_, text, other) => [
    `/webhooks/on-ramps/${inPath(text)}/${inPath(other)}`,
    json({ eventType: 'a', transactionId: 'b' }),
  ],
  'anywhere: path': (_, text) => [`/${inPath(text)}`],
}

/** The webhook path of an unsigned kind. Its payin is turned into a payment of this kind. */
async function webhookOf({ pay, db, merchant }: World, order: string, kind: string): Promise<string> {
  await pay(order)
  const [row] = await db.query<{ id: string; seed: string }>(
    'update payin_checkout.sessions set kind = $2 where order_id = $1 returning id, seed',
    [order, kind],
  )
  const token = merchant.capabilities.webhookTokenOf(row?.seed ?? '')
  return `/webhooks/${kind.replace('_', '-')}s/${row?.id}/${token}`
}

describeOnEachDatabase((open) => {
  let db: Db
  let ground: Ground

  beforeAll(async () => {
    db = await open()
    await seedOrders(db, new Date('2026-11-01'))
    const world = await createWorld(db)
    await world.restart({ BACKOFFICE_TOKEN: token })
    const { id } = await world.pay('A-1001')
    ground = {
      world,
      id,
      payin: world.service.only().id,
      bankTransferWebhook: await webhookOf(world, 'A-1002', 'bank_transfer'),
      onRampWebhook: await webhookOf(world, 'A-1003', 'on_ramp'),
    }
  })
  afterAll(async () => {
    await ground.world.merchant.close()
    await db.close()
  })

  test('no text in any field causes a 5xx, and every refusal is a problem document', async () => {
    const { world } = ground
    const everything = 1_000_000
    const perMinute = {
      startsByAddress: everything,
      startsByShopper: everything,
      banksByAddress: everything,
      unknownSessionsByAddress: everything,
    }
    const app = createApp(world.merchant, { perMinute })
    const of = fc.constantFrom(...Object.keys(fields))
    await fc.assert(
      fc.asyncProperty(of, hostile, hostile, async (field, text, other) => {
        world.logged.length = 0
        const [path, init] = fields[field]?.(ground, text, other) ?? ['/']
        const response = await app.request(path, init)
        await world.merchant.background.idle()
        expect(response.status).toBeLessThan(500)
        if (response.status >= 400)
          expect(response.headers.get('content-type')).toBe('application/problem+json')
        const failed = world.logged.filter((line) => /"event":"(failed|background_failed)"/.test(line))
        expect(failed).toEqual([])
      }),
      { numRuns: runs },
    )
  })
})
