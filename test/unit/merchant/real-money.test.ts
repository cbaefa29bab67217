// Whether money is real, and what a start with real money refuses of the sandbox (docs/settings.md#real-money).
import { describe, expect, test } from 'vitest'
import { realMoneyReason } from '../../../src/merchant/settings/real-money.ts'
import { mistakesOf, real } from './environments.ts'

const here = 'http://localhost:4100'
const service = 'https://payments.example'

describe('money', () => {
  test.each([
    // key, service, public address, NODE_ENV
    ['test_sandbox', undefined, undefined, undefined],
    ['test_sandbox', here, undefined, undefined],
    ['test_sandbox', here, 'https://shop.example', undefined],
    ['test_sandbox', 'http://127.0.0.1:4100', 'http://localhost:4000', 'development'],
    ['test_sandbox', 'http://[::1]:4100', undefined, 'test'],
    ['test_mine', here, undefined, undefined],
  ])('is the sandbox’s with %s at %s, for %s, NODE_ENV=%s', (apiKey, baseUrl, publicUrl, nodeEnv) => {
    expect(realMoneyReason({ apiKey, baseUrl, publicUrl, nodeEnv })).toBeNull()
  })

  test.each([
    ['live_x', here, undefined, undefined, 'a live_ key'],
    ['live_x', undefined, undefined, undefined, 'a live_ key'],
    ['test_mine', service, undefined, undefined, 'a payment service on another machine'],
    ['test_sandbox', service, undefined, undefined, 'a payment service on another machine'],
    ['test_mine', 'http://sandbox:4100', undefined, undefined, 'a payment service on another machine'],
    ['test_sandbox', here, undefined, 'production', 'NODE_ENV=production'],
    ['test_sandbox', 'http://sandbox:4100', undefined, undefined, 'a payment service on another machine'],
    ['test_sandbox', undefined, 'https://shop.example', undefined, 'a public address'],
  ])('is real with %s at %s, for %s, NODE_ENV=%s: %s', (apiKey, baseUrl, publicUrl, nodeEnv, reason) => {
    expect(realMoneyReason({ apiKey, baseUrl, publicUrl, nodeEnv })).toBe(reason)
  })
})

describe('a start with real money', () => {
  test.each<[string, Record<string, string>, readonly string[]]>([
    [
      'NODE_ENV=production alone',
      { NODE_ENV: 'production' },
      ['PAYMENTS_BASE_URL', 'PUBLIC_URL', 'PAYMENTS_API_KEY', 'PAYMENTS_WEBHOOK_SECRET'],
    ],
    [
      'a public address and no service',
      { PUBLIC_URL: 'https://shop.example' },
      ['PAYMENTS_BASE_URL', 'PAYMENTS_API_KEY', 'PAYMENTS_WEBHOOK_SECRET'],
    ],
    [
      'the sandbox’s secret at a real service',
      { ...real, PAYMENTS_WEBHOOK_SECRET: 'mine, sandbox_webhook_secret' },
      ['PAYMENTS_WEBHOOK_SECRET'],
    ],
    [
      'the sandbox’s key at a real service',
      { ...real, PAYMENTS_API_KEY: 'test_sandbox' },
      ['PAYMENTS_API_KEY'],
    ],
    [
      'the sandbox’s own variables at a real service',
      {
        ...real,
        PAYMENTS_API_KEY: '',
        PAYMENTS_WEBHOOK_SECRET: '',
        SANDBOX_API_KEY: 'test_x',
        SANDBOX_WEBHOOK_SECRET: 'y',
      },
      ['PAYMENTS_API_KEY', 'PAYMENTS_WEBHOOK_SECRET'],
    ],
    [
      'a live key with the sandbox’s secret on this machine',
      {
        ...real,
        PAYMENTS_BASE_URL: here,
        PAYMENTS_API_KEY: 'live_x',
        PAYMENTS_WEBHOOK_SECRET: 'sandbox_webhook_secret',
      },
      ['PAYMENTS_WEBHOOK_SECRET'],
    ],
  ])('is refused with %s, in one sentence for each variable', (_, environment, variables) => {
    const mistakes = mistakesOf(environment)
    expect(mistakes.map((mistake) => mistake.split(' ')[0])).toEqual(variables)
    for (const mistake of mistakes) expect(mistake).toMatch(/ is missing.* Set it to /)
  })
})
