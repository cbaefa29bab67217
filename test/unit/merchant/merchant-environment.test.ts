// `createMerchant` reads from the environment what code does not give.
import { afterEach, describe, expect, test, vi } from 'vitest'
import { readSettings } from '../../../src/merchant/settings/read.ts'
import { type GivenSettings, SettingsError } from '../../../src/merchant/settings/settings.ts'
import { type Environment, ownEnvironment } from '../../../src/merchant/settings/variables.ts'

const secret = 'order_token_canary_0123456789'
const real = {
  PAYMENTS_BASE_URL: 'https://payments.example',
  PAYMENTS_API_KEY: 'live_canary',
  PAYMENTS_WEBHOOK_SECRET: 'hook_canary',
  PUBLIC_URL: 'https://shop.example',
}

function mistakesOf(given: Partial<GivenSettings>, environment: Environment): readonly string[] {
  try {
    readSettings(given, environment)
    return []
  } catch (error) {
    if (error instanceof SettingsError) return error.mistakes
    throw error
  }
}
const namesIn = (given: Partial<GivenSettings>, environment: Environment) =>
  mistakesOf(given, environment).map((mistake) => mistake.split(' ')[0])

describe('a setting that code does not give', () => {
  test('is the sandbox’s where nothing says that money is real', () => {
    expect(readSettings({}, {})).toMatchObject({
      service: {
        baseUrl: 'http://localhost:4100',
        apiKey: 'test_sandbox',
        webhookSecrets: ['sandbox_webhook_secret'],
      },
      publicUrl: 'http://localhost:4000',
      realMoney: null,
    })
    expect(readSettings({}, { PORT: '4200', SANDBOX_PORT: '4291' })).toMatchObject({
      service: { baseUrl: 'http://localhost:4291' },
      publicUrl: 'http://localhost:4200',
    })
  })

  test('is the variable’s', () => {
    const settings = readSettings(
      {},
      { ...real, KINDS: 'payin,on_ramp', COMPANY_NAME: 'Lantern', KEEP_FOR: 'ever' },
    )
    expect(settings).toMatchObject({ kinds: ['payin', 'on_ramp'], keepFor: null, realMoney: 'a live_ key' })
    expect(settings.service).toEqual({
      baseUrl: 'https://payments.example',
      apiKey: 'live_canary',
      webhookSecrets: ['hook_canary'],
    })
  })

  test('does not change what code gives, also within the service', () => {
    const given = { service: { apiKey: 'live_other' }, publicUrl: 'https://other.example', keepFor: 30 }
    expect(readSettings(given, { ...real, KEEP_FOR: '99' })).toMatchObject({
      service: { baseUrl: 'https://payments.example', apiKey: 'live_other', webhookSecrets: ['hook_canary'] },
      publicUrl: 'https://other.example',
      keepFor: 30,
    })
  })

  test('is not read where code says that there is none', () => {
    expect(
      readSettings({ backofficeToken: null, keepFor: null }, { BACKOFFICE_TOKEN: secret, KEEP_FOR: '99' }),
    ).toMatchObject({
      backofficeToken: null,
      keepFor: null,
    })
  })
})

describe('with real money', () => {
  test.each<[string, Partial<GivenSettings>, Environment, readonly string[]]>([
    [
      'the sandbox is no default',
      {},
      { NODE_ENV: 'production' },
      ['PAYMENTS_BASE_URL', 'PUBLIC_URL', 'PAYMENTS_API_KEY', 'PAYMENTS_WEBHOOK_SECRET'],
    ],
    [
      'a key from code is enough to say so',
      { service: { apiKey: 'live_canary' } },
      {},
      ['PAYMENTS_BASE_URL', 'PUBLIC_URL', 'PAYMENTS_WEBHOOK_SECRET'],
    ],
    [
      'an undefined variable in code is no sandbox’s key',
      { service: { baseUrl: 'https://payments.example', apiKey: undefined } },
      {},
      ['PUBLIC_URL', 'PAYMENTS_API_KEY', 'PAYMENTS_WEBHOOK_SECRET'],
    ],
    [
      'a public address in code is enough',
      { publicUrl: 'https://shop.example' },
      {},
      ['PAYMENTS_BASE_URL', 'PAYMENTS_API_KEY', 'PAYMENTS_WEBHOOK_SECRET'],
    ],
    [
      'the sandbox’s key in code is refused by its option',
      { service: { apiKey: 'test_sandbox' } },
      { ...real, PAYMENTS_API_KEY: 'live_canary' },
      ['service.apiKey'],
    ],
    [
      'the sandbox’s own variables do not count',
      {},
      { ...real, PAYMENTS_API_KEY: '', SANDBOX_API_KEY: 'test_mine' },
      ['PAYMENTS_API_KEY'],
    ],
  ])('%s', (_, given, environment, names) => {
    expect(namesIn(given, environment)).toEqual(names)
    expect(mistakesOf(given, environment).join()).not.toContain('canary')
  })
})

