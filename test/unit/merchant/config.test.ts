// The environment variables of the server: what each one means, and what holds without it.
import { describe, expect, test } from 'vitest'
import { readSettings } from '../../../src/merchant/settings/read.ts'
import { startWarnings } from '../../../src/merchant/start-warnings.ts'
import { mistakesOf, real } from './environments.ts'

test('an empty environment starts with the sandbox and the embedded database', () => {
  expect(readSettings({}, { PAYMENTS_BASE_URL: '', PORT: ' ' })).toEqual({
    service: {
      baseUrl: 'http://localhost:4100',
      apiKey: 'test_sandbox',
      webhookSecrets: ['sandbox_webhook_secret'],
    },
    publicUrl: 'http://localhost:4000',
    basePath: '',
    names: expect.anything(),
    hostedPageOrigins: ['http://localhost:4100', 'http://127.0.0.1:4100', 'http://[::1]:4100'],
    allowedOrigins: [],
    ownOrigins: ['http://localhost:4000', 'http://127.0.0.1:4000', 'http://[::1]:4000'],
    completeOn: 'COMPLETED',
    kinds: ['payin'],
    settlement: null,
    payerCountry: null,
    shopName: 'localhost:4000',
    firstBanks: [],
    companyName: 'Demo',
    orderTokenSecrets: [],
    backofficeToken: null,
    metricsToken: null,
    clientAddressHeader: null,
    keepFor: 400,
    realMoney: null,
  })
})

describe('a start warns', () => {
  const warningsOf = (environment: Record<string, string>, hasMetrics = false) =>
    startWarnings(readSettings({}, environment), hasMetrics)

  test('that all shoppers may share one limit when the shop is public and no proxy header is named', () => {
    expect(warningsOf(real)).toEqual([expect.stringMatching(/^CLIENT_ADDRESS_HEADER is not set\./)])
    expect(warningsOf({ ...real, CLIENT_ADDRESS_HEADER: 'X-Real-IP' })).toEqual([])
  })

  test('that webhooks cannot arrive when the service is remote and the shop is on this machine', () => {
    expect(warningsOf({ ...real, PUBLIC_URL: 'http://localhost:4000' })).toEqual([
      expect.stringMatching(/^PUBLIC_URL names this machine/),
    ])
  })

  test('that a token alone serves no metrics', () => {
    const environment = { METRICS_TOKEN: 'metrics_token_canary_0000' }
    expect(warningsOf(environment)).toEqual([
      expect.stringMatching(/^METRICS_TOKEN is set, and there is nothing to serve at \/metrics\./),
    ])
    expect(warningsOf(environment, true)).toEqual([])
  })

  test('about nothing in the sandbox', () => {
    expect(warningsOf({})).toEqual([])
  })
})

test('SETTLEMENT says where money is paid out', () => {
  const settlementOf = (SETTLEMENT: string) => readSettings({}, { SETTLEMENT }).settlement
  expect(settlementOf('service_balance')).toEqual({ method: 'service_balance' })
  expect(settlementOf('bank_account:de89 3704 0044 0532 0130 00')).toEqual({
    method: 'bank_account',
    iban: 'DE89370400440532013000',
  })
  const address = `0x${'aB'.repeat(20)}`
  expect(settlementOf(`crypto_transfer:polygon:${address}`)).toEqual({
    method: 'crypto_transfer',
    address,
    network: 'polygon',
  })
})

test.each([
  'bank_account:DE89370400440532013001',
  'bank_account',
  'crypto_transfer:ethereum:0x0',
  'crypto_transfer:polygon:0x12',
  'service_balance:x',
])('SETTLEMENT=%s is refused before money goes to a wrong place', (SETTLEMENT) => {
  expect(mistakesOf({ SETTLEMENT })).toEqual([expect.stringContaining('SETTLEMENT must be')])
})

test('finished payments are kept for 400 days, for KEEP_FOR days, or for ever', () => {
  const keepForOf = (KEEP_FOR: string) => readSettings({}, { KEEP_FOR }).keepFor
  expect(['', '30', '3650', 'ever'].map(keepForOf)).toEqual([400, 30, 3650, null])
})

test('a token that can be guessed is refused, and the message does not repeat it', () => {
  const mistakes = mistakesOf({ BACKOFFICE_TOKEN: 'hunter2', METRICS_TOKEN: 'hunter3' })
  expect(mistakes).toEqual([
    expect.stringContaining('BACKOFFICE_TOKEN must have at least 24'),
    expect.stringContaining('METRICS_TOKEN must have at least 24'),
  ])
  expect(mistakes.join()).not.toContain('hunter')
})

test('KINDS lists the ways to pay, and an unknown one is refused', () => {
  expect(readSettings({}, { KINDS: 'payin, on_ramp' }).kinds).toEqual(['payin', 'on_ramp'])
  expect(mistakesOf({ KINDS: 'payin,payout' })).toEqual([expect.stringContaining('KINDS must hold')])
})

test('a real service needs COMPANY_NAME before bank transfers are switched on', () => {
  expect(mistakesOf({ ...real, KINDS: 'bank_transfer' })).toEqual([expect.stringContaining('COMPANY_NAME')])
  expect(mistakesOf({ ...real, KINDS: 'bank_transfer', COMPANY_NAME: 'Lantern' })).toEqual([])
  expect(mistakesOf({ ...real, COMPANY_NAME: 'Lantern Row' })).toEqual([
    expect.stringContaining('letters and digits'),
  ])
})

test('the variables of the sandbox set its port, key and secret', () => {
  const config = readSettings(
    {},
    { SANDBOX_PORT: '4291', SANDBOX_API_KEY: 'test_x', SANDBOX_WEBHOOK_SECRET: 'y' },
  )
  expect(config.service).toEqual({
    baseUrl: 'http://localhost:4291',
    apiKey: 'test_x',
    webhookSecrets: ['y'],
  })
})

test('a real service has its own key, secrets and hosted pages', () => {
  const config = readSettings(
    {},
    {
      ...real,
      PAYMENTS_WEBHOOK_SECRET: 'new, old',
      ALLOWED_ORIGINS: 'https://a.example,https://b.example:8443',
    },
  )
  expect(config.service.webhookSecrets).toEqual(['new', 'old'])
  expect(config.hostedPageOrigins).toEqual(['https://payments.example'])
  expect(config.allowedOrigins).toEqual(['https://a.example', 'https://b.example:8443'])
})

test('a sandbox that was started by hand on this machine needs no key', () => {
  const config = readSettings({}, { PAYMENTS_BASE_URL: 'http://127.0.0.1:4199' })

  expect(config.service.apiKey).toBe('test_sandbox')
})

test.each([
  { PUBLIC_URL: 'https://shop.example/pay', PAYMENTS_BASE_URL: 'http://localhost:4100' },
  { PUBLIC_URL: 'http://localhost:4000' },
  { ...real, PAYMENTS_BASE_URL: 'https://payments.example/base/' },
  { ...real, PAYMENTS_BASE_URL: 'http://localhost:4199', PORT: '4100' },
])('%j is accepted', (environment) => {
  expect(mistakesOf(environment)).toEqual([])
})

test('a live key is accepted in production', () => {
  const environment = {
    ...real,
    PAYMENTS_API_KEY: 'live_x',
    PUBLIC_URL: 'https://shop.example',
    NODE_ENV: 'production',
  }
  expect(mistakesOf(environment)).toEqual([])
})
