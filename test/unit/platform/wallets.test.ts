import { expect, test } from 'vitest'
import { canPay } from '../../../src/platform/wallets.ts'
import { methods } from '../../../src/protocol/method.ts'

const page = ({
  hovers = false,
  ...rest
}: {
  hovers?: boolean
  ApplePaySession?: unknown
  PaymentRequest?: unknown
}) => ({ matchMedia: () => ({ matches: hovers }), ...rest }) as NonNullable<Parameters<typeof canPay>[1]>

const applePay = (canMakePayments: () => boolean) => page({ ApplePaySession: { canMakePayments } })

test.each([
  ['a device with a card in Apple Pay', applePay(() => true), true],
  ['a device without one', applePay(() => false), false],
  ['a browser that does not know it', page({}), false],
  [
    'a page that may not ask',
    applePay(() => {
      throw new DOMException('Trying to call from an insecure document.', 'InvalidAccessError')
    }),
    false,
  ],
])('Apple Pay on %s: %3$s', (_name, at, can) => {
  expect(canPay('apple_pay', at)).toBe(can)
})

test.each([
  ['a desktop browser without payment requests', page({ hovers: true }), true],
  ['a phone with payment requests', page({ PaymentRequest: class {} }), true],
  ['the web view of an app', page({}), false],
])('Google Pay in %s: %3$s', (_name, at, can) => {
  expect(canPay('google_pay', at)).toBe(can)
})

test('methods that need no browser feature work everywhere', () => {
  const others = methods.filter((method) => !/_pay$/.test(method))

  expect(others.map((method) => canPay(method, page({})))).toEqual([true, true, true, true])
})
