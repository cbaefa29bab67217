import { describe, expect, test } from 'vitest'
import { loadConfig } from '../../../src/merchant/node/config.ts'
import { storageMessage } from '../../../src/merchant/node/server.ts'
import { SettingsError } from '../../../src/merchant/settings/settings.ts'
import { startWarnings } from '../../../src/merchant/start-warnings.ts'

const real = {
  PAYMENTS_BASE_URL: 'https://payments.example',
  PAYMENTS_API_KEY: 'test_secret_canary',
  PAYMENTS_WEBHOOK_SECRET: 'hook_secret_canary',
}

function mistakesOf(environment: Record<string, string>): readonly string[] {
  try {
    loadConfig(environment)
    return []
  } catch (error) {
    if (error instanceof SettingsError) return error.mistakes
    throw error
  }
}

test('an empty environment is the sandbox with the embedded database', () => {
  expect(loadConfig({ PAYMENTS_BASE_URL: '', PORT: ' ' })).toEqual({
    service: {
      baseUrl: 'http://localhost:4100',
      apiKey: 'test_sandbox',
      webhookSecrets: ['sandbox_webhook_secret'],
    },
    publicUrl: 'http://localhost:4000',
    basePath: '',
    words: expect.anything(),
    host: '127.0.0.1',
    port: 4000,
    hostedPageOrigins: ['http://localhost:4100', 'http://127.0.0.1:4100', 'http://[::1]:4100'],
    allowedOrigins: [],
    ownOrigins: ['http://localhost:4000', 'http://127.0.0.1:4000', 'http://[::1]:4000'],
    databaseUrl: null,
    dataDir: '.data',
    completeOn: 'COMPLETED',
    kinds: ['payin'],
    settlement: null,
    payerCountry: null,
    companyName: 'Demo',
    orderTokenSecrets: [],
    backofficeToken: null,
    metricsToken: null,
    clientAddressHeader: null,
    keepFor: 400,
  })
})

test('a start says honestly where payments are kept', () => {
  expect(storageMessage(loadConfig({}))).toMatch(/embedded database in \.data\. It is for trying out/)
  expect(storageMessage(loadConfig({ DATA_DIR: 'memory://' }))).toContain('gone with this process')
  const postgres = storageMessage(loadConfig({ DATABASE_URL: 'postgres://user:canary@db/shop' }))
  expect(postgres).toBe('Payments are kept in the Postgres of DATABASE_URL.')
})

describe('a start warns', () => {
  const warningsOf = (environment: Record<string, string>, hasAccounts = true) =>
    startWarnings(loadConfig(environment), hasAccounts)
  const elsewhere = { ...real, PUBLIC_URL: 'https://shop.example' }

  test('that all shoppers may count as one where the shop is public and no proxy’s header is named', () => {
    expect(warningsOf(elsewhere)).toEqual([expect.stringMatching(/^CLIENT_ADDRESS_HEADER is not set\./)])
    expect(warningsOf({ ...elsewhere, CLIENT_ADDRESS_HEADER: 'X-Real-IP' })).toEqual([])
  })

  test('that webhooks cannot come where the service is elsewhere and the shop is on this machine', () => {
    expect(warningsOf(real)).toEqual([expect.stringMatching(/^PUBLIC_URL names this machine/)])
  })

  test('that anybody can open any order’s payment where neither tokens nor accounts say whose it is', () => {
    const env = { ...elsewhere, CLIENT_ADDRESS_HEADER: 'X-Real-IP' }
    expect(warningsOf(env, false)).toEqual([expect.stringMatching(/^ORDER_TOKEN_SECRET is not set/)])
    expect(warningsOf({ ...env, ORDER_TOKEN_SECRET: 'x'.repeat(24) }, false)).toEqual([])
  })

  test('of nothing in the sandbox', () => {
    expect(warningsOf({}, false)).toEqual([])
  })
})

test('money is paid out where SETTLEMENT says', () => {
  const settlementOf = (SETTLEMENT: string) => loadConfig({ SETTLEMENT }).settlement
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
])('SETTLEMENT=%s is refused before any money goes there', (SETTLEMENT) => {
  expect(mistakesOf({ SETTLEMENT })).toEqual([expect.stringContaining('SETTLEMENT must be')])
})

test('what is over is kept for 400 days, for as many as KEEP_FOR says, or for ever', () => {
  const keepForOf = (KEEP_FOR: string) => loadConfig({ KEEP_FOR }).keepFor
  expect(['', '30', '3650', 'ever'].map(keepForOf)).toEqual([400, 30, 3650, null])
})

test('a guessable token is refused, without repeating it', () => {
  const mistakes = mistakesOf({ BACKOFFICE_TOKEN: 'hunter2', METRICS_TOKEN: 'hunter3' })
  expect(mistakes).toEqual([
    expect.stringContaining('METRICS_TOKEN must have at least 24'),
    expect.stringContaining('BACKOFFICE_TOKEN must have at least 24'),
  ])
  expect(mistakes.join()).not.toContain('hunter')
})

