// "Rate limiting exists: excess requests get 429" of both documents. Other limits are tested with their fields.
import { describe, expect, it } from 'vitest'
import { runService, unknownId } from './support.ts'

const service = runService({ rateLimit: 5 })

describe('the rate limit', () => {
  it('answers excess requests of both interfaces with 429, and accepts requests again after the wait', async () => {
    const calls = Array.from({ length: 30 }, () => service.get('listBanks', '/api/v2/banks'))
    const statuses = (await Promise.all(calls)).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([200, 429]))
    const legacy = await service.get('getTransaction', `/transaction/?transactionId=${unknownId}`)
    expect(legacy.status).toBe(429)
    await service.advance(Number(legacy.headers.get('Retry-After')) * 1000)
    expect((await service.get('listBanks', '/api/v2/banks')).status).toBe(200)
  })
})
