import { describe, expect, test } from 'vitest'
import { useWorld } from './harness.ts'

const world = useWorld()

const id = '7a0c8a8e-0000-4000-8000-000000000001'

/** A shop with accounts: the cookie says who is signed in. */
const withAccounts = () =>
  world().restart({}, { shopper: async (headers) => signedIn.get(headers.get('cookie') ?? '') ?? null })
const signedIn = new Map([
  ['session=ada', 'ada@shop.example'],
  ['session=new', 'new@shop.example'],
])

const instruments = (headers: Record<string, string> = {}) =>
  world().app.request('/checkout/instruments', { headers })

function paidBefore(...more: object[]): void {
  const account = { id, method: 'bank_account', iban: 'DE89**************3000', bank: 'secret' }
  world().service.payers.push({ email: 'ada@shop.example', instruments: [account, ...more] })
}

describe('saved accounts', () => {
  test('are the signed-in shopper’s own, with only the fields that the widget shows', async () => {
    paidBefore({ id: 'c', method: 'card', number: '4242********4242', expiry: '12/40' })
    await withAccounts()
    const response = await instruments({ cookie: 'session=ada' })
    expect(await response.json()).toEqual({
      content: [{ id, method: 'bank_account', iban: 'DE89**************3000' }],
    })
    expect(response.headers.get('cache-control')).toBe('private, no-store')
  })

  test('are an empty list, not an error, for a guest and for a shopper who never paid', async () => {
    paidBefore()
    await withAccounts()
    for (const cookie of ['', 'session=other', 'session=new']) {
      const response = await instruments(cookie ? { cookie } : {})
      expect([response.status, await response.json()]).toEqual([200, { content: [] }])
    }
    expect(world().service.calls).toHaveLength(1)
  })

  test('are an empty list in a shop that does not say who is signed in', async () => {
    paidBefore()
    const response = await instruments({ cookie: 'session=ada' })
    expect(await response.json()).toEqual({ content: [] })
    expect(world().service.calls).toEqual([])
  })

  test('never leave the server unmasked, even if the service forgets to mask them', async () => {
    paidBefore({ id: 'whole', method: 'bank_account', iban: 'DE89370400440532013000' })
    await withAccounts()
    const text = await (await instruments({ cookie: 'session=ada' })).text()
    expect(text).toContain('{"id":"whole","method":"bank_account","iban":"DE89**************3000"}')
    expect(text).not.toContain('3704')
  })

  test.each(['DE89', 'DE893000', 'DE8913000', 'DE891234567'])(
    'are masked whole where the service’s text is too short for an IBAN: %s',
    async (iban) => {
      paidBefore({ id: 'short', method: 'bank_account', iban })
      await withAccounts()
      const { content } = (await (await instruments({ cookie: 'session=ada' })).json()) as {
        content: { id: string; iban: string }[]
      }
      expect(content.find((each) => each.id === 'short')?.iban).toBe('*'.repeat(iban.length))
    },
  )

  test('get a 503 problem while the service cannot be reached', async () => {
    await withAccounts()
    world().service.down = true
    const response = await instruments({ cookie: 'session=ada' })
    expect([response.status, response.headers.get('content-type')]).toEqual([503, 'application/problem+json'])
    expect(world().logged.join()).toContain('service_failed')
    expect(world().logged.join()).not.toContain('ada@')
  })

  test('can be read by pages of allowed origins only', async () => {
    const allowed = await instruments({ origin: 'https://partner.example' })
    const other = await instruments({ origin: 'https://evil.example' })
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://partner.example')
    expect(other.headers.get('access-control-allow-origin')).toBeNull()
    // A page of another origin sends no cookies, so each of its shoppers is a guest.
    expect(allowed.headers.get('access-control-allow-credentials')).toBeNull()
  })

  test('do not use up the service’s budget when they are requested hundreds of times a minute', async () => {
    await withAccounts()
    const statuses: number[] = []
    for (let i = 0; i < 301; i++) statuses.push((await instruments({ cookie: 'session=new' })).status)
    expect([statuses[299], statuses[300]]).toEqual([200, 429])
    expect(world().service.calls).toHaveLength(300)
  })
})