test('several kinds are several ways to pay, and a word that is none is refused', () => {
  expect(loadConfig({ KINDS: 'payin, on_ramp' }).kinds).toEqual(['payin', 'on_ramp'])
  expect(mistakesOf({ KINDS: 'payin,payout' })).toEqual([expect.stringContaining('KINDS must hold')])
})

test('a real service must be told whose users these are before it is sent a bank transfer', () => {
  expect(mistakesOf({ ...real, KINDS: 'bank_transfer' })).toEqual([expect.stringContaining('COMPANY_NAME')])
  expect(mistakesOf({ ...real, KINDS: 'bank_transfer', COMPANY_NAME: 'Lantern' })).toEqual([])
  expect(mistakesOf({ ...real, COMPANY_NAME: 'Lantern Row' })).toEqual([
    expect.stringContaining('letters and digits'),
  ])
})

test('the sandbox’s port, key and secret follow its own variables', () => {
  const config = loadConfig({ SANDBOX_PORT: '4291', SANDBOX_API_KEY: 'test_x', SANDBOX_WEBHOOK_SECRET: 'y' })
  expect(config.service).toEqual({
    baseUrl: 'http://localhost:4291',
    apiKey: 'test_x',
    webhookSecrets: ['y'],
  })
})

test('a real service has its own key, secrets and hosted pages', () => {
  const config = loadConfig({
    ...real,
    PAYMENTS_WEBHOOK_SECRET: 'new, old',
    ALLOWED_ORIGINS: 'https://a.example,https://b.example:8443',
  })
  expect(config.service.webhookSecrets).toEqual(['new', 'old'])
  expect(config.hostedPageOrigins).toEqual(['https://payments.example'])
  expect(config.allowedOrigins).toEqual(['https://a.example', 'https://b.example:8443'])
})

test('a sandbox that was started by hand needs no key either: it is on this machine', () => {
  const config = loadConfig({ PAYMENTS_BASE_URL: 'http://127.0.0.1:4199' })

  expect(config.service.apiKey).toBe('test_sandbox')
})

