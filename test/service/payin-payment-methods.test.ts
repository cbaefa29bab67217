// payments-v2 "Payin payment methods": the methods that a merchant can preselect, and the page that the payer then
// sees.
import { describe, expect, it } from 'vitest'
import { agreeAtBank, payAtBank, payByCard } from './payer.ts'
import { type Page, pointersOf, returnUrl, runService, unknownId } from './support.ts'

const service = runService()
const iban = 'DE89370400440532013000'

async function banks() {
  const { body } = await service.get<Page<{ id: string; name: string }>>('listBanks', '/api/v2/banks')
  return body.content
}

/** A payer with one stored account. */
async function payerWithAccount(email: string) {
  const { redirect_url } = await service.createPayin({
    payer: { email },
    payment: { method: 'bank_account', iban },
  })
  await (await service.visitor().open(redirect_url)).submit('/bank/confirm', { decision: 'authorise' })
  const path = `/api/v2/payers?email=${encodeURIComponent(email)}`
  const { body } = await service.get<Page<{ instruments: { id: string }[] }>>('listPayers', path)
  return body.content[0]?.instruments[0]?.id ?? ''
}

describe('payment.method', () => {
  it('is one of the six', async () => {
    const firstPages = {
      bank_account: '/bank',
      card: '',
      google_pay: '/google-pay',
      apple_pay: '/apple-pay',
      crypto_transfer: '/crypto',
      service_wallet: '/wallet',
    }
    for (const [method, page] of Object.entries(firstPages)) {
      const { payment, redirect_url } = await service.createPayin({ payment: { method } })
      expect(payment).toEqual({ method })
      expect((await service.visitor().open(redirect_url)).url).toBe(redirect_url + page)
    }
    for (const method of ['cash', 'Card', '', 1, null, 'service_balance']) {
      expect(pointersOf(await service.tryPayin({ payment: { method } }))).toEqual(['/payment/method'])
    }
    expect(pointersOf(await service.tryPayin({ payment: {} }))).toEqual(['/payment/method'])
  })

  it('needs nothing else for card, google_pay, apple_pay and crypto_transfer', async () => {
    for (const method of ['card', 'google_pay', 'apple_pay', 'crypto_transfer']) {
      const { payment } = await service.createPayin({ payment: { method, iban, email: 'x@example.test' } })
      expect(payment).toEqual({ method })
    }
  })

  it('takes a service_wallet with or without the e-mail of the wallet', async () => {
    const email = 'wallet@example.test'
    const { payment, redirect_url } = await service.createPayin({
      payment: { method: 'service_wallet', email },
    })
    expect(payment).toEqual({ method: 'service_wallet', email })
    expect((await service.visitor().open(redirect_url)).html).toContain(`value="${email}"`)
    const wrong = { payment: { method: 'service_wallet', email: 'wallet' } }
    expect(pointersOf(await service.tryPayin(wrong))).toEqual(['/payment/email'])
  })
})

