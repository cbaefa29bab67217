import { describe, expect, test } from 'vitest'
import { collect, failureOf, json, scriptedClient } from './scripted-client.ts'

const bank = (id: string) => ({ id, name: `Bank ${id}`, logo_url: 'https://logo.example/b.svg' })
const pageOf = (url: string) => Number(new URL(url).searchParams.get('page'))

/** A service with this many pages of one bank each; 0: it never ends. */
function banksOver(pages: number) {
  return scriptedClient([
    (url) => {
      const page = pageOf(url)
      return json(200, { content: [bank(`b${page}`)], page, page_size: 1, has_more: page !== pages })
    },
  ])
}

describe('iterating a list', () => {
  test('returns every item of every page, in the service’s order, with large pages', async () => {
    const { client, calls } = banksOver(3)

    const banks = await collect(client.banks.all())

    expect(banks.map(({ id }) => id)).toEqual(['b1', 'b2', 'b3'])
    expect(calls.map(({ url }) => new URL(url).search)).toEqual(
      [1, 2, 3].map((p) => `?page=${p}&page_size=100`),
    )
  })

  test('starts at the given page with the given size', async () => {
    const { client, calls } = banksOver(3)
    const pages = await collect(client.banks.pages({ page: 2, page_size: 1 }))
    expect(pages.map(({ page }) => page)).toEqual([2, 3])
    expect(calls[0]?.url).toContain('page_size=1')
  })

  test('requests no further page after break', async () => {
    const { client, calls } = banksOver(0)
    for await (const { id } of client.banks.all()) if (id === 'b2') break
    expect(calls).toHaveLength(2)
  })

  test('throws the signal’s reason, also in the middle of a page', async () => {
    const banks = { content: [bank('b1'), bank('b2')], page: 1, page_size: 2, has_more: false }
    const { client } = scriptedClient([json(200, banks)])
    const abort = new AbortController()
    const seen: string[] = []
    const reading = (async () => {
      for await (const { id } of client.banks.all({ signal: abort.signal })) {
        seen.push(id)
        abort.abort(new Error('enough'))
      }
    })()
    await expect(reading).rejects.toThrow('enough')
    expect(seen).toEqual(['b1'])
  })

  test('throws if a list never ends', async () => {
    const { client, clock, calls } = banksOver(0)
    const error = await failureOf(collect(client.banks.all({ page: 99_999 })), clock)
    expect([error.kind, calls.length]).toEqual(['unknown', 2])
    expect(error.message).toContain('does not end')
  })

  test.each([
    ['the same page', [bank('b')]],
    ['an empty page', []],
  ])('throws if the service answers with %s for ever', async (_what, content) => {
    const { client, clock, calls } = scriptedClient([
      (url) => json(200, { content, page: pageOf(url), page_size: 1, has_more: true }),
    ])
    const error = await failureOf(collect(client.banks.all()), clock)
    expect([error.kind, calls.length]).toEqual(['unknown', 20])
  })

  test('continues after an empty page', async () => {
    const { client } = scriptedClient([
      (url) => {
        const page = pageOf(url)
        return json(200, { content: page === 2 ? [] : [bank(`b${page}`)], page, has_more: page < 3 })
      },
    ])
    expect((await collect(client.banks.all())).map(({ id }) => id)).toEqual(['b1', 'b3'])
  })

  test('throws if the service repeats the first page, because the others would be missing', async () => {
    const { client, clock } = scriptedClient([
      json(200, { content: [bank('b')], page: 1, page_size: 1, has_more: true }),
    ])
    const error = await failureOf(collect(client.banks.all()), clock)
    expect(error.message).toContain('asked for page 2 and answered page 1')
  })

  test('throws at a fault on a later page, because a shorter list would mean "there is none"', async () => {
    const { client, clock } = scriptedClient([
      (url) =>
        pageOf(url) === 1
          ? json(200, { content: [bank('b')], page: 1, page_size: 1, has_more: true })
          : json(500, {}),
    ])
    expect((await failureOf(collect(client.banks.all()), clock)).kind).toBe('retry')
  })
})

describe('a page', () => {
  test.each([
    ['no content', { has_more: false }],
    ['no has_more', { content: [] }],
    ['content that is no array', { content: {}, has_more: false }],
  ])('with %s is refused', async (_what, answer) => {
    const { client, clock } = scriptedClient([json(200, answer)])
    expect((await failureOf(client.banks.list(), clock)).kind).toBe('unknown')
  })

  test('shows what can be read beside what cannot', async () => {
    const content = [bank('b'), { name: 'no id' }, null, 'text']
    const { client } = scriptedClient([json(200, { content, has_more: false })])
    expect(await client.banks.list()).toMatchObject({
      content: [bank('b')],
      unreadable: content.slice(1),
    })
  })

  test('without page and page_size counts as the requested one', async () => {
    const { client } = scriptedClient([json(200, { content: [bank('b')], has_more: false })])
    expect(await client.banks.list({ page: 4 })).toMatchObject({ page: 4, page_size: 1 })
  })

  test.each([{ page: 0 }, { page: 1.5 }, { page_size: 0 }, { page_size: 101 }, { page: Number.NaN }])(
    'is not asked for with %j, which the document refuses',
    async (query) => {
      const { client, calls } = scriptedClient([json(200, {})])
      await expect(client.payers.list(query)).rejects.toThrow(/must be a whole number/)
      expect(calls).toHaveLength(0)
    },
  )
})

