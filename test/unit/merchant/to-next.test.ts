import { expect, test } from 'vitest'
import type { MerchantServer } from '../../../src/merchant/index.ts'
import { toNext } from '../../../src/merchant/next.ts'

const merchant = {
  fetch: async (request: Request) => new Response(`${request.method} ${new URL(request.url).pathname}`),
} as MerchantServer
const request = (method = 'GET') => new Request('https://shop.example/pay/healthz', { method })

test('each method of the protocol reaches the merchant with the whole address', async () => {
  const { GET, POST, OPTIONS } = toNext(merchant)
  expect(await (await GET(request())).text()).toBe('GET /pay/healthz')
  expect(await (await POST(request('POST'))).text()).toBe('POST /pay/healthz')
  expect(await (await OPTIONS(request('OPTIONS'))).text()).toBe('OPTIONS /pay/healthz')
})

test('nothing is made before the first request, and one merchant for all that come at once', async () => {
  let made = 0
  const { GET, POST } = toNext(async () => {
    made++
    return merchant
  })
  expect(made).toBe(0)
  await Promise.all([GET(request()), POST(request('POST')), GET(request())])
  expect(made).toBe(1)
})

test('a merchant that could not be made is made anew with the next request', async () => {
  let tries = 0
  const { GET } = toNext(async () => {
    tries++
    if (tries === 1) throw new Error('The database is away.')
    return merchant
  })
  await expect(GET(request())).rejects.toThrow('The database is away.')
  expect((await GET(request())).status).toBe(200)
})
