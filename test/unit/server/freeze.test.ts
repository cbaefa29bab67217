import { freezePayin, freezePayout, type PayoutIntent } from 'payin-checkout/server'
import { describe, expect, test } from 'vitest'

const least: PayoutIntent = {
  amount: { value: '49.90', currency: 'EUR' },
  return_url: 'https://shop.example/r',
}
const key = '7a0c8a8e-0000-4000-8000-000000000001'
const freezers = [
  [
    'freezePayin',
    (more: object, given: unknown) =>
      freezePayin({ ...least, payer: { email: 'a@shop.example' }, ...more }, given as string),
  ],
  ['freezePayout', (more: object, given: unknown) => freezePayout({ ...least, ...more }, given as string)],
] as const

describe.each(freezers)('%s', (_name, freezeWith) => {
  const freeze = (more: object) => freezeWith(more, key)

  test('keeps the key, and the amount as it was written', () => {
    const { idempotencyKey, body } = freeze({ reference: 'A-1' })
    expect(idempotencyKey).toBe(key)
    expect(body).toContain('"amount":{"value":"49.90","currency":"EUR"}')
  })

  test('is a text, so later changes of the intent have no effect', () => {
    const amount = { value: '1', currency: 'EUR' }
    const frozen = freeze({ amount })
    amount.value = '999'
    expect(frozen.body).toContain('"value":"1"')
  })

  test.each(['0', '0.00', '-1', '+1', '1e3', '1.', '.5', '1,5', ' 1', '1.123456789', '', 49.9, null])(
    'refuses the amount %j before the service does',
    (value) => {
      expect(() => freeze({ amount: { value, currency: 'EUR' } })).toThrow(
        /amount\.value must be a positive decimal/,
      )
    },
  )

  test.each(['1', '0.00000001', '007.5', '123456789012345678901234567890.12345678'])(
    'takes the amount %s',
    (value) => {
      expect(freeze({ amount: { value, currency: 'BTC' } }).body).toContain(`"${value}"`)
    },
  )

  test.each(['', 978, undefined])(
    'refuses the currency %j, because no answer could be compared with it',
    (currency) => {
      expect(() => freeze({ amount: { value: '1', currency } })).toThrow(/^amount\.currency must be a text/)
    },
  )

  test.each(['', null, undefined])('refuses the return_url %j, by which a lost answer is found', (bad) => {
    expect(() => freeze({ return_url: bad })).toThrow(/^return_url must be a text/)
  })

  test.each(['', 'x'.repeat(37), 'two words', 'naïve', 'a\nb', undefined, null, 7, ['a']])(
    'refuses the key %j',
    (bad) => {
      expect(() => freezeWith({}, bad)).toThrow(/Idempotency-Key must be 1 to 36/)
    },
  )

  test('refuses a reference of 37 characters and accepts 36', () => {
    expect(() => freeze({ reference: 'x'.repeat(37) })).toThrow(/reference is longer than 36/)
    expect(freeze({ reference: 'x'.repeat(36) }).body).toContain('x'.repeat(36))
  })

  test.each([null, 1001, ['A-1']])('refuses the reference %j, and says what it must be', (reference) => {
    expect(() => freeze({ reference })).toThrow(/^reference must be a text/)
  })
})
