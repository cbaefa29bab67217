// Parameters, answers and webhooks against the description.
import { describe, expect, it } from 'vitest'
import { type OperationId, openApiDocument } from '../../../src/sandbox/openapi/description.ts'
import { parseBody, parseParameters } from '../../../src/sandbox/openapi/validation.ts'
import { checkResponse, checkWebhook } from '../../support/described.ts'

const id = '0f8fad5b-d9cb-469f-a165-70867728950e'
const json = 'application/json'

type Given = Partial<Parameters<typeof parseParameters>[1]>
const parse = (operation: OperationId, given: Given = {}) =>
  parseParameters(operation, { path: {}, query: {}, header: {}, ...given })
const query = (fields: Record<string, string | string[]>): Given => ({
  query: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, [value].flat()])),
})

describe('parseParameters', () => {
  it('fills in the first page of 20', () => {
    expect(parse('listBanks')).toEqual({ ok: true, value: { page: 1, page_size: 20 } })
  })

  it('gives integers as numbers and leaves texts alone', () => {
    const given = query({ page: '3', page_size: '100', reference: '007' })
    expect(parse('listPayins', given)).toEqual({
      ok: true,
      value: { page: 3, page_size: 100, reference: '007' },
    })
  })

  it('names every parameter that fails', () => {
    const given = query({ page: 'x', page_size: 'x', reference: 'r'.repeat(37) })
    const parsed = parse('listPayins', given)
    expect(parsed.ok ? [] : parsed.errors.map(({ name }) => name)).toEqual(['page', 'page_size', 'reference'])
    expect(parsed.ok || parsed.errors.every(({ detail }) => detail.endsWith('.'))).toBe(true)
  })

  it.each([
    ['listPayins', 'reference', ''],
    ['listPayers', 'email', 'mara@'],
    ['getTransaction', 'transactionId', '42'],
    ['getTransactionWithoutSlash', 'transactionId', '42'],
  ] as const)('refuses for %s a bad %s', (operation, name, value) => {
    expect(parse(operation, query({ [name]: value }))).toMatchObject({ errors: [{ name, in: 'query' }] })
  })

  it('refuses a parameter that is given twice, even with one value', () => {
    expect(parse('listBanks', query({ page: ['1', '1'] }))).toMatchObject({ errors: [{ name: 'page' }] })
  })

  it('ignores parameters that it does not know, inherited names too', () => {
    const given = query({ colour: 'blue', constructor: 'x', toString: ['a', 'b'] })
    expect(parse('listBanks', given)).toEqual({ ok: true, value: { page: 1, page_size: 20 } })
  })

  it.each([
    ['missing', {}],
    ['empty', { 'idempotency-key': '' }],
    ['of 37 characters', { 'idempotency-key': 'k'.repeat(37) }],
  ])('refuses an Idempotency-Key that is %s', (_fact, header) => {
    for (const operation of ['createPayin', 'createPayout'] as const) {
      expect(parse(operation, { header })).toMatchObject({
        errors: [{ name: 'Idempotency-Key', in: 'header' }],
      })
    }
  })

  it('takes an Idempotency-Key of 36 characters', () => {
    const key = 'k'.repeat(36)
    const value = { 'Idempotency-Key': key }
    expect(parse('createPayin', { header: { 'idempotency-key': key } })).toEqual({ ok: true, value })
  })

  it('requires a UUID in the path and a transaction in the query', () => {
    expect(parse('getPayin', { path: { id } })).toEqual({ ok: true, value: { id } })
    expect(parse('getPayin', { path: { id: 'A-1001' } })).toMatchObject({
      errors: [{ name: 'id', in: 'path' }],
    })
    expect(parse('getTransaction')).toMatchObject({ errors: [{ name: 'transactionId', in: 'query' }] })
  })
})

const payin = {
  amount: { value: '49.90', currency: 'EUR' },
  payer: { email: 'mara@example.test' },
  return_url: 'https://shop.example/',
  id,
  status: 'CREATED',
  created_at: '2026-11-21T10:00:00.000Z',
  expires_at: '2026-11-21T10:30:00.000Z',
  redirect_url: 'https://pay.example/pay/4Yq0w',
}
const problem = (status: number, more = {}) => ({
  type: 'about:blank',
  title: 'A title',
  status,
  detail: 'A detail.',
  instance: `urn:uuid:${id}`,
  ...more,
})
const transaction = {
  uuid: id,
  currency: 'EUR',
  names: 'Mara Lind',
  createdAt: '2026-11-21T10:00:00.000Z',
  lastUpdated: '2026-11-21T10:00:00.000Z',
}
const bankTransfer = {
  ...transaction,
  type: 'BankTransfer',
  amount: '25.00',
  paymentStatus: 'INTENT',
  userId: '42',
}
const onRamp = {
  ...transaction,
  type: 'MerchantOnRampTransfer',
  paymentStatus: 'PROCESSING',
  chainId: 137,
  address: '0x1',
  cryptoCurrency: 'USDC',
  paymentLink: 'https://pay.example/on-ramp/1',
  bankDepositStatus: 'SUCCESS',
}
const page = { page: 1, page_size: 1, has_more: false }
const masked = { id, method: 'bank_account', iban: 'DE89**************3000' }
const card = { id, method: 'card', number: '4242********4242', expiry: '04/29' }

