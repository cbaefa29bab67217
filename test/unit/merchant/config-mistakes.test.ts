// Each mistake in the environment is reported before the server starts.
import { describe, expect, test } from 'vitest'
import { mistakesOf, real } from './environments.ts'

describe('a mistake in the environment', () => {
  test.each<[Record<string, string>, RegExp]>([
    [{ PORT: '0' }, /^PORT must be a port number from 1 to 65535\.$/],
    [{ PORT: '70000' }, /^PORT must/],
    [{ PORT: '4e3' }, /^PORT must/],
    [{ SANDBOX_PORT: 'x' }, /^SANDBOX_PORT must/],
    [{ ...real, PAYMENTS_WEBHOOK_SECRET: '' }, /^PAYMENTS_WEBHOOK_SECRET is missing/],
    [{ ...real, PAYMENTS_API_KEY: '' }, /^PAYMENTS_API_KEY is missing/],
    [
      { ...real, PAYMENTS_BASE_URL: 'http://payments.example' },
      /^PAYMENTS_BASE_URL must be an absolute https:/,
    ],
    [{ ...real, PAYMENTS_BASE_URL: 'payments' }, /^PAYMENTS_BASE_URL must/],
    [{ ...real, PAYMENTS_API_KEY: 'sk_canary' }, /^PAYMENTS_API_KEY must begin with test_ or live_/],
    [{ ...real, PAYMENTS_API_KEY: 'test_' }, /^PAYMENTS_API_KEY must/],
    [{ ...real, PUBLIC_URL: 'https://shop.example/' }, /^PUBLIC_URL must/],
    [{ ...real, PUBLIC_URL: 'https://shop.example/pay/' }, /^PUBLIC_URL must/],
    [{ ...real, PUBLIC_URL: 'https://shop.example/pay?x=1' }, /^PUBLIC_URL must/],
    [{ ...real, PUBLIC_URL: 'https://canary:canary@shop.example' }, /^PUBLIC_URL must/],
    [{ ...real, PUBLIC_URL: 'https://shop.example/<canary>' }, /^PUBLIC_URL must/],
    [{ ...real, PUBLIC_URL: 'https://shop.example//pay' }, /^PUBLIC_URL must/],
    [{ ...real, PUBLIC_URL: 'http://shop.example' }, /^PUBLIC_URL must/],
    [{ ...real, PUBLIC_URL: 'shop.example' }, /^PUBLIC_URL must/],
    [{ COMPLETE_ON: 'CREATED' }, /^COMPLETE_ON must be AUTHORIZED, SETTLED or COMPLETED/],
    [{ ALLOWED_ORIGINS: '*' }, /^ALLOWED_ORIGINS must hold exact origins/],
    [{ ALLOWED_ORIGINS: 'https://a.example/' }, /^ALLOWED_ORIGINS must/],
    [
      { ...real, PAYMENTS_WEBHOOK_SECRET: ',' },
      /^PAYMENTS_WEBHOOK_SECRET holds no secret, .*separated by commas\.$/,
    ],
    [
      { ...real, PAYMENTS_API_KEY: 'live_canary', PUBLIC_URL: '' },
      /^PUBLIC_URL is missing: with a live_ key/,
    ],
    [
      { ...real, PAYMENTS_BASE_URL: 'https://canary:canary@payments.example' },
      /^PAYMENTS_BASE_URL must hold no user and no password\./,
    ],
    [
      { ...real, PAYMENTS_BASE_URL: 'https://payments.example?key=canary' },
      /^PAYMENTS_BASE_URL must hold no query/,
    ],
    [{ ...real, PAYMENTS_BASE_URL: 'https://payments.example/?' }, /^PAYMENTS_BASE_URL must hold no query/],
    [
      { ...real, PAYMENTS_BASE_URL: 'https://payments.example/#canary' },
      /^PAYMENTS_BASE_URL must hold no query/,
    ],
    [{ ...real, PAYMENTS_BASE_URL: 'https://payments.example/api/v2' }, /^PAYMENTS_BASE_URL holds \/api\/v2/],
    [
      { ...real, PAYMENTS_BASE_URL: 'https://payments.example/api/v2/' },
      /^PAYMENTS_BASE_URL holds \/api\/v2/,
    ],
    [{ PAYMENTS_BASE_URL: 'http://127.0.0.1:4000' }, /^PAYMENTS_BASE_URL names this very server/],
    [
      { PAYMENTS_BASE_URL: 'http://localhost:4321', PORT: '4321' },
      /^PAYMENTS_BASE_URL names this very server/,
    ],
    [{ PORT: '4100' }, /^PORT and SANDBOX_PORT are the same/],
    [{ SANDBOX_PORT: '4000' }, /^PORT and SANDBOX_PORT are the same/],
    [{ ...real, PAYMENTS_API_KEY: 'test_"canary"' }, /^PAYMENTS_API_KEY must begin with test_ or live_/],
    [{ ...real, PAYMENTS_API_KEY: "'test_canary'" }, /^PAYMENTS_API_KEY must begin with test_ or live_/],
    [
      { ...real, PAYMENTS_WEBHOOK_SECRET: '"canary"' },
      /^PAYMENTS_WEBHOOK_SECRET must hold no spaces and no quotes/,
    ],
    [
      { ...real, PAYMENTS_WEBHOOK_SECRET: 'canary old_canary' },
      /^PAYMENTS_WEBHOOK_SECRET must hold no spaces/,
    ],
    [{ SANDBOX_WEBHOOK_SECRET: 'can\tary' }, /^SANDBOX_WEBHOOK_SECRET must hold no spaces/],
    [{ BACKOFFICE_TOKEN: `"canary${'x'.repeat(24)}"` }, /^BACKOFFICE_TOKEN must have at least 24/],
    [{ ORDER_TOKEN_SECRET: 'canary' }, /^ORDER_TOKEN_SECRET must have at least 24/],
    [{ ORDER_TOKEN_SECRET: `canary${'x'.repeat(24)}, old` }, /^ORDER_TOKEN_SECRET must have at least 24/],
    [
      { ORDER_TOKEN_SECRET: `canary${'x'.repeat(24)}`, BACKOFFICE_TOKEN: `canary${'x'.repeat(24)}` },
      /^ORDER_TOKEN_SECRET is also used for something else/,
    ],
    [
      { BACKOFFICE_TOKEN: `canary${'x'.repeat(24)}`, METRICS_TOKEN: `canary${'x'.repeat(24)}` },
      /^BACKOFFICE_TOKEN and METRICS_TOKEN are the same/,
    ],
    [
      {
        ...real,
        PAYMENTS_WEBHOOK_SECRET: `canary${'x'.repeat(24)}`,
        METRICS_TOKEN: `canary${'x'.repeat(24)}`,
      },
      /^METRICS_TOKEN is also the key or a secret of the payment service/,
    ],
    [{ ALLOWED_ORIGINS: 'null' }, /^ALLOWED_ORIGINS must hold exact origins/],
    [{ KINDS: ',' }, /^KINDS must hold what shoppers may pay by/],
    [
      { KEEP_FOR: '29' },
      /^KEEP_FOR must be at least 30 days: for so long the service may send a webhook again/,
    ],
    [{ KEEP_FOR: '0' }, /^KEEP_FOR must be at least 30 days/],
    [{ KEEP_FOR: '86400' }, /^KEEP_FOR must be at most 36500: it counts days, not seconds\.$/],
    [{ KEEP_FOR: '13 months' }, /^KEEP_FOR must be a whole number of days, such as 400, or ever/],
    [{ KEEP_FOR: '-1' }, /^KEEP_FOR must be a whole number of days/],
    [{ CLIENT_ADDRESS_HEADER: 'Forwarded' }, /^CLIENT_ADDRESS_HEADER cannot be Forwarded/],
  ])('%j is reported in one sentence that names the variable and the remedy', (environment, sentence) => {
    const mistakes = mistakesOf(environment)
    expect(mistakes).toHaveLength(1)
    expect(mistakes[0]).toMatch(sentence)
    expect(mistakes[0]).not.toContain('canary')
  })

  test('is reported together with all the others', () => {
    const mistakes = mistakesOf({
      SANDBOX_PORT: 'x',
      COMPLETE_ON: 'x',
      PUBLIC_URL: 'x',
      PAYMENTS_API_KEY: 'x',
    })
    expect(mistakes.map((mistake) => mistake.split(' ')[0])).toEqual([
      'SANDBOX_PORT',
      'PAYMENTS_API_KEY',
      'PUBLIC_URL',
      'COMPLETE_ON',
    ])
  })
})
