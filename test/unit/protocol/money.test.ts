import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isDecimal, type Money, parseMoney, sameMoney } from '../../../src/protocol/money.ts'

const digits = (most: number) =>
  fc.array(fc.constantFrom(...'0123456789'), { minLength: 1, maxLength: most }).map((list) => list.join(''))

const decimals = fc
  .tuple(digits(12), fc.option(digits(8), { nil: null }))
  .map(([whole, fraction]) => (fraction === null ? whole : `${whole}.${fraction}`))

const eur = (value: string): Money => ({ value, currency: 'EUR' })

/** The exact number of 10⁻⁸ units, as a reference. */
function units(value: string): bigint {
  const [whole = '', fraction = ''] = value.split('.')
  return BigInt(whole + fraction.padEnd(8, '0'))
}

describe('an amount', () => {
  test.each(['0', '49.90', '100', '0.00000001', '00.10', '12345678901234567890.12345678'])(
    '%s is one',
    (value) => {
      expect(isDecimal(value)).toBe(true)
    },
  )

  test.each(['', '-1', '+1', '1.', '.5', '1,50', '1e3', '1.123456789', ' 1', '1\n', '١', 'NaN', 49.9, null])(
    '%j is none',
    (value) => {
      expect(isDecimal(value)).toBe(false)
    },
  )

  test.each([
    null,
    '49.90',
    [],
    {},
    { value: 49.9, currency: 'EUR' },
    { value: '49.90' },
    { value: '49.90', currency: '' },
    { value: '49.90', currency: 978 },
  ])('%j is not shown as money', (json) => {
    expect(parseMoney(json)).toBeNull()
  })

  test('accepts any currency code, because there are new ones', () => {
    expect(parseMoney({ value: '1', currency: 'USDC', note: 'x' })).toEqual({ value: '1', currency: 'USDC' })
  })
})

describe('the same money', () => {
  test('is the same number of units in the same currency', () => {
    fc.assert(
      fc.property(decimals, decimals, (a, b) => {
        expect(sameMoney(eur(a), eur(b))).toBe(units(a) === units(b))
      }),
    )
  })

  test('does not depend on leading or trailing zeros', () => {
    fc.assert(
      fc.property(digits(12), digits(4), fc.nat(3), fc.nat(4), (whole, fraction, before, after) => {
        const padded = `${'0'.repeat(before)}${whole}.${fraction}${'0'.repeat(after)}`
        expect(sameMoney(eur(`${whole}.${fraction}`), eur(padded))).toBe(true)
      }),
    )
  })

  test('distinguishes amounts that are equal as floats', () => {
    expect(sameMoney(eur('9007199254740993'), eur('9007199254740992'))).toBe(false)
  })

  test('is never the same in another currency', () => {
    expect(sameMoney(eur('1'), { value: '1', currency: 'USD' })).toBe(false)
  })
})
