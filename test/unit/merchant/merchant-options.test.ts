// Options of `createMerchant` that cannot work.
import { describe, expect, test } from 'vitest'
import {
  createMerchant,
  type MerchantOptions,
  SettingsError,
  type Store,
} from '../../../src/merchant/index.ts'
import { createShop, given, secret } from './one-order-shop.ts'

describe('a setting that cannot work', () => {
  const { orders } = createShop()
  const store = {} as Store
  const mistakesOf = async (options: object) => {
    const made = createMerchant({ ...given, store, orders, ...options } as MerchantOptions)
    const error = await made.then(
      () => null,
      (thrown) => thrown,
    )
    if (!(error instanceof SettingsError)) throw error ?? new Error('The settings were taken.')
    return error.mistakes
  }

  test.each<[object, RegExp]>([
    [{ service: undefined }, /^service is missing: it must be \{ baseUrl, apiKey, webhookSecrets \}/],
    [
      { service: { ...given.service, apiKey: undefined } },
      /^service\.apiKey is missing: it must be the secret key/,
    ],
    [{ service: { ...given.service, apiKey: 42 } }, /^service\.apiKey must be the secret key/],
    [
      { service: { ...given.service, apiKey: 'sk_canary' } },
      /^service\.apiKey must begin with test_ or live_/,
    ],
    [{ service: { ...given.service, webhookSecrets: [] } }, /^service\.webhookSecrets is empty/],
    [{ service: { ...given.service, webhookSecrets: '' } }, /^service\.webhookSecrets must hold no spaces/],
    [
      { service: { ...given.service, webhookSecrets: '"canary"' } },
      /^service\.webhookSecrets must hold no spaces and no quotes\. Copy the secret whole, without quotes\.$/,
    ],
    [
      { service: { ...given.service, baseUrl: 'http://payments.example' } },
      /^service\.baseUrl must be an absolute https:/,
    ],
    [{ service: { ...given.service, baseUrl: 'payments' } }, /^service\.baseUrl must be an absolute/],
    [
      { service: { ...given.service, baseUrl: 'https://a:canary@payments.example' } },
      /^service\.baseUrl must hold no user.* into service\.apiKey\.$/,
    ],
    [{ service: { ...given.service, key: 'x' } }, /^There is no option service\.key\./],
    [{ publicUrl: undefined }, /^publicUrl is missing/],
    [{ publicUrl: 'https://shop.example/' }, /^publicUrl must be the shop's own origin/],
    [{ publicUrl: 'https://shop.example/pay/' }, /^publicUrl must/],
    [{ publicUrl: 'https://shop.example/pay?x' }, /^publicUrl must/],
    [{ publicUrl: 'https://shop.example/a b' }, /^publicUrl must/],
    [{ publicUrl: 'https://shop.example/..' }, /^publicUrl must/],
    [{ publicUrl: 'http://shop.example' }, /^publicUrl must/],
    [{ publicURL: 'https://shop.example' }, /^There is no option publicURL\. Check its spelling\.$/],
    [{ basePath: 'pay' }, /^basePath must be a path such as \/pay/],
    [{ basePath: '/pay/' }, /^basePath must/],
    [{ kind: 'payin' }, /^There is no option kind\./],
    [{ kinds: 'payin' }, /^kinds must hold what shoppers may pay by: payin, bank_transfer, on_ramp\.$/],
    [{ kinds: [] }, /^kinds must hold/],
    [{ kinds: ['payout'] }, /^kinds must hold/],
    [
      { kinds: ['on_ramp'], service: { ...given.service, baseUrl: 'https://payments.example' } },
      /^companyName is missing: .* out of kinds\.$/,
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
      { service: { ...given.service, apiKey: 'live_canary' } },
      /^orderTokenSecrets is missing: with a live_ key/,
    ],
    [
      {
        service: { ...given.service, apiKey: 'live_canary' },
        orderTokenSecrets: secret,
        store: { isForTryingOut: true },
      },
      /^store is for trying out, not for a live_ key/,
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
      'service.webhookSecrets',
      'kinds',
      'service.baseUrl',
      'service.apiKey',
      'publicUrl',
    ])
  })
})
