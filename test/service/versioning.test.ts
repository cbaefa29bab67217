// payments-v2 "Versioning".
import { describe, expect, it } from 'vitest'
import { runService } from './support.ts'

const service = runService()

describe('the version', () => {
  it('is part of the path of payins, payouts, payers and banks', async () => {
    const headers = { 'X-API-Key': 'test_key_of_this_merchant' }
    for (const name of ['payins', 'payouts', 'payers', 'banks']) {
      const status = async (base: string) =>
        (await fetch(`${service.origin()}${base}/${name}`, { headers })).status
      expect([
        await status('/api/v2'),
        await status('/api/v1'),
        await status('/api'),
        await status(''),
      ]).toEqual([200, 404, 404, 404])
    }
  })

  it('of the interface description is 0.1.0', async () => {
    const description = (await (await fetch(`${service.origin()}/openapi.json`)).json()) as {
      info: { version: string }
    }
    expect(description.info.version).toBe('0.1.0')
  })
})
