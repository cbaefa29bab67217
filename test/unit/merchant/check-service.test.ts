import { createServiceClient } from 'payin-checkout/server'
import { expect, test } from 'vitest'
import { checkService } from '../../../src/merchant/service/check-service.ts'

test('a service of real money that does not answer is named by its setting, and no sandbox', async () => {
  const service = createServiceClient({
    baseUrl: 'https://pay.example',
    apiKey: 'live_canary',
    fetch: () => Promise.reject(new TypeError('fetch failed')),
    retry: { maxAttempts: 1 },
  })
  const warning = await checkService(() => service.payins.list(), {
    realMoney: 'a live_ key',
    names: { nameOf: () => 'PAYMENTS_BASE_URL', listed: () => '' },
  })
  expect(warning).toMatch(
    /^Check PAYMENTS_BASE_URL: the payment service cannot be used there now, so nobody can pay\. No answer to GET \/payins/,
  )
  expect(warning).not.toContain('sandbox')
})
