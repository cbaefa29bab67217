// payments-v2 "PayoutIntent", "Payout (response)" and the payouts' rows of "Endpoints".
import { describe, expect, it } from 'vitest'
import type { Payout } from '../../src/sandbox/service/payouts.ts'
import { claimToIban, payByCard } from './payer.ts'
import { type Page, type Problem, pointersOf, returnUrl, runService, unknownId, uuid } from './support.ts'

const service = runService()
const iban = 'DE89370400440532013000'
const address = '0x7a6f5c1d2b3e4f50617283949a5b6c7d8e9fa0b1'
const list = (query: string) => service.get<Page<Payout>>('listPayouts', `/api/v2/payouts${query}`)

/** The id of an account that was used for a payment. */
async function accountOnRecord(email: string): Promise<string> {
  const payment = { method: 'bank_account', iban }
  const { redirect_url } = await service.createPayin({ payer: { email }, payment })
  await (await service.visitor().open(redirect_url)).submit('/bank/confirm', { decision: 'authorise' })
  return instrumentOf(email)
}

async function instrumentOf(email: string): Promise<string> {
  const path = `/api/v2/payers?email=${email}`
  const { body } = await service.get<Page<{ instruments: { id: string }[] }>>('listPayers', path)
  return body.content[0]?.instruments[0]?.id ?? ''
}

describe('a payout', () => {
  it('is created with 201 and answers with id, status, times and redirect_url', async () => {
    const { status, body } = await service.tryPayout({})
    expect(status).toBe(201)
    expect(body.id).toMatch(uuid)
    expect(body.status).toBe('CREATED')
    expect(new Date(body.created_at).toISOString()).toBe(body.created_at)
    expect(Date.parse(body.expires_at)).toBeGreaterThan(Date.parse(body.created_at))
    expect(new URL(body.redirect_url).origin).toBe(service.origin())
  })

  it('gives back every field of its intent', async () => {
    const recipient = { country: 'AT', language: 'de', first_name: 'Mara', last_name: 'Lind' }
    const intent = {
      amount: { value: '0.00000001', currency: 'BTC' },
      recipient: { ...recipient, phone: '+4366012345', address: 'Ring 1, Wien' },
      payment: { method: 'bank_account', iban },
      reference: 'refund-7',
      return_url: returnUrl,
      webhook_url: service.merchant.inbox('payoutStatusChanged').url,
    }
    const { id } = await service.createPayout(intent)
    expect(await service.readPayout(id)).toMatchObject(intent)
  })

  it('is refused without amount or return_url, and created with them alone', async () => {
    const answer = await service.post<Problem>('createPayout', '/api/v2/payouts', {})
    expect(pointersOf(answer)).toEqual(['/amount', '/return_url'])
    const payout = await service.createPayout()
    for (const field of ['recipient', 'payment', 'reference', 'webhook_url']) {
      expect(payout).not.toHaveProperty(field)
    }
  })

  it('checks amount, recipient, reference and addresses as a payin does', async () => {
    const wrong: [object, string][] = [
      [{ amount: { value: '0', currency: 'EUR' } }, '/amount/value'],
      [{ amount: { value: '1.123456789', currency: 'EUR' } }, '/amount/value'],
      [{ recipient: { country: 'de' } }, '/recipient/country'],
      [{ recipient: { phone: '1234567' } }, '/recipient/phone'],
      [{ reference: 'r'.repeat(37) }, '/reference'],
      [{ return_url: '/back' }, '/return_url'],
      [{ webhook_url: 'shop' }, '/webhook_url'],
    ]
    for (const [more, pointer] of wrong) {
      expect(pointersOf(await service.tryPayout({ ...more }))).toEqual([pointer])
    }
  })

  it('is read by its id, and not found by an id that no payout has', async () => {
    const payout = await service.createPayout()
    const { status, body } = await service.get('getPayout', `/api/v2/payouts/${payout.id}`)
    expect([status, body]).toEqual([200, payout])
    const payin = await service.createPayin()
    for (const id of [unknownId, payin.id]) {
      expect((await service.get('getPayout', `/api/v2/payouts/${id}`)).status).toBe(404)
    }
  })

  it('is listed in an envelope, filtered by exactly its reference', async () => {
    const wanted = await service.createPayout({ reference: 'payout-7' })
    await service.createPayout({ reference: 'payout-77' })
    await service.createPayin({ reference: 'payout-7' })
    const { status, body } = await list('?reference=payout-7')
    expect([status, body]).toEqual([200, { content: [wanted], page: 1, page_size: 1, has_more: false }])
  })

  it('sends the recipient from redirect_url back to return_url after the details', async () => {
    const { redirect_url, id } = await service.createPayout()
    const end = await claimToIban(service.visitor(), redirect_url, 'DE89 3704 0044 0532 0130 00')
    expect(end.url).toBe(returnUrl)
    expect((await service.readPayout(id)).status).toBe('PROCESSING')
  })

  it('expires at its expires_at and not before', async () => {
    const { id, expires_at } = await service.createPayout()
    await service.advance(Date.parse(expires_at) - (await service.nowMs()) - 1_000)
    expect((await service.readPayout(id)).status).toBe('CREATED')
    await service.advance(1_000)
    expect((await service.readPayout(id)).status).toBe('EXPIRED')
  })
})

