// Options of `createMerchant` that cannot work.
import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { CannotListen } from '../../../src/merchant/errors/cannot-listen.ts'
import {
  createMerchant,
  DatabaseUnreachable,
  type MerchantOptions,
  MissingPackage,
  migrate,
  SettingsError,
  type Store,
  WrongTables,
} from '../../../src/merchant/index.ts'
import { postgresStore } from '../../../src/merchant/postgres.ts'
import { prometheusMetrics } from '../../../src/merchant/prometheus.ts'
import { createShop, given, secret } from './one-order-shop.ts'

const metrics = await prometheusMetrics()

describe('a setting that cannot work', () => {
  const { orders } = createShop()
  const nothing = () => undefined
  const store = { query: nothing, transaction: nothing, listen: nothing } as unknown as Store
  const mistakesOf = async (options: object) => {
    const sound = { ...given, store, orders, orderTokenSecrets: secret, environment: {} }
    const made = createMerchant({ ...sound, ...options } as MerchantOptions)
    const error = await made.then(
      () => null,
      (thrown) => thrown,
    )
    if (!(error instanceof SettingsError)) throw error ?? new Error('The settings were taken.')
    return error.mistakes
  }

  test.each<[object, RegExp]>([
    [{ service: null }, /^service must be \{ baseUrl, apiKey, webhookSecrets \}/],
    [{ service: 'https://payments.example' }, /^service must be \{ baseUrl, apiKey, webhookSecrets \}/],
    [{ service: { ...given.service, apiKey: null } }, /^service\.apiKey must be the secret key/],
    [{ service: { ...given.service, apiKey: 42 } }, /^service\.apiKey must be the secret key/],
    [
      { service: { ...given.service, apiKey: 'sk_canary' } },
      /^service\.apiKey must begin with test_ or live_/,
    ],
    [
      { service: { ...given.service, webhookSecrets: [] } },
      /^service\.webhookSecrets holds no secret, .* or to several\.$/,
    ],
    [{ service: { ...given.service, webhookSecrets: '' } }, /^service\.webhookSecrets must hold no spaces/],
    [
      { service: { ...given.service, webhookSecrets: '"canary"' } },
      /^service\.webhookSecrets must hold no spaces and no quotes\. Copy each secret whole, without quotes\.$/,
    ],
    [
      { service: { ...given.service, baseUrl: 'http://payments.example' } },
      /^service\.baseUrl must be an absolute https:/,
    ],
    [
      { service: { ...given.service, baseUrl: 'https://a:canary@payments.example' } },
      /^service\.baseUrl must hold no user.* into service\.apiKey\.$/,
    ],
    [{ service: { ...given.service, key: 'x' } }, /^There is no option service\.key\./],
    [{ publicUrl: null }, /^publicUrl must be the shop's own origin/],
    [{ publicUrl: 'https://shop.example/' }, /^publicUrl must be the shop's own origin/],
    [{ publicUrl: 'https://shop.example/a b' }, /^publicUrl must/],
    [{ publicUrl: 'https://shop.example/..' }, /^publicUrl must/],
    [{ publicURL: 'https://shop.example' }, /^There is no option publicURL\. Check its spelling\.$/],
    [{ basePath: 'pay' }, /^basePath must be a path such as \/pay/],
    [{ basePath: '/pay/' }, /^basePath must/],
    [{ kind: 'payin' }, /^There is no option kind\./],
    [{ kinds: 'payin' }, /^kinds must hold what shoppers may pay by: payin, bank_transfer, on_ramp\.$/],
    [{ kinds: ['payout'] }, /^kinds must hold/],
    [
      { kinds: ['on_ramp'], service: { ...given.service, baseUrl: 'https://payments.example' } },
      /^COMPANY_NAME is missing: .* out of kinds\.$/,
    ],
    [{ completeOn: 'CREATED' }, /^completeOn must be AUTHORIZED, SETTLED or COMPLETED/],
    [{ payerCountry: 'de' }, /^payerCountry must be two capitals/],
    [{ companyName: 'Lantern Row' }, /^companyName must hold letters and digits only/],
    [{ allowedOrigins: ['https://a.example/'] }, /^allowedOrigins must hold exact origins, such as/],
    [{ allowedOrigins: 'https://a.example' }, /^allowedOrigins must be a list/],
    [{ hostedPageOrigins: ['null'] }, /^hostedPageOrigins must/],
    [{ orderTokenSecrets: 'canary' }, /^orderTokenSecrets must have at least 24/],
    [
      { service: { ...given.service, webhookSecrets: 'new_canary,old_canary' } },
      /^service\.webhookSecrets holds a comma\. Give several as a list/,
    ],
    [
      { orderTokenSecrets: `${secret},${secret}` },
      /^orderTokenSecrets holds a comma\. Give several as a list/,
    ],
    [{ orderTokenSecrets: [secret, 'canary'] }, /^orderTokenSecrets must have at least 24/],
    [
      { orderTokenSecrets: secret, backofficeToken: secret },
      /^orderTokenSecrets is also used for something else/,
    ],
    [{ backofficeToken: 'canary' }, /^backofficeToken must have at least 24/],
    [{ limits: 300 }, /^limits must be an object\.$/],
    [
      { limits: { perMinute: { startsByAdress: 5 } } },
      /^There is no option limits\.perMinute\.startsByAdress\./,
    ],
    // Compared with NaN, no count would be too high.
    [
      { limits: { perMinute: { startsByAddress: Number(undefined) } } },
      /^limits\.perMinute\.startsByAddress must be a finite number from 0/,
    ],
    [{ limits: { heldReads: { ofAll: '100' } } }, /^limits\.heldReads\.ofAll must be a finite number from 0/],
    [
      { limits: { heldReads: { ofAll: Number.POSITIVE_INFINITY } } },
      /^limits\.heldReads\.ofAll must be a finite number from 0/,
    ],
    [{ fetch: 'https://payments.example' }, /^fetch must be a function/],
    [{ keepFor: 7 }, /^keepFor must be at least 30 days/],
    [{ keepFor: 40_000 }, /^keepFor must be at most 36500/],
    [{ keepFor: 30.5 }, /^keepFor must be a whole number of days, such as 400, or null/],
    [{ keepFor: '400' }, /^keepFor must be a whole number of days/],
    [{ keepFor: Number.POSITIVE_INFINITY }, /^keepFor must be a whole number of days/],
    [{ clientAddressHeader: 'Forwarded' }, /^clientAddressHeader cannot be Forwarded/],
    [{ clientAddressHeader: 'X-Real-IP, X' }, /^clientAddressHeader must be the name of one header/],
    [{ settlement: 'service_balance' }, /^settlement must be a settlement method/],
    [
      { settlement: { method: 'bank_account', iban: 'DE89370400440532013001' } },
      /^settlement names an invalid IBAN/,
    ],
    [
      { settlement: { method: 'crypto_transfer', network: 'polygon', address: '0x12' } },
      /^settlement names an invalid address/,
    ],
    [
      { service: { ...given.service, apiKey: 'live_canary' }, orderTokenSecrets: undefined },
      /^ORDER_TOKEN_SECRET is missing: with a live_ key/,
    ],
    [
      {
        service: { ...given.service, apiKey: 'live_canary' },
        store: { ...store, isForTryingOut: true },
      },
      /^store is for trying out, not for a live_ key/,
    ],
    [{ store: undefined }, /^store is missing: it must be what postgresStore/],
    // A pool of pg in place of the store over it.
    [{ store: { query: nothing } }, /^store must be what postgresStore/],
    [{ metrics: prometheusMetrics() }, /^metrics must be what prometheusMetrics returns, awaited/],
    [{ metrics, environment: { METRICS_TOKEN: 'short' } }, /^METRICS_TOKEN must have at least 24/],
    [{ orders: undefined }, /^orders is missing: it must hold the shop's functions find, setPaid, fulfil/],
    [{ orders: { ...orders, setPaid: undefined } }, /^orders\.setPaid must be a function\.$/],
    [
      { orders: { ...orders, shopper: 'ada@shop.example' } },
      /^orders\.shopper must be a function; leave it out/,
    ],
  ])('%j is reported by the name of its option', async (options, sentence) => {
    const mistakes = await mistakesOf(options)
    expect(mistakes).toHaveLength(1)
    expect(mistakes[0]).toMatch(sentence)
    expect(mistakes[0]).not.toContain('canary')
  })

  test('is reported together with all the others', async () => {
    const mistakes = await mistakesOf({ publicUrl: 'x', kinds: [], service: { baseUrl: 'x', apiKey: 'x' } })
    expect(mistakes.map((mistake) => mistake.split(' ')[0])).toEqual([
      'service.baseUrl',
      'service.apiKey',
      'publicUrl',
      'kinds',
    ])
  })

  test('is reported together with what is missing in the shop and with what real money needs', async () => {
    const mistakes = await mistakesOf({
      service: { ...given.service, apiKey: 'live_canary', baseUrl: 'x' },
      store: { ...store, isForTryingOut: true },
      orders: { find: orders.find },
      orderTokenSecrets: [],
    })
    expect(mistakes.map((mistake) => mistake.split(' ')[0])).toEqual([
      'service.baseUrl',
      'orders.setPaid',
      'orders.fulfil',
      'store',
      'orderTokenSecrets',
    ])
  })
})

test.each([
  new SettingsError(['publicUrl is missing.', 'kinds must hold a kind.']),
  new WrongTables('The tables are not there.'),
  new MissingPackage('The package pg is missing.'),
  new CannotListen('Port 4000 is in use.'),
])('%s is printed as its sentences alone, each once', (error) => {
  expect(inspect(error)).toBe(`${error.name}: ${error.message}`)
  // As Node does for an error that nobody catches (start-mistakes.test.ts).
  expect(inspect(error, { customInspect: false })).toBe(`[${error.name}: ${error.message}]`)
})

test('a database that is not there is reported in a sentence without its address, by migrate and by createMerchant', async () => {
  const store = postgresStore({ connectionString: 'postgres://shop:canary@127.0.0.1:9/shop' })
  const sentence =
    /^The database of the store \(DATABASE_URL\) cannot be used \(ECONNREFUSED\)\. Check that Postgres runs there/
  for (const start of [migrate(store), createMerchant({ ...given, store, orders: createShop().orders })]) {
    const error = await start.catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(DatabaseUnreachable)
    expect((error as Error).message).toMatch(sentence)
    expect(inspect(error)).not.toMatch(/canary|\n/)
  }
  await store.close()
})

test.each([
  undefined,
  {},
  { connectionString: '' },
  { connectionString: '  ' },
  { pool: null },
  { pool: {} },
])('postgresStore(%j) is refused in a sentence, and connects to no other database', (options) => {
  expect(() => postgresStore(options as object)).toThrow(
    new SettingsError([
      'postgresStore needs { connectionString }, such as the value of DATABASE_URL, or { pool }, a pool of the package pg.',
    ]),
  )
})

test.each([0, Number.NaN, 2.5, '5'])(
  'postgresStore refuses %j connections, of which none would answer',
  (max) => {
    const connectionString = 'postgres://127.0.0.1:9/shop'
    for (const options of [{ connectionString, max }, { pool: { options: { max } } }])
      expect(() => postgresStore(options as object)).toThrow(/^`max` of postgresStore must be a whole number/)
  },
)
