import {
  parseBankTransferEvent,
  parseOnRampEvent,
  parsePayinEvent,
  parsePayoutEvent,
} from 'payin-checkout/server'
import { describe, expect, test } from 'vitest'

const bytes = (value: unknown) =>
  new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value))

describe.each([
  ['payin', parsePayinEvent],
  ['payout', parsePayoutEvent],
  ['bank transfer', parseBankTransferEvent],
  ['on-ramp', parseOnRampEvent],
])('a body that is not a %s event', (_kind, parse) => {
  test.each([
    '',
    'null',
    '[]',
    '{}',
    '"x"',
    '1',
    '{"id":"p"}',
    '{"status":""}',
    '{"id":1,"status":2,"transactionId":3}',
    '{"eventType":"x"}',
    '{"a',
  ])('%s is null, not an exception in a webhook route', (text) => {
    expect(parse(bytes(text))).toBeNull()
  })

  test('is null if one byte is not UTF-8, even inside a text', () => {
    const body = bytes({ id: 'x1', status: 'X?', eventType: 'x', transactionId: 't1' })
    expect(parse(body)).not.toBeNull()
    expect(parse(body.map((byte) => (byte === 63 ? 0xff : byte)))).toBeNull()
  })
})

test('unknown statuses and fields of a payin or payout are kept', () => {
  const body = bytes({ id: 'x1', status: 'THAWED', more: { a: 1 } })
  for (const parse of [parsePayinEvent, parsePayoutEvent]) {
    expect(parse(body)).toMatchObject({ id: 'x1', status: 'THAWED', more: { a: 1 }, amount: null })
  }
})

test('a payin’s event at the payouts’ address is not a payout', () => {
  const payin = { id: 'p1', status: 'COMPLETED', payer: { email: 'ada@shop.example' } }
  expect(parsePayoutEvent(bytes(payin))).toBeNull()
  expect(parsePayinEvent(bytes(payin))?.id).toBe('p1')
})

test('a bank transfer’s event contains the merchant’s own text and, once authorized, the account', () => {
  expect(parseBankTransferEvent(bytes({ status: 'STARTED', webhookPayload: 'A-1001' }))).toEqual({
    status: 'STARTED',
    webhookPayload: 'A-1001',
    payerBankAccount: null,
  })
  const payerBankAccount = { iban: 'MT84…001S', holderNames: 'Ada Byron', bank: 'First Bank' }
  const event = parseBankTransferEvent(bytes({ status: 'AUTHORIZED', payerBankAccount }))
  expect(event).toMatchObject({ status: 'AUTHORIZED', webhookPayload: null, payerBankAccount })
})

test('an on-ramp’s event names the transaction to read; its amount is a decimal string', () => {
  const body = {
    eventType: 'merchant_on_ramp_success',
    transactionId: 't1',
    amount: 49.9,
    currency: 'EUR',
    timestamp: '2026-11-20T12:00:00.000Z',
    webhookPayload: 'A-1001',
  }
  expect(parseOnRampEvent(bytes(body))).toEqual({ ...body, amount: '49.9' })
  expect(parseOnRampEvent(bytes({ eventType: 'payout_sent', transactionId: 't1', amount: 'much' }))).toEqual({
    eventType: 'payout_sent',
    transactionId: 't1',
    amount: null,
    currency: null,
    timestamp: null,
    webhookPayload: null,
  })
})
