import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { moneyText } from '../../../src/protocol/money-text.ts'

/** With plain spaces, so that the table can be read. */
const shown = (value: string, currency: string, lang: string) =>
  moneyText({ value, currency }, lang).replace(/[\u00a0\u202f]/g, ' ')

describe('an amount on the screen', () => {
  test.each([
    ['49.90', 'EUR', 'en', '€49.90'],
    ['49.90', 'EUR', 'de', '49,90 €'],
    ['1234567.5', 'EUR', 'de', '1.234.567,50 €'],
    ['49.9', 'USD', 'en', '$49.90'],
    ['49', 'USD', 'en', '$49.00'],
    ['500', 'JPY', 'en', '¥500'],
    ['500.00', 'JPY', 'en', '¥500'],
    ['1.5', 'KWD', 'en', 'KWD 1.500'],
    ['0.0015', 'BTC', 'en', 'BTC 0.0015'],
    ['0.00001', 'BTC', 'en', 'BTC 0.00001'],
    ['0.00000001', 'BTC', 'de', '0,00000001 BTC'],
    ['12', 'USDC', 'en', '12.00 USDC'],
    ['12.345678', 'USDT', 'en', '12.345678 USDT'],
    ['12.5', 'USDC', 'de', '12,50 USDC'],
    ['0.1', 'EUR', 'en', '€0.10'],
  ])('%s %s in %s reads %s', (value, currency, lang, text) => {
    expect(shown(value, currency, lang)).toBe(text)
  })

  test('keeps every digit that a float would lose', () => {
    expect(shown('9007199254740993.12345678', 'EUR', 'en')).toBe('€9,007,199,254,740,993.12345678')
  })

  test('is shown even for an invalid language', () => {
    expect(shown('49.90', 'EUR', 'not a language')).toBe('49.90 EUR')
  })

  test('never throws and never hides a digit, for any currency code', () => {
    const value = fc
      .tuple(fc.nat(999_999), fc.nat(99_999_999))
      .map(([whole, fraction]) => `${whole}.${String(fraction).padStart(8, '0')}`)

    fc.assert(
      fc.property(value, fc.stringMatching(/^[A-Za-z€\u0600-\u0620 -]{1,6}$/), (value, currency) => {
        const amount = shown(value, currency, 'en')
          .replace(currency, '')
          .replace(/[^0-9.]/g, '')
        expect(Number(amount)).toBe(Number(value))
      }),
    )
  })
})
