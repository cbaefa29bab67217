import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { moneyText } from '../../../demo/shop/money-text.ts'

describe('money text', () => {
  test.each([
    ['49.90', 'EUR', '€49.90'],
    ['129.00', 'USD', '$129.00'],
    ['8.5', 'GBP', '£8.50'],
    ['12500', 'JPY', '¥12,500'],
    ['0.00150000', 'BTC', '0.0015 BTC'],
    ['0.00001', 'BTC', '0.00001 BTC'],
    ['25.00', 'USDC', '25.00 USDC'],
    ['1234567.1', 'CHF', '1,234,567.10 CHF'],
    ['49.905', 'EUR', '€49.905'],
    ['12345678901234567890.12', 'EUR', '€12,345,678,901,234,567,890.12'],
    ['0', 'EUR', '€0.00'],
    ['0007', 'JPY', '¥7'],
  ])('shows %s %s as %s', (value, currency, text) => {
    expect(moneyText(value, currency)).toBe(text)
  })

  test('shows a text that is not a decimal unchanged', () => {
    expect(moneyText('1e3', 'EUR')).toBe('€1e3')
    expect(moneyText('', '')).toBe(' ')
    expect(moneyText('5', 'constructor')).toBe('5 constructor')
  })

  test('never throws on a code and never loses a digit of an amount', () => {
    const decimal = fc.tuple(fc.nat(), fc.stringMatching(/^[0-9]{0,7}[1-9]$/)).map((parts) => parts.join('.'))
    fc.assert(
      fc.property(decimal, fc.string(), (value, currency) => {
        expect(moneyText(value, currency).replaceAll(',', '')).toContain(value)
      }),
    )
  })
})
