import { describe, expect, it } from 'vitest'
import { openSandbox } from './sandbox-under-test.ts'

describe('the rate limit', () => {
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
