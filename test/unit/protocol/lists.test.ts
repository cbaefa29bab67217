// The lists of the merchant protocol: what a small or broken server may answer.
import { describe, expect, test } from 'vitest'
import { parseAccounts, parseBankPage } from '../../../src/protocol/lists.ts'

const nothing = [null, undefined, 7, 'banks', [], {}, { content: null }, { content: {} }]

describe('banks', () => {
  test('are parsed with and without a logo', () => {
    const content = [
      { id: 'b-1', name: 'ING', logo_url: '/logo', country: 'NL' },
      { id: 'b-2', name: 'Revolut' },
    ]

    const { banks, hasMore } = parseBankPage({ content, page: 1, page_size: 2, has_more: true })

    expect([banks, hasMore]).toEqual([content, true])
  })

  test('without id or name are left out, and the others stay', () => {
    const content = [null, 'ING', { id: 7, name: 'x' }, { id: 'x' }, { id: 'b-1', name: 'ING' }]

    expect(parseBankPage({ content }).banks.map(({ id }) => id)).toEqual(['b-1'])
  })

  test.each(nothing)('from %j are an empty last page', (json) => {
    expect(parseBankPage(json)).toEqual({ banks: [], hasMore: false })
  })

  test('end with an empty page, whatever `has_more` is', () => {
    expect(parseBankPage({ content: [], has_more: true }).hasMore).toBe(false)
  })
})

describe('saved accounts', () => {
  test('are bank accounts only, because the service accepts no saved card', () => {
    const content = [
      { id: 'i-1', method: 'bank_account', iban: 'DE89**************3000' },
      { id: 'i-2', method: 'card', number: '4111********1111', expiry: '12/27' },
      null,
    ]

    expect(parseAccounts({ content }).map(({ id }) => id)).toEqual(['i-1'])
  })

  test.each(nothing)('from %j are none', (json) => {
    expect(parseAccounts(json)).toEqual([])
  })
})
