import { expect, test } from 'vitest'
import type { MerchantServer } from '../../../src/merchant/index.ts'
import { toNext } from '../../../src/merchant/next.ts'

const merchant = {
  fetch: async (request: Request) => new Response(`${request.method} ${new URL(request.url).pathname}`),
} as MerchantServer
const request = (method = 'GET') => new Request('https://shop.example/pay/healthz', { method })

test('each HTTP method reaches the merchant with the whole address', async () => {
  const { GET, POST, OPTIONS } = toNext(merchant)
  expect(await (await GET(request())).text()).toBe('GET /pay/healthz')
  expect(await (await POST(request('POST'))).text()).toBe('POST /pay/healthz')
  expect(await (await OPTIONS(request('OPTIONS'))).text()).toBe('OPTIONS /pay/healthz')
})

test('the merchant is made at the first request, and once for all that come together', async () => {
  let made = 0
  const { GET, POST } = toNext(async () => {
    made++
    return merchant
  })
  expect(made).toBe(0)
  await Promise.all([GET(request()), POST(request('POST')), GET(request())])
  expect(made).toBe(1)
})

test('a merchant that failed to start is made again at the next request', async () => {
  let tries = 0
  const { GET } = toNext(async () => {
    tries++
    if (tries === 1) throw new Error('The database is away.')
    return merchant
  })
  await expect(GET(request())).rejects.toThrow('The database is away.')
  expect((await GET(request())).status).toBe(200)
})
