// openapi.json says of a request what the library does with it.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { payoutRequest, settleRequest } from '../../../src/contract/backoffice-requests.ts'
import { createRequest, linkRequest } from '../../../src/contract/create-request.ts'
import { notes } from '../../../src/contract/notes.ts'
import * as values from '../../../src/contract/values.ts'
import { isPlain } from '../../../src/merchant/plain-text.ts'
import { document, wrongBy } from '../../support/open-api.ts'

const id = 'B6A7C2F4-6d0e-4d0c-9f4e-7d3c6f1f5a10'
const iban = 'DE89370400440532013000'
const wallet = `0xAb${'0'.repeat(38)}`

/** Mostly the first of these values, sometimes another one or a value of any type. */
const oneOf = (usual: unknown, ...others: readonly unknown[]) =>
  fc.oneof(
    { weight: 20, arbitrary: fc.constant(usual) },
    { weight: 6, arbitrary: fc.constantFrom(usual, ...others) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 1 }) },
  )

const emails = oneOf('mara@example.test', 'mara', `${'a'.repeat(250)}@x.de`)

/** One object for each method, and one with the fields of all. */
const payments = fc.oneof(
  fc.record(
    {
      method: fc.constant('bank_account'),
      bank_id: oneOf(id, 'no id'),
      // None with wrong check digits: JSON Schema cannot say that.
      iban: oneOf(iban, 'de89', ''),
      instrument_id: oneOf(id),
    },
    { requiredKeys: ['method'] },
  ),
  fc.record({ method: oneOf('card', 'apple_pay', 'google_pay', 'crypto_transfer', 'cash') }),
  fc.record({ method: fc.constant('service_wallet'), email: emails }, { requiredKeys: ['method'] }),
  fc.record({
    method: fc.constant('crypto_transfer'),
    address: oneOf(wallet, '0x1'),
    network: oneOf('polygon', 'base'),
  }),
  fc.record(
    { method: oneOf('card', 'bank_account'), bank_id: oneOf(id), email: emails, bankid: fc.constant(id) },
    { requiredKeys: [] },
  ),
)

const requests: Readonly<Record<string, readonly [z.ZodType, fc.Arbitrary<unknown>]>> = {
  CreateRequest: [
    createRequest,
    fc.record(
      {
        order: oneOf('A-1001', '', 'x'.repeat(400)),
        kind: oneOf('payin', 'on_ramp', 'payout'),
        payment: fc.oneof(payments, oneOf(null)),
        context: oneOf({}, { a: [1] }, null, []),
        lang: oneOf('de', null, 'x'.repeat(36)),
        token: oneOf('t', null),
        price: fc.constant('0.01'),
      },
      { requiredKeys: [] },
    ),
  ],
  LinkRequest: [
    linkRequest,
    fc.record({ code: oneOf('K7QM-2XDP', null, 'x'.repeat(41)) }, { requiredKeys: [] }),
  ],
  PayoutRequest: [
    payoutRequest,
    fc.record(
      {
        reference: oneOf('refund-1001', '', 'x'.repeat(37), 'a\nb', 'a\u0085b'),
        amount: fc.record({
          value: oneOf('49.90', '0.00', '0.00000001', '1.123456789', '-1'),
          currency: oneOf('EUR', '', 'x'.repeat(13), '\u0000'),
        }),
        recipient: fc.record(
          {
            country: oneOf('DE', 'de'),
            language: oneOf('de', 'DE'),
            first_name: oneOf('Mara', 'x'.repeat(201), '\t'),
            phone: oneOf('+4912345678', '0123'),
            address: oneOf('Street 1', 'x'.repeat(501)),
          },
          { requiredKeys: [] },
        ),
        payment: payments,
      },
      { requiredKeys: ['reference', 'amount'] },
    ),
  ],
  SettleRequest: [
    settleRequest,
    fc.record(
      {
        as: oneOf('accepted', 'refunded', 'noted', 'lost'),
        by: oneOf('mara', '', 'x'.repeat(101)),
        note: oneOf('why', '', null),
      },
      { requiredKeys: ['as', 'by'] },
    ),
  ],
}

/** What the library checks of these requests, and JSON Schema cannot say: an IBAN, and that a text is not only spaces. */
const saysMore = (name: string, json: unknown): boolean =>
  (name === 'PayoutRequest' && JSON.stringify(json).includes('"iban"')) ||
  (name === 'SettleRequest' && /"(by|note)":"\s*"/.test(JSON.stringify(json)))

const merged = ([one, other]: readonly [unknown, unknown]): object => Object.assign({}, one, other)

describe.each(Object.entries(requests))('%s', (name, [schema, arbitrary]) => {
  const described = document.components.schemas?.[name] ?? {}

  test('is accepted by the library and by openapi.json alike', () => {
    const seen = { accepted: 0, refused: 0 }
    fc.assert(
      fc.property(fc.tuple(arbitrary, oneOf({}, { unknown: 1 })).map(merged), (json) => {
        const isAccepted = schema.safeParse(json).success
        const isDescribed = wrongBy(described, json, 'annotated').length === 0
        seen[isAccepted ? 'accepted' : 'refused']++
        if (isAccepted || !saysMore(name, json)) expect(isDescribed).toBe(isAccepted)
      }),
      { numRuns: 3_000 },
    )
    expect(Math.min(seen.accepted, seen.refused)).toBeGreaterThan(100)
  })
})

test('a text without control characters is what the merchant library calls plain', () => {
  for (let code = 0; code < 0x10000; code++) {
    if (code >= 0xd800 && code < 0xe000) continue
    const text = `a${String.fromCodePoint(code)}b`
    expect(values.plainText.safeParse(text).success, code.toString(16)).toBe(isPlain(text))
  }
})

test('the shop’s own schemas can have the names of these', () => {
  // zod has one registry of names for a whole process.
  expect(z.toJSONSchema(z.globalRegistry)).toEqual({ schemas: {} })
})

test('values that many fields share have no description of one of them', () => {
  const noted = Object.entries(values).filter(([, value]) => value instanceof z.ZodType && notes.has(value))
  expect(noted.map(([name]) => name).sort()).toEqual(['money', 'serviceId'])
})

test('at most one of bank_id, iban and instrument_id may be given, in both', () => {
  const { PaymentChoice = {} } = document.components.schemas ?? {}
  const both = { method: 'bank_account', bank_id: id, iban }
  expect(wrongBy(PaymentChoice, both)).not.toEqual([])
  expect(wrongBy(PaymentChoice, { method: 'bank_account', iban })).toEqual([])
  expect(createRequest.safeParse({ order: 'A', payment: both }).error?.issues).toMatchObject([
    { message: 'Only one of bank_id, iban and instrument_id may be given.' },
  ])
})
