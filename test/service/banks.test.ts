// payments-v2 "Bank" and GET /banks.
import { describe, expect, it } from 'vitest'
import { type Page, runService, uuid } from './support.ts'

const service = runService()
type Bank = { id: string; name: string; logo_url: string }

const banks = async () => (await service.get<Page<Bank>>('listBanks', '/api/v2/banks?page_size=100')).body

describe('a bank', () => {
  it('is listed in an envelope with id, name and logo_url', async () => {
    const { content, ...page } = await banks()
    expect(page).toEqual({ page: 1, page_size: content.length, has_more: false })
    expect(content.length).toBeGreaterThan(0)
    for (const bank of content) {
      expect(bank.id).toMatch(uuid)
      expect(bank.name).not.toBe('')
      const logo = await fetch(bank.logo_url)
      expect([logo.status, logo.headers.get('Content-Type')]).toEqual([200, 'image/svg+xml'])
    }
    expect(new Set(content.map(({ id }) => id)).size).toBe(content.length)
  })

  it('is available for a payment by open banking', async () => {
    for (const { id } of (await banks()).content) {
      const { redirect_url } = await service.createPayin({ payment: { method: 'bank_account', bank_id: id } })
      expect((await service.visitor().open(redirect_url)).url).toBe(`${redirect_url}/bank/login`)
    }
  })
})
