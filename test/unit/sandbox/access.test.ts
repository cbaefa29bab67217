import { describe, expect, it } from 'vitest'
import { apiKey, openSandbox, payinBody, problemOf } from './sandbox-under-test.ts'

describe('a key that may only read', () => {
  const headers = {
    'X-API-Key': `${apiKey}_read_only`,
    'Content-Type': 'application/json',
    'Idempotency-Key': 'k',
  }

  it('reads', async () => {
    const { app } = openSandbox()
    expect((await app.request('/api/v2/payins', { headers })).status).toBe(200)
  })

  it.each(['/api/v2/payins', '/api/v2/payouts', '/transaction/create-bank-transfer'])(
    'meets 403 when it posts to %s, and nothing is made',
    async (path) => {
      const { app, payins } = openSandbox()
      const response = await app.request(path, { method: 'POST', headers, body: JSON.stringify(payinBody()) })
      expect((await problemOf(response)).status).toBe(403)
      expect(payins.list()).toEqual([])
    },
  )
})

describe('the rate limit', () => {
  it('answers excess calls with 429 and Retry-After, and accepts calls again after it', async () => {
    const { call, clock } = openSandbox({ rateLimit: 2 })
    const statuses = []
    for (let n = 0; n < 9; n++) statuses.push((await call('GET', '/banks')).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 200, 200, 429])
    const refused = await call('GET', '/banks')
    expect(refused.headers.get('Retry-After')).toBe('1')
    await clock.advance(1_000)
    expect((await call('GET', '/banks')).status).toBe(200)
  })

  it('is off at 0', async () => {
    const { call } = openSandbox({ rateLimit: 0 })
    for (let n = 0; n < 300; n++) expect((await call('GET', '/banks?page_size=1')).status).toBe(200)
  })

  it('is not used up by calls with a wrong key', async () => {
    const { app, call } = openSandbox({ rateLimit: 1 })
    for (let n = 0; n < 10; n++) await app.request('/api/v2/banks')
    expect((await call('GET', '/banks')).status).toBe(200)
  })
})