describe('payment.method of a payout', () => {
  it('is bank_account, crypto_transfer or service_wallet', async () => {
    for (const payment of [
      { method: 'bank_account' },
      { method: 'crypto_transfer', address, network: 'polygon' },
      { method: 'service_wallet' },
    ]) {
      expect((await service.createPayout({ payment })).payment).toEqual(payment)
    }
    for (const method of ['card', 'google_pay', 'service_balance', '', null]) {
      expect(pointersOf(await service.tryPayout({ payment: { method } }))).toEqual(['/payment/method'])
    }
  })

  it('crypto_transfer needs an address and the network polygon', async () => {
    const method = 'crypto_transfer'
    const refusals: [object, string[]][] = [
      [{}, ['/payment/address', '/payment/network']],
      [{ address }, ['/payment/network']],
      [{ network: 'polygon' }, ['/payment/address']],
      [{ address, network: 'ethereum' }, ['/payment/network']],
      [{ address, network: 'Polygon' }, ['/payment/network']],
      [{ address: 7, network: 'polygon' }, ['/payment/address']],
    ]
    for (const [fields, pointers] of refusals) {
      expect(pointersOf(await service.tryPayout({ payment: { method, ...fields } }))).toEqual(pointers)
    }
  })

  it('service_wallet takes the e-mail of the wallet as an option', async () => {
    const payment = { method: 'service_wallet', email: 'wallet@example.test' }
    expect((await service.createPayout({ payment })).payment).toEqual(payment)
    const wrong = { payment: { ...payment, email: 'wallet' } }
    expect(pointersOf(await service.tryPayout(wrong))).toEqual(['/payment/email'])
  })
})

describe('a payout to a bank account', () => {
  const method = 'bank_account'

  it('takes either iban or instrument_id', async () => {
    const instrument_id = await accountOnRecord('either@example.test')
    const both = { payment: { method, iban, instrument_id } }
    expect((await service.tryPayout(both)).status).toBe(422)
    expect((await service.tryPayout({ payment: { method, instrument_id } })).status).toBe(201)
  })

  it('goes to the IBAN that the merchant supplied', async () => {
    const { redirect_url, id } = await service.createPayout({ payment: { method, iban } })
    const given = await service.visitor().open(redirect_url)
    expect(given.html).toMatch(/DE89[ *]{14,18}30 ?00/)
    const review = await given.submit('/given')
    expect((await review.submit('/confirm')).url).toBe(returnUrl)
    expect((await service.readPayout(id)).status).toBe('PROCESSING')
    for (const wrong of ['DE89370400440532013001', '', 89]) {
      expect(pointersOf(await service.tryPayout({ payment: { method, iban: wrong } }))).toEqual([
        '/payment/iban',
      ])
    }
  })

  it('goes to the account that the recipient used earlier as a payer', async () => {
    const instrument_id = await accountOnRecord('record@example.test')
    const { redirect_url } = await service.createPayout({ payment: { method, instrument_id } })
    const given = await service.visitor().open(redirect_url)
    expect(given.html).toMatch(/DE89[ *]{14,18}30 ?00/)
    const { redirect_url: paidByCard } = await service.createPayin({ payer: { email: 'card@example.test' } })
    await payByCard(service.visitor(), paidByCard)
    for (const wrong of [unknownId, await instrumentOf('card@example.test'), 'mine', '']) {
      const answer = await service.tryPayout({ payment: { method, instrument_id: wrong } })
      expect(pointersOf(answer)).toEqual(['/payment/instrument_id'])
    }
  })

  it('goes where the recipient says on the hosted page when no variant is given', async () => {
    const { redirect_url, id } = await service.createPayout({ payment: { method } })
    const entry = await service.visitor().open(redirect_url)
    const review = await entry.submit('', { iban, holder: 'Mara Lind' })
    expect(review.html).toContain('DE89 3704 0044 0532 0130 00')
    expect((await review.submit('/confirm')).url).toBe(returnUrl)
    expect((await service.readPayout(id)).status).toBe('PROCESSING')
  })
})