describe('a payment by bank account', () => {
  it('takes exactly one variant', async () => {
    const [bank] = await banks()
    const given = { bank_id: bank?.id, iban, instrument_id: await payerWithAccount('variants@example.test') }
    const payer = { email: 'variants@example.test' }
    for (const [one, other] of [
      ['bank_id', 'iban'],
      ['bank_id', 'instrument_id'],
      ['iban', 'instrument_id'],
    ] as const) {
      const payment = { method: 'bank_account', [one]: given[one], [other]: given[other] }
      expect((await service.tryPayin({ payer, payment })).status, `${one} ${other}`).toBe(422)
      expect((await service.tryPayin({ payer, payment: { ...payment, [other]: undefined } })).status).toBe(
        201,
      )
    }
    expect((await service.tryPayin({ payer, payment: { method: 'bank_account', ...given } })).status).toBe(
      422,
    )
  })

  it('takes the bank_id of a bank of GET /banks, and the payer signs in there', async () => {
    const [bank] = await banks()
    const payment = { method: 'bank_account', bank_id: bank?.id }
    const { redirect_url } = await service.createPayin({ payment })
    const login = await service.visitor().open(redirect_url)
    expect(login.html).toContain(bank?.name.replace('&', '&amp;'))
    expect((await agreeAtBank(login)).url).toBe(returnUrl)
    for (const bank_id of [unknownId, 'bank', '', 1]) {
      const wrong = { payment: { method: 'bank_account', bank_id } }
      expect(pointersOf(await service.tryPayin(wrong))).toEqual(['/payment/bank_id'])
    }
  })

  it("takes the payer's account by IBAN", async () => {
    const { redirect_url, payment } = await service.createPayin({ payment: { method: 'bank_account', iban } })
    expect(payment).toEqual({ method: 'bank_account', iban })
    const confirm = await service.visitor().open(redirect_url)
    expect(confirm.html).toMatch(/DE89[ *]{14,18}30 ?00/)
    expect((await confirm.submit('/bank/confirm', { decision: 'authorise' })).url).toBe(returnUrl)
    for (const wrong of ['DE89370400440532013001', 'DE89', '', 'ZZ00', 89]) {
      const body = { payment: { method: 'bank_account', iban: wrong } }
      expect(pointersOf(await service.tryPayin(body))).toEqual(['/payment/iban'])
    }
  })

  it('takes an instrument_id of this payer and of no other', async () => {
    const email = 'owner@example.test'
    const payment = { method: 'bank_account', instrument_id: await payerWithAccount(email) }
    const { redirect_url } = await service.createPayin({ payer: { email }, payment })
    const confirm = await service.visitor().open(redirect_url)
    expect(confirm.html).toMatch(/DE89[ *]{14,18}30 ?00/)
    const other = { payer: { email: 'other@example.test' }, payment }
    // A known payer without stored instruments.
    await service.createPayin({ payer: other.payer })
    expect(pointersOf(await service.tryPayin(other))).toEqual(['/payment/instrument_id'])
    const unknown = { payer: { email }, payment: { ...payment, instrument_id: unknownId } }
    expect(pointersOf(await service.tryPayin(unknown))).toEqual(['/payment/instrument_id'])
  })

  it('lets the payer choose a bank on the hosted page when no variant is given', async () => {
    const [, bank] = await banks()
    const { redirect_url, id } = await service.createPayin({ payment: { method: 'bank_account' } })
    const end = await payAtBank(await service.visitor().open(redirect_url), bank?.id ?? '')
    expect(end.url).toBe(returnUrl)
    expect((await service.readPayin(id)).status).toBe('AUTHORIZED')
  })
})

describe('every rail', () => {
  it('takes a payment, in fiat and in cryptocurrency', async () => {
    const [bank] = await banks()
    const visitor = service.visitor()
    const ways: Record<string, (url: string) => Promise<unknown>> = {
      card: (url) => payByCard(visitor, url),
      bank_account: async (url) => payAtBank(await visitor.open(url), bank?.id ?? ''),
      google_pay: async (url) => (await visitor.open(url)).submit('/google-pay'),
      apple_pay: async (url) => (await visitor.open(url)).submit('/apple-pay'),
      crypto_transfer: async (url) => (await visitor.open(url)).submit('/crypto/sent'),
      service_wallet: async (url) => {
        const code = await (await visitor.open(url)).submit('/wallet', { email: 'mara@example.test' })
        return (await code.submit('/wallet/code', { code: '123456' })).submit('/wallet/confirm')
      },
    }
    for (const [method, pay] of Object.entries(ways)) {
      for (const currency of ['EUR', 'USDC']) {
        const amount = { value: '12.50', currency }
        const { id, redirect_url } = await service.createPayin({ amount, payment: { method } })
        await pay(redirect_url)
        expect((await service.readPayin(id)).status, `${method} ${currency}`).toBe('AUTHORIZED')
      }
    }
  })
})