describe('checkResponse', () => {
  it.each<[OperationId, number, unknown]>([
    ['getPayin', 200, payin],
    ['getPayin', 200, { ...payin, status: 'FAILED', status_details: 'OTHER' }],
    ['listPayins', 200, { content: [payin], ...page }],
    ['listPayers', 200, { content: [{ email: 'a@b.de', instruments: [masked, card] }], ...page }],
    ['getTransaction', 200, bankTransfer],
    ['getTransactionWithoutSlash', 200, onRamp],
    ['createBankTransfer', 200, { transactionId: id }],
    ['generateOnRampLink', 200, { hostedLink: 'https://pay.example/x', expiresAt: payin.expires_at }],
  ])('finds nothing wrong with a good answer of %s %i', (operation, status, body) => {
    expect(checkResponse(operation, status, json, body)).toEqual([])
    expect(checkResponse(operation, status, 'application/json; charset=UTF-8', body)).toEqual([])
  })

  it('finds nothing wrong with a good problem', () => {
    const errors = [{ detail: 'Must be positive.', pointer: '/amount/value' }]
    const invalid = problem(422, { type: 'urn:payments-sandbox:problem:validation-failed', errors })
    expect(checkResponse('createPayin', 422, 'application/problem+json', invalid)).toEqual([])
    expect(checkResponse('createPayin', 409, 'application/problem+json', problem(409))).toEqual([])
  })

  it.each<[fact: string, OperationId, number, string | null, unknown]>([
    ['a status that is not described', 'getPayin', 418, json, payin],
    ['a media type that is not described', 'getPayin', 200, 'text/html', payin],
    ['no media type', 'getPayin', 200, null, payin],
    ['a problem as plain JSON', 'getPayin', 404, json, problem(404)],
    ['no body', 'getPayin', 200, json, undefined],
    ['a missing field', 'getPayin', 200, json, { ...payin, redirect_url: undefined }],
    ['an id that is no UUID', 'getPayin', 200, json, { ...payin, id: 'A-1' }],
    ['a time that is no date-time', 'getPayin', 200, json, { ...payin, created_at: '21.11.2026' }],
    ['an unknown status', 'getPayin', 200, json, { ...payin, status: 'PAID' }],
    ['a status of payouts', 'getPayin', 200, json, { ...payin, status: 'PROCESSING' }],
    ['a field that is not described', 'getPayin', 200, json, { ...payin, token: 'x' }],
    ['one inside another', 'getPayin', 200, json, { ...payin, payer: { email: 'a@b.de', token: 'x' } }],
    ['one inside a problem', 'getPayin', 404, 'application/problem+json', problem(404, { stack: 'x' })],
    ['one inside a list', 'listBanks', 200, json, { content: [], ...page, total: 0 }],
    [
      'a whole IBAN',
      'listPayers',
      200,
      json,
      {
        content: [{ email: 'a@b.de', instruments: [{ ...masked, iban: 'DE89370400440532013000' }] }],
        ...page,
      },
    ],
    ['a number as amount', 'getTransaction', 200, json, { ...bankTransfer, amount: 25 }],
    [
      'a time without milliseconds',
      'getTransaction',
      200,
      json,
      { ...bankTransfer, createdAt: '2026-11-21T10:00:00Z' },
    ],
    ['a 422 without errors', 'createPayin', 422, 'application/problem+json', problem(422)],
    [
      'a problem without detail',
      'getPayin',
      404,
      'application/problem+json',
      problem(404, { detail: undefined }),
    ],
  ])('finds %s', (_fact, operation, status, type, body) => {
    expect(checkResponse(operation, status, type, body)).not.toEqual([])
  })

  it('describes webhooks as strictly', () => {
    const event = { eventType: 'merchant_on_ramp_success', transactionId: id, amount: 50, currency: 'EUR' }
    expect(checkWebhook('payinStatusChanged', payin)).toEqual([])
    expect(checkWebhook('bankTransferStatusUpdate', { status: 'AUTHORIZED', webhookPayload: 'x' })).toEqual(
      [],
    )
    expect(checkWebhook('merchantOnRampSuccess', { ...event, timestamp: payin.created_at })).toEqual([])
    expect(checkWebhook('merchantOnRampSuccess', event)).not.toEqual([])
    expect(checkWebhook('payoutStatusChanged', { ...payin, status: 'AUTHORIZED' })).not.toEqual([])
    expect(checkWebhook('bankTransferStatusUpdate', { webhookPayload: 'x' })).not.toEqual([])
    expect(checkWebhook('bankTransferStatusUpdate', { status: 'COMPLETED' })).not.toEqual([])
  })

  it('leaves what it checks unchanged', () => {
    const before = JSON.stringify(problem(404))
    const body = JSON.parse(before)
    checkResponse('getPayin', 404, 'application/problem+json', body)
    expect(JSON.stringify(body)).toBe(before)
  })
})

describe('examples', () => {
  type Media = { schema?: unknown; examples?: Record<string, { value: unknown }> }
  type Body = { content?: Record<string, Media> }
  type Described = {
    operationId?: string
    requestBody?: Body
    responses: Record<string, Body & { $ref?: string }>
  }

  it('are answers and requests that the description itself accepts', () => {
    let seen = 0
    for (const item of Object.values(openApiDocument.paths)) {
      for (const operation of Object.values(item) as unknown as Described[]) {
        const name = operation.operationId as OperationId
        for (const { value } of examplesOf(operation.requestBody)) {
          expect(parseBody(name, value), name).toMatchObject({ ok: true })
          seen += 1
        }
        for (const [status, response] of Object.entries(operation.responses)) {
          for (const { value, type } of examplesOf(response)) {
            expect(checkResponse(name, Number(status), type, value), `${name} ${status}`).toEqual([])
            seen += 1
          }
        }
      }
    }
    expect(seen).toBeGreaterThan(10)
  })

  function examplesOf(body: Body | undefined) {
    return Object.entries(body?.content ?? {}).flatMap(([type, { examples = {} }]) =>
      Object.values(examples).map(({ value }) => ({ type, value })),
    )
  }
})
