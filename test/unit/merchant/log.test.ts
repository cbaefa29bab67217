import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createLog, errorFields } from '../../../src/merchant/log.ts'
import { signed, webhookSecret } from './fake-service.ts'
import { apiKey, useWorld } from './harness.ts'

const world = useWorld()

test('the log and the answers hold no key, id, link, IBAN, e-mail or body after many faults', async () => {
  const { service, clock, logged, webhook, read, createSession, app, merchant } = world()
  const answers: string[] = []
  const iban = 'DE89370400440532013000'
  const key = randomUUID()
  const keep = async (answer: Response | Promise<Response>) => {
    const response = await answer
    answers.push(await response.text(), JSON.stringify([...response.headers]))
  }
  const payment = { payment: { method: 'bank_account', iban } }

  service.nextCreate(422, 401, 500, 'lost_after', (payin) => {
    payin.redirect_url = 'https://evil.example/canary_link'
  })
  for (const order of ['A-1001', 'A-1001', 'A-1001', 'A-1002', 'A-1003'])
    await keep(createSession(order, randomUUID(), payment))
  await keep(createSession('A-1004', key, payment))
  const session = JSON.parse(answers[10] ?? '{}') as { id: string; redirect_url: string }
  expect(session.id).toMatch(/^cs_/)
  await keep(read(session.id))
  const last = [...service.payins.values()].at(-1)
  if (last) {
    last.status = 'COMPLETED'
    await keep(webhook(last))
    await keep(app.request('/webhooks/payins', { method: 'POST', body: signed(last).body }))
  }
  await keep(app.request(`/checkout/return?session=${session.id}`))
  await keep(app.request(`/checkout/nowhere/${session.id}`))
  service.down = true
  await clock.advance(3_600_000)
  await merchant.sweep.runOnce()

  const log = logged.join('\n')
  const canaries = [
    apiKey,
    webhookSecret,
    iban,
    'ada@',
    '://shop.example',
    'evil',
    'canary',
    key,
    'HMAC',
    service.keys.keys().next().value,
  ]
  for (const canary of [...canaries, session.id, session.redirect_url]) expect(log).not.toContain(canary)
  expect(log.length).toBeGreaterThan(1_000)
  for (const secret of [apiKey, webhookSecret, iban, 'ada@shop.example', 'canary']) {
    expect(answers.join('\n')).not.toContain(secret)
  }
})

describe('a log line', () => {
  const line = (fields: object) => {
    const lines: string[] = []
    createLog((text) => lines.push(text))('event', fields)
    return JSON.parse(lines[0] ?? '{}') as Record<string, unknown>
  }

  test('holds no field that is not on the list', () => {
    expect(Object.keys(line({ order: 'A-1', body: 'secret', api_key: 'x', status: 3 }))).toEqual([
      'time',
      'event',
      'order',
      'status',
    ])
  })

  test.each([
    ['cs_5Zk8-a_b', '[session id]'],
    ['key test_abc123 is wrong', 'key [API key] is wrong'],
    ['see https://pay.example/p?token=1', 'see [link]'],
    ['postgres://user:pass@db/shop', '[link]'],
    ['for ada@shop.example!', 'for [e-mail]'],
    ['DE89 3704 0044 0532 0130 00', '[IBAN]'],
    ['DE89370400440532013000', '[IBAN]'],
    ['card 4111 1111 1111 1111', 'card [number]'],
  ])('turns %j into %j', (message, written) => {
    expect(line({ message }).message).toBe(written)
  })

  test('keeps what operators need: orders, row ids, payments', () => {
    const fields = {
      order: 'A-1001',
      session: '0e8c2b6e-1111-4222-8333-944445555666',
      service_id: '7a0c8a8e-0000-4000-8000-000000000001',
    }
    expect(line(fields)).toMatchObject(fields)
  })

  test('stays one line, whatever is in it', () => {
    const lines: string[] = []
    createLog((text) => lines.push(text))('event', errorFields(new Error('a\nb')))
    expect(lines[0]).not.toContain('\n')
  })
})

test.each<[string, string, RequestInit, object]>([
  [
    'a field that is wrong',
    '/checkout/sessions',
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: '{"order":7}',
    },
    { status: 422, pointers: '/order', message: expect.stringMatching(/./) },
  ],
  [
    'a token that is missing',
    '/checkout/sessions',
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: '{"order":"A-1001"}',
    },
    { status: 403, pointers: '/token', message: expect.stringMatching(/A signed order token is needed/) },
  ],
  [
    'a path that is unknown',
    '/checkout/basket',
    {},
    { status: 404, message: 'There is nothing at this address.' },
  ],
  [
    'a method that is not allowed',
    '/checkout/sessions',
    { method: 'DELETE' },
    { status: 405, message: expect.stringMatching(/accepts only POST/) },
  ],
])('the line of a request that is refused says why: %s', async (_, path, init, line) => {
  await world().restart({ ORDER_TOKEN_SECRET: 'order_token_secret_canary_000' })
  await world().app.request(path, init)
  const [last, ...more] = world().logged.filter((each) => each.includes('"event":"request"'))
  expect(more).toEqual([])
  expect(JSON.parse(last ?? '')).toMatchObject(line)
})