test('a mistake has the name under which the setting was given', () => {
  expect(namesIn({ kinds: [] }, { KINDS: 'payin' })).toEqual(['kinds'])
  expect(namesIn({}, { KINDS: 'payout' })).toEqual(['KINDS'])
  expect(mistakesOf({}, { ALLOWED_ORIGINS: 'x' })[0]).toMatch(
    /^ALLOWED_ORIGINS must hold exact origins, separated by commas/,
  )
  expect(mistakesOf({ allowedOrigins: ['x'] }, {})[0]).toMatch(
    /^allowedOrigins must hold exact origins, such as/,
  )
  expect(namesIn({ orderTokenSecrets: secret, backofficeToken: secret }, {})).toEqual(['orderTokenSecrets'])
  expect(namesIn({ backofficeToken: secret }, { ORDER_TOKEN_SECRET: secret })).toEqual(['ORDER_TOKEN_SECRET'])
})

test('a variable that cannot be read is a mistake even where code gives the setting', () => {
  expect(namesIn({ keepFor: 40 }, { KEEP_FOR: 'a year' })).toEqual(['KEEP_FOR'])
})

describe('a port that is none, such as the pipe of a host on Windows', () => {
  const pipe = { PORT: '\\\\.\\pipe\\4f1', SANDBOX_PORT: 'none' }

  test('is no mistake where code gives the addresses that would be made of it', () => {
    const given = { service: { baseUrl: 'https://payments.example' }, publicUrl: 'https://shop.example' }
    const secrets = { PAYMENTS_API_KEY: 'live_canary', PAYMENTS_WEBHOOK_SECRET: 'hook_canary' }
    expect(mistakesOf(given, { ...pipe, ...secrets })).toEqual([])
    expect(mistakesOf({}, { ...pipe, ...real })).toEqual([])
  })

  test('is a mistake where an address would be made of it', () => {
    expect(namesIn({}, pipe)).toEqual(['PORT', 'SANDBOX_PORT'])
    expect(namesIn({ publicUrl: 'http://localhost:3000' }, pipe)).toEqual(['SANDBOX_PORT'])
  })
})

describe('the environment of the process', () => {
  afterEach(() => vi.unstubAllGlobals())

  test('is read by the names of the settings only', () => {
    vi.stubGlobal('process', { env: { KINDS: 'on_ramp', HOME: '/home/canary' } })
    expect(ownEnvironment()).toMatchObject({ KINDS: 'on_ramp' })
    expect(JSON.stringify(ownEnvironment())).not.toContain('canary')
  })

  test('is empty where a runtime has none, and lacks what a runtime refuses', () => {
    vi.stubGlobal('process', undefined)
    expect(readSettings({}, ownEnvironment()).kinds).toEqual(['payin'])
    const env = new Proxy({} as Record<string, string>, {
      get(_, name) {
        if (name === 'KINDS') throw new Error('Requires env access to "KINDS"')
        return name === 'SHOP_NAME' ? 'Lantern Row' : undefined
      },
    })
    vi.stubGlobal('process', { env })
    expect(readSettings({}, ownEnvironment())).toMatchObject({ kinds: ['payin'], shopName: 'Lantern Row' })
  })
})
