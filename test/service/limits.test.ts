// "Rate limiting exists: excess requests get 429" of both documents. Other limits are tested with their fields.
import { describe, expect, it } from 'vitest'
import { runService, unknownId } from './support.ts'

const service = runService({ rateLimit: 5 })

describe('the rate limit', () => {
  it('answers excess requests of both interfaces with 429, and accepts requests again after the wait', async () => {
    // All at once: between calls after each other, a busy machine would gain time, and with it further calls.
    const calls = (call: () => ReturnType<typeof service.get>) =>
      Promise.all(Array.from({ length: 30 }, call))
    const [banks, transactions] = await Promise.all([
      calls(() => service.get('listBanks', '/api/v2/banks')),
      calls(() => service.get('getTransaction', `/transaction/?transactionId=${unknownId}`)),
    ])
    expect(new Set(banks.map(({ status }) => status))).toEqual(new Set([200, 429]))
    const refused = transactions.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(0)
    await service.advance(Number(refused[0]?.headers.get('Retry-After')) * 1000)
    expect((await service.get('listBanks', '/api/v2/banks')).status).toBe(200)
  })
})
