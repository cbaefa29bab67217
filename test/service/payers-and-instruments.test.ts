// payments-v2 "Payer" and "PaymentInstrument": what is stored after a payment, and which part of it is shown.
import { describe, expect, it } from 'vitest'
import type { Payer } from '../../src/sandbox/service/payers.ts'
import { payAtBank, payByCard } from './payer.ts'
import { type Page, runService, uuid } from './support.ts'

const service = runService()

async function payers(query: string) {
  return service.get<Page<Payer>>('listPayers', `/api/v2/payers${query}`)
}

async function instrumentsOf(email: string) {
  const { body } = await payers(`?email=${encodeURIComponent(email)}`)
  return body.content[0]?.instruments
}

describe('a payer', () => {
  it('is listed with e-mail and instruments, in an envelope', async () => {
    await service.createPayin({ payer: { email: 'listed@example.test' } })
    const { status, body } = await payers('?email=listed@example.test')
    const content = [{ email: 'listed@example.test', instruments: [] }]
    expect([status, body]).toEqual([200, { content, page: 1, page_size: 1, has_more: false }])
  })

  it('is found by exactly their e-mail address', async () => {
    for (const email of ['exact@example.test', 'not-exact@example.test', 'exact+1@example.test']) {
      await service.createPayin({ payer: { email } })
    }
    const found = async (query: string) => (await payers(query)).body.content.map(({ email }) => email)
    expect(await found('?email=exact@example.test')).toEqual(['exact@example.test'])
    expect(await found('?email=exact%2B1@example.test')).toEqual(['exact+1@example.test'])
    expect(await found('?email=nobody@example.test')).toEqual([])
    expect((await payers('?email=exact')).status).toBe(400)
  })
})

describe('an instrument', () => {
  it('of a payment by card is shown with number and expiry, but for the middle of the number', async () => {
    const email = 'card@example.test'
    const { redirect_url } = await service.createPayin({ payer: { email } })
    await payByCard(service.visitor(), redirect_url, '4242 4242 4242 4242')
    expect(await instrumentsOf(email)).toEqual([
      { id: expect.stringMatching(uuid), method: 'card', number: '4242********4242', expiry: '12/34' },
    ])
  })

  it('of a payment by bank is shown with its IBAN, but for the first and last four characters masked', async () => {
    const email = 'bank@example.test'
    const { body } = await service.get<Page<{ id: string }>>('listBanks', '/api/v2/banks')
    const { redirect_url } = await service.createPayin({
      payer: { email },
      payment: { method: 'bank_account' },
    })
    await payAtBank(await service.visitor().open(redirect_url), body.content[0]?.id ?? '')
    const [account, ...more] = (await instrumentsOf(email)) ?? []
    expect(more).toEqual([])
    expect(account).toEqual({
      id: expect.stringMatching(uuid),
      method: 'bank_account',
      iban: expect.stringMatching(/^[A-Z]{2}[0-9]{2}\*{7,22}[0-9]{4}$/),
    })
  })

  it('masks an IBAN character by character', async () => {
    const email = 'iban@example.test'
    const payment = { method: 'bank_account', iban: 'DE89370400440532013000' }
    const { redirect_url } = await service.createPayin({ payer: { email }, payment })
    await (await service.visitor().open(redirect_url)).submit('/bank/confirm', { decision: 'authorise' })
    expect(await instrumentsOf(email)).toMatchObject([{ iban: `DE89${'*'.repeat(14)}3000` }])
  })

  it('is remembered once, and not when nothing was paid with it', async () => {
    const email = 'twice@example.test'
    const refused = await service.createPayin({ payer: { email } })
    await payByCard(service.visitor(), refused.redirect_url, '4000000000009995')
    expect(await instrumentsOf(email)).toEqual([])
    for (const _ of [1, 2]) {
      const { redirect_url } = await service.createPayin({ payer: { email } })
      const page = await service.visitor().open(redirect_url)
      const card = { 'card-number': '4242424242424242', 'card-expiry': '12/34', 'card-cvc': '123' }
      await page.submit('/pay', { method: 'card', ...card })
    }
    expect(await instrumentsOf(email)).toHaveLength(1)
  })
})
