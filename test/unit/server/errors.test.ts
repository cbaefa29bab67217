import { freezePayin, type PayinIntent } from 'payin-checkout/server'
import { describe, expect, test } from 'vitest'
import { apiKey, failureOf, json, scriptedClient } from './scripted-client.ts'

const intent: PayinIntent = {
  amount: { value: '49.90', currency: 'EUR' },
  payer: { email: 'ada@shop.example' },
  reference: 'A-1001',
  return_url: 'https://shop.example/return?session=cs_1',
}
const frozen = freezePayin(intent, '7a0c8a8e-0000-4000-8000-000000000001')
const payin = { id: 'p1', status: 'CREATED', ...intent }

describe('an error', () => {
  test.each([
    [400, 'fix_request', 1],
    [404, 'fix_request', 1],
    [422, 'fix_request', 1],
    [401, 'check_key', 1],
    [403, 'check_key', 1],
    [429, 'wait', 4],
    [500, 'retry', 4],
    [302, 'unknown', 1],
  ])('%i throws an error of kind %s', async (status, kind, sendings) => {
    const { client, clock, calls } = scriptedClient([json(status, { title: 'No' })])
    const error = await failureOf(client.payins.get('p1'), clock)
    expect([error.kind, error.status, calls.length]).toEqual([kind, status, sendings])
  })

  test('never holds the API key, even when the service repeats it', async () => {
    const problem = { detail: `key ${apiKey} is wrong`, errors: [{ pointer: '/a', detail: apiKey }] }
    const { client, clock } = scriptedClient([json(401, problem)])
    const error = await failureOf(client.payins.get('p1'), clock)
    expect(JSON.stringify([error.message, error.problem, String(error.cause)])).not.toContain(apiKey)
    expect(error.message).toContain('key [API key] is wrong')
  })

  test('contains the pointers of a 422', async () => {
    const errors = [{ pointer: '/amount/value', detail: 'must be positive' }]
    const { client, clock } = scriptedClient([json(422, { detail: 'invalid', errors })])
    const error = await failureOf(client.payins.create(frozen), clock)
    expect(error.problem?.errors).toEqual(errors)
    expect(error.message).toContain('/amount/value: must be positive')
  })

  test.each([
    ['HTML', new Response('<html>login</html>', { status: 200 })],
    ['an endless body', new Response('x'.repeat(1_100_000), { status: 200 })],
    ['another payin', json(200, { ...payin, id: 'p2' })],
  ])('%s is not accepted as a payin', async (_what, answer) => {
    const { client, clock } = scriptedClient([answer])
    expect((await failureOf(client.payins.get('p1'), clock)).kind).toBe('unknown')
  })

  test('an answer that stops after its headers times out', async () => {
    const { client, clock } = scriptedClient([() => new Response(new ReadableStream(), { status: 200 })])
    expect((await failureOf(client.payins.get('p1'), clock)).message).toContain('in time')
  })
})