describe('findByReference', () => {
  const order = (id: string, reference?: string) => ({ id, status: 'CREATED', reference })

  test('returns only objects with this reference if a proxy drops the filter', async () => {
    const content = [order('p1', 'A'), order('p2', 'B'), order('p3', 'A')]
    const { client, calls } = scriptedClient([json(200, { content, page: 1, page_size: 3, has_more: false })])
    const found = await collect(client.payouts.findByReference('A'))
    expect(found.map(({ id }) => id)).toEqual(['p1', 'p3'])
    expect(calls[0]?.url).toContain('/payouts?page=1&page_size=100&reference=A')
  })
})

describe('a payment in a list', () => {
  const paid = { id: 'p1', status: 'COMPLETED' }
  const listOf = (...content: unknown[]) => json(200, { content, page: 1, has_more: false })

  test('without a status is read itself', async () => {
    const { client, calls } = scriptedClient([listOf({ id: 'p1', status: 7 }), json(200, paid)])
    expect(await client.payins.list()).toMatchObject({ content: [paid], unreadable: [] })
    expect(calls[1]?.url).toMatch(/\/payins\/p1$/)
  })

  test.each([
    ['without an id', { status: 'COMPLETED' }, 200],
    ['without a status, here and by itself', { id: 'p2' }, 200],
    ['without a status, and unknown by its id', { id: 'p2' }, 404],
  ])('%s is no end of the others, and not nothing', async (_what, broken, status) => {
    const answers = [listOf(broken, paid), json(status, broken)]
    const { client, clock } = scriptedClient(answers)
    const seen: string[] = []
    const reading = (async () => {
      for await (const { id } of client.payins.findByReference('A')) seen.push(id)
    })()

    const error = await failureOf(reading, clock)

    expect([seen, error.kind]).toEqual([['p1'], 'unknown'])
  })

  test('of another reference is none of those that were asked for, also when it cannot be read', async () => {
    const { client } = scriptedClient([listOf({ reference: 'B' }, { ...paid, reference: 'A' })])
    expect((await collect(client.payins.findByReference('A'))).map(({ id }) => id)).toEqual(['p1'])
  })

  test('that cannot be read now makes the list one that cannot be read now', async () => {
    const { client, clock } = scriptedClient([listOf({ id: 'p1' }), json(500, {})])
    expect((await failureOf(client.payins.list(), clock)).kind).toBe('retry')
  })
})

describe('a filter without a value', () => {
  test.each([undefined, null, '', 7])(
    '%j asks for nothing, because everything would be found',
    async (given) => {
      const { client, calls } = scriptedClient([json(200, { content: [], has_more: false })])
      const value = given as string
      await expect(collect(client.payins.findByReference(value))).rejects.toThrow(/^reference must be a text/)
      await expect(client.payers.find(value)).rejects.toThrow(/^email must be a text/)
      if (given !== undefined)
        await expect(client.payouts.list({ reference: value })).rejects.toThrow(/^reference must be a text/)
      expect(calls).toEqual([])
    },
  )
})

describe('payers', () => {
  const ada = {
    email: 'Ada@shop.example',
    instruments: [
      { id: 'i1', method: 'bank_account', iban: 'MT84***********001S' },
      { id: 'i2', method: 'card', number: '4111********1111', expiry: '09/29' },
      { id: 'i3', method: 'carrier_pigeon', ring: 'blue' },
      { method: 'card' },
    ],
  }
  const answer = (...content: unknown[]) => json(200, { content, page: 1, page_size: 20, has_more: false })

  test('finds the payer with the saved instruments', async () => {
    const { client } = scriptedClient([answer(ada)])
    const payer = await client.payers.find('ada@shop.example')
    expect(payer?.instruments.map(({ id, method }) => [id, method])).toEqual([
      ['i1', 'bank_account'],
      ['i2', 'card'],
      ['i3', 'carrier_pigeon'],
    ])
  })

  test('never returns another payer’s instruments', async () => {
    const { client } = scriptedClient([answer({ ...ada, email: 'eve@shop.example' })])
    expect(await client.payers.find('ada@shop.example')).toBeNull()
  })

  test('returns null for an unknown payer', async () => {
    const { client } = scriptedClient([answer()])
    expect(await client.payers.find('ada@shop.example')).toBeNull()
  })
})