describe('a mistake is one sentence with the variable and the remedy', () => {
  test.each<[Record<string, string>, RegExp]>([
    [{ PORT: '0' }, /^PORT must be a port number from 1 to 65535\.$/],
    [{ PORT: '70000' }, /^PORT must/],
    [{ PORT: '4e3' }, /^PORT must/],
    [{ SANDBOX_PORT: 'x' }, /^SANDBOX_PORT must/],
    [
      { PAYMENTS_BASE_URL: 'https://payments.example', PAYMENTS_API_KEY: 'test_a' },
      /^PAYMENTS_WEBHOOK_SECRET is missing/,
    ],
    [
      { PAYMENTS_BASE_URL: 'https://payments.example', PAYMENTS_WEBHOOK_SECRET: 'a' },
      /^PAYMENTS_API_KEY is missing/,
    ],
    [
      { ...real, PAYMENTS_BASE_URL: 'http://payments.example' },
      /^PAYMENTS_BASE_URL must be an absolute https:/,
    ],
    [{ ...real, PAYMENTS_BASE_URL: 'payments' }, /^PAYMENTS_BASE_URL must/],
    [{ ...real, PAYMENTS_API_KEY: 'sk_canary' }, /^PAYMENTS_API_KEY must begin with test_ or live_/],
    [{ ...real, PAYMENTS_API_KEY: 'test_' }, /^PAYMENTS_API_KEY must/],
    [
      { ...real, PAYMENTS_API_KEY: 'live_canary', PUBLIC_URL: 'https://shop.example' },
      /^DATABASE_URL is missing: .*live_ key/,
    ],
    [{ ...real, NODE_ENV: 'production' }, /^DATABASE_URL is missing: .*NODE_ENV=production/],
    [{ DATABASE_URL: 'mysql://a' }, /^DATABASE_URL must begin with postgres:/],
    [{ PUBLIC_URL: 'https://shop.example/' }, /^PUBLIC_URL must/],
    [{ PUBLIC_URL: 'https://shop.example/pay/' }, /^PUBLIC_URL must/],
    [{ PUBLIC_URL: 'https://shop.example/pay?x=1' }, /^PUBLIC_URL must/],
    [{ PUBLIC_URL: 'https://canary:canary@shop.example' }, /^PUBLIC_URL must/],
    [{ PUBLIC_URL: 'https://shop.example/<canary>' }, /^PUBLIC_URL must/],
    [{ PUBLIC_URL: 'https://shop.example//pay' }, /^PUBLIC_URL must/],
    [{ PUBLIC_URL: 'http://shop.example' }, /^PUBLIC_URL must/],
    [{ PUBLIC_URL: 'shop.example' }, /^PUBLIC_URL must/],
    [{ COMPLETE_ON: 'CREATED' }, /^COMPLETE_ON must be AUTHORIZED, SETTLED or COMPLETED/],
    [{ ALLOWED_ORIGINS: '*' }, /^ALLOWED_ORIGINS must hold exact origins/],
    [{ ALLOWED_ORIGINS: 'https://a.example/' }, /^ALLOWED_ORIGINS must/],
    [{ HOSTED_PAGE_ORIGINS: 'https://a.example,b' }, /^HOSTED_PAGE_ORIGINS must/],
    [{ ...real, PAYMENTS_WEBHOOK_SECRET: ',' }, /^PAYMENTS_WEBHOOK_SECRET holds only commas/],
    [
      { ...real, PAYMENTS_API_KEY: 'live_canary', DATABASE_URL: 'postgres://db/shop' },
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
    [{ HOST: 'http://0.0.0.0' }, /^HOST must be an address or a name of this machine/],
    [{ HOST: 'localhost:4000' }, /^HOST must/],
    [{ HOST: '[::1]' }, /^HOST must/],
    [{ HOST: 'my host' }, /^HOST must/],
    [{ DATABASE_URL: 'postgres://user:can#ary@db/shop' }, /^DATABASE_URL cannot be read as an address\./],
    [{ DATABASE_URL: 'postgres://user:can/ary@db/shop' }, /^DATABASE_URL cannot be read as an address\./],
    [{ DATABASE_URL: 'postgres://user:canary@db:99999/shop' }, /^DATABASE_URL cannot/],
    [{ DATABASE_URL: 'postgres://user:canary@[::/shop' }, /^DATABASE_URL cannot/],
    [{ DATABASE_URL: 'postgres://user:canary@db/shop?port=x' }, /^DATABASE_URL cannot/],
    [
      { DATABASE_URL: 'postgres://user:canary@db/shop?sslrootcert=/no/such/file' },
      /^DATABASE_URL names a certificate/,
    ],
    [{ DATA_DIR: 'package.json' }, /^DATA_DIR is a file, or lies below one\./],
    [{ DATA_DIR: 'package.json/data' }, /^DATA_DIR is a file, or lies below one\./],
    [{ DATA_DIR: 'memory:' }, /^DATA_DIR must be a folder, or memory:\/\//],
    [{ DATA_DIR: 'file:///data' }, /^DATA_DIR must be a folder/],
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
    [{ HOSTED_PAGE_ORIGINS: 'null' }, /^HOSTED_PAGE_ORIGINS must/],
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
  ])('%j', (environment, sentence) => {
    const mistakes = mistakesOf(environment)
    expect(mistakes).toHaveLength(1)
    expect(mistakes[0]).toMatch(sentence)
    expect(mistakes[0]).not.toContain('canary')
  })

  test('and all of them are told at once', () => {
    const mistakes = mistakesOf({ PORT: 'x', COMPLETE_ON: 'x', PUBLIC_URL: 'x', PAYMENTS_API_KEY: 'x' })
    expect(mistakes.map((mistake) => mistake.split(' ')[0])).toEqual([
      'PORT',
      'COMPLETE_ON',
      'PAYMENTS_API_KEY',
      'PUBLIC_URL',
    ])
  })
})

const isRoot = process.getuid?.() === 0
const unlessRoot = isRoot ? ' (skipped: root may write everywhere)' : ''
test.skipIf(isRoot)(`a folder that is not writable is refused before anybody pays${unlessRoot}`, () => {
  expect(mistakesOf({ DATA_DIR: '/data-of-nobody' })).toEqual([
    expect.stringMatching(/^DATA_DIR is not writable\./),
  ])
})

test.each([
  { HOST: '0.0.0.0' },
  { PUBLIC_URL: 'https://shop.example/pay' },
  { PUBLIC_URL: 'http://localhost:4000' },
  { HOST: '::1' },
  { HOST: 'shop.local' },
  { DATA_DIR: 'memory://' },
  { DATA_DIR: 'not/yet/there' },
  { DATABASE_URL: 'postgres://user:p%23ss@db:5433/shop?application_name=shop' },
  { DATABASE_URL: 'postgres://user@%2Fvar%2Frun%2Fpostgresql/shop' },
  { DATABASE_URL: 'postgresql:///shop' },
  { ...real, PAYMENTS_BASE_URL: 'https://payments.example/base/' },
  { ...real, PAYMENTS_BASE_URL: 'http://localhost:4199', PORT: '4100' },
])('%j is fine', (environment) => {
  expect(mistakesOf(environment)).toEqual([])
})

test('Postgres takes a live key in production', () => {
  const environment = {
    ...real,
    PAYMENTS_API_KEY: 'live_x',
    PUBLIC_URL: 'https://shop.example',
    NODE_ENV: 'production',
    DATABASE_URL: 'postgres://db/shop',
  }
  expect(mistakesOf(environment)).toEqual([])
})
