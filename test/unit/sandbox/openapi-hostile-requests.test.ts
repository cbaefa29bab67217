// Malicious request bodies: the validation must answer every one of them.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OperationId } from '../../../src/sandbox/openapi/description.ts'
import { parseBody } from '../../../src/sandbox/openapi/validation.ts'
import { amountOf, email, iban, id, least, payBy, payin, pointersOf } from './request-bodies.ts'

describe('parseBody under hostile bodies', () => {
  it('reads no field from a prototype and sets none on one', () => {
    const text = `{"__proto__":${JSON.stringify(least.createPayin)},"constructor":{"prototype":{"x":1}}}`
    expect(pointersOf(payin, JSON.parse(text))).toEqual(['/amount', '/payer', '/return_url'])
    const polluted = JSON.stringify(least.createPayin).replace('{', '{"__proto__":{"is_new":true},')
    const parsed = parseBody(payin, JSON.parse(polluted))
    expect(parsed).toEqual({ ok: true, value: least.createPayin })
    expect(Object.getPrototypeOf((parsed as { value: object }).value)).toBe(Object.prototype)
  })

  it('answers JSON that is nested 20 000 levels deep', () => {
    const deep = JSON.parse(`${'{"payer":'.repeat(20_000)}1${'}'.repeat(20_000)}`)
    expect(pointersOf(payin, deep)).toContain('/amount')
    expect(pointersOf(payin, JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`))).toEqual([''])
  })

  // The sandbox reads 64 KiB. A pattern that backtracks would need minutes for that, and the test would time out.
  it.each([
    '1',
    '0',
    'A',
    'a-',
    'a.',
    'a@',
    '@',
    '.',
    'DE',
    '+1',
    'http://',
    'https://a.',
    '%2',
    '-',
    ' ',
    '😀',
  ])('refuses 64 KiB of %j in every field at once', (unit) => {
    const long = unit.repeat(65_536 / unit.length)
    for (const operation of Object.keys(least) as OperationId[]) {
      const body = Object.fromEntries(Object.keys(least[operation] ?? {}).map((name) => [name, long]))
      expect(parseBody(operation, body).ok).toBe(false)
    }
    const payer = { email: long, country: long, language: long, phone: long }
    const whole = {
      ...payBy('bank_account', { bank_id: long, iban: long }),
      ...amountOf(long, long),
      payer,
      return_url: `https://${long}`,
      reference: long,
    }
    expect(pointersOf(payin, whole)).toEqual(
      expect.arrayContaining(['/amount/currency', '/payer/email', '/payment/iban', '/reference']),
    )
  })

  it('answers any JSON, without throwing, with each pointer once', () => {
    const name = fc.constantFrom(
      ...['amount', 'value', 'currency', 'payer', 'email', 'payment', 'settlement', 'method', 'iban'],
      ...['return_url', 'names', 'userId', 'transactionId', '__proto__', 'constructor', 'toString', 'a/b~'],
    )
    const { any } = fc.letrec((tie) => ({
      leaf: fc.oneof(
        fc.jsonValue({ maxDepth: 1 }),
        fc.constantFrom('bank_account', 'crypto_transfer', 'card', iban, email, '2.00', id),
      ),
      object: fc.array(fc.tuple(name, tie('any')), { maxLength: 6 }).map((entries) => {
        const text = entries
          .map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`)
          .join(',')
        return JSON.parse(`{${text}}`) as unknown
      }),
      any: fc.oneof({ maxDepth: 4 }, tie('leaf'), tie('object')),
    }))
    fc.assert(
      fc.property(any, fc.constantFrom(...(Object.keys(least) as OperationId[])), (body, operation) => {
        const parsed = parseBody(operation, body)
        if (!parsed.ok) {
          const pointers = parsed.errors.map(({ pointer }) => pointer)
          expect(pointers.length).toBeGreaterThan(0)
          expect(new Set(pointers).size).toBe(pointers.length)
        }
      }),
      { numRuns: 500 },
    )
  })
})
