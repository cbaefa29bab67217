// payments-v2 "List envelope" and the pagination parameters of every list.
import { beforeAll, describe, expect, it } from 'vitest'
import type { OperationId } from '../../src/sandbox/openapi/description.ts'
import { type Page, type Problem, runService } from './support.ts'

const service = runService()
const lists: [OperationId, string][] = [
  ['listPayins', '/api/v2/payins'],
  ['listPayouts', '/api/v2/payouts'],
  ['listPayers', '/api/v2/payers'],
  ['listBanks', '/api/v2/banks'],
]

// More than one page of 20 of everything.
beforeAll(async () => {
  for (let index = 0; index < 23; index++) {
    await service.createPayin({ payer: { email: `payer-${index}@example.test` } })
    await service.createPayout()
  }
})

const read = async (operation: OperationId, path: string) => (await service.get<Page>(operation, path)).body

describe('every list', () => {
  it('is an envelope of content, page, page_size and has_more', async () => {
    for (const [operation, path] of lists) {
      const body = await read(operation, path)
      expect(Object.keys(body).sort()).toEqual(['content', 'has_more', 'page', 'page_size'])
      expect(Array.isArray(body.content)).toBe(true)
    }
  })

  it('begins with page 1 of 20', async () => {
    for (const [operation, path] of lists) {
      const { content, ...page } = await read(operation, path)
      expect(content).toHaveLength(20)
      expect(page).toEqual({ page: 1, page_size: 20, has_more: true })
    }
  })

  it('gives each item on exactly one page, and says whether more pages exist', async () => {
    for (const [operation, path] of lists) {
      const all = (await read(operation, `${path}?page_size=100`)).content
      const paged: unknown[] = []
      for (let page = 1, more = true; more; page++) {
        const body = await read(operation, `${path}?page=${page}&page_size=7`)
        expect(body).toMatchObject({ page, page_size: body.content.length })
        paged.push(...body.content)
        more = body.has_more
      }
      expect(paged).toEqual(all)
    }
  })

  it('says in page_size how many items this page has', async () => {
    for (const [operation, path] of lists) {
      const beyond = await read(operation, `${path}?page=1000`)
      expect(beyond).toEqual({ content: [], page: 1000, page_size: 0, has_more: false })
      const exact = await read(operation, `${path}?page_size=5`)
      expect([exact.page_size, exact.content.length]).toEqual([5, 5])
    }
  })

  it('has no more when its last page is full', async () => {
    const all = (await read('listPayins', '/api/v2/payins?page_size=100')).content
    expect(all).toHaveLength(23)
    expect((await read('listPayins', '/api/v2/payins?page_size=23')).has_more).toBe(false)
    expect((await read('listPayins', '/api/v2/payins?page_size=22')).has_more).toBe(true)
  })

  it('takes a page from 1', async () => {
    for (const [operation, path] of lists) {
      for (const page of ['0', '-1', '1.5', 'one', '']) {
        const { status, body } = await service.get<Problem>(operation, `${path}?page=${page}`)
        expect([status, body.detail.includes('page')]).toEqual([400, true])
      }
      expect((await service.get(operation, `${path}?page=1`)).status).toBe(200)
    }
  })

  it('takes a page_size from 1 to 100', async () => {
    for (const [operation, path] of lists) {
      for (const size of ['0', '101', '-20', '2.5', 'all', '']) {
        expect((await service.get(operation, `${path}?page_size=${size}`)).status, size).toBe(400)
      }
      for (const size of ['1', '100']) {
        expect((await service.get(operation, `${path}?page_size=${size}`)).status).toBe(200)
      }
    }
  })
})
