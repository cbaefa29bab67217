// payments-v2 "PayinIntent", "Payin (response)" and the payins' rows of "Endpoints".
import { describe, expect, it } from 'vitest'
import type { Payin } from '../../src/sandbox/service/payins.ts'
import { payByCard } from './payer.ts'
import { type Fields, type Page, pointersOf, returnUrl, runService, unknownId, uuid } from './support.ts'

const service = runService()
const list = (query: string) => service.get<Page<Payin>>('listPayins', `/api/v2/payins${query}`)

describe('a payin', () => {
  it('is created with 201 and answers with id, status, times and redirect_url', async () => {
    const { status, body } = await service.tryPayin({})
    expect(status).toBe(201)
    expect(body.id).toMatch(uuid)
    expect(body.status).toBe('CREATED')
    expect(new Date(body.created_at).toISOString()).toBe(body.created_at)
    expect(Date.parse(body.expires_at)).toBeGreaterThan(Date.parse(body.created_at))
    expect(new URL(body.redirect_url).origin).toBe(service.origin())
  })

  it('gives back every field of its intent', async () => {
    const intent = {
      amount: { value: '10.00000001', currency: 'BTC' },
      payer: {
        email: 'mara@example.test',
        is_new: true,
        country: 'DE',
        language: 'de',
        first_name: 'Mara',
        last_name: 'Lind',
        phone: '+4915112345678',
        address: 'Am Markt 1, 10115 Berlin',
      },
      payment: { method: 'card' },
      settlement: { method: 'service_balance' },
      reference: 'A-1001',
      return_url: returnUrl,
      webhook_url: service.merchant.inbox('payinStatusChanged').url,
    }
    const { id } = await service.createPayin(intent)
    expect(await service.readPayin(id)).toMatchObject(intent)
  })

  it('is refused without amount, payer or return_url', async () => {
    const { status, body } = await service.post('createPayin', '/api/v2/payins', {})
    expect(pointersOf({ status, body, headers: new Headers() } as never)).toEqual([
      '/amount',
      '/payer',
      '/return_url',
    ])
  })

  it('is created without payment, settlement, reference and webhook_url', async () => {
    const payin = await service.createPayin()
    for (const field of ['payment', 'settlement', 'reference', 'webhook_url']) {
      expect(payin).not.toHaveProperty(field)
    }
  })

  it('takes only a URI as return_url and as webhook_url', async () => {
    for (const field of ['return_url', 'webhook_url']) {
      for (const wrong of ['', 'shop', '/back', '//shop.example', 'shop.example/back']) {
        expect(pointersOf(await service.tryPayin({ [field]: wrong }))).toEqual([`/${field}`])
      }
    }
  })

  it('is read by its id', async () => {
    const payin = await service.createPayin({ reference: 'read-me' })
    const { status, body } = await service.get('getPayin', `/api/v2/payins/${payin.id}`)
    expect(status).toBe(200)
    expect(body).toEqual(payin)
  })

  it('is not found by an id that no payin has', async () => {
    const payout = await service.createPayout()
    for (const id of [unknownId, payout.id]) {
      expect((await service.get('getPayin', `/api/v2/payins/${id}`)).status).toBe(404)
    }
  })

  it('is listed in an envelope, filtered by exactly its reference', async () => {
    const wanted = await service.createPayin({ reference: 'order-7' })
    for (const reference of ['order-77', 'Order-7', 'order']) await service.createPayin({ reference })
    const { status, body } = await list('?reference=order-7')
    expect(status).toBe(200)
    expect(body).toEqual({ content: [wanted], page: 1, page_size: 1, has_more: false })
    expect((await list('?reference=nobody')).body.content).toEqual([])
    const odd = 'a+b &c=d/ü%20#1'
    await service.createPayin({ reference: odd })
    const found = (await list(`?reference=${encodeURIComponent(odd)}`)).body.content
    expect(found.map(({ reference }) => reference)).toEqual([odd])
  })

  it('sends the payer from redirect_url back to return_url after paying', async () => {
    const { redirect_url, id } = await service.createPayin()
    const end = await payByCard(service.visitor(), redirect_url)
    expect(end.url).toBe(returnUrl)
    expect((await service.readPayin(id)).status).toBe('AUTHORIZED')
  })

  it('sends the payer back to return_url after cancelling', async () => {
    const { redirect_url, id } = await service.createPayin()
    const page = await service.visitor().open(redirect_url)
    expect((await page.submit('/cancel')).url).toBe(returnUrl)
    expect(await service.readPayin(id)).toMatchObject({
      status: 'FAILED',
      status_details: 'DECLINED_BY_PAYER',
    })
  })

  it('expires at its expires_at and not before', async () => {
    const { id, expires_at, redirect_url } = await service.createPayin()
    const page = await service.visitor().open(redirect_url)
    await service.advance(Date.parse(expires_at) - (await service.nowMs()) - 1_000)
    expect((await service.readPayin(id)).status).toBe('INITIATED')
    await service.advance(1_000)
    expect((await service.readPayin(id)).status).toBe('EXPIRED')
    const card = { 'card-number': '4242424242424242', 'card-expiry': '12/34', 'card-cvc': '123' }
    expect((await page.submit('/pay', { method: 'card', ...card })).url).toBe(redirect_url)
    expect((await service.readPayin(id)).status).toBe('EXPIRED')
  })

  it('fails with each status_details', async () => {
    const causes: [amount: string, details: string][] = [
      ['66.01', 'INSUFFICIENT_FUNDS'],
      ['66.02', 'DECLINED_BY_ISSUER'],
      ['66.03', 'INSTRUMENT_INVALID'],
      ['66.04', 'INSTRUMENT_BLOCKED'],
      ['66.05', 'AUTHORIZATION_FAILED'],
      ['66.06', 'DECLINED_BY_PAYER'],
      ['66.07', 'RISK_REJECTED'],
      ['66.08', 'PROVIDER_ERROR'],
      ['66.09', 'OTHER'],
    ]
    for (const [value, status_details] of causes) {
      const { id, redirect_url } = await service.createPayin({ amount: { value, currency: 'EUR' } })
      await payByCard(service.visitor(), redirect_url)
      expect(await service.readPayin(id)).toMatchObject({ status: 'FAILED', status_details })
    }
  })

  it('names no status_details but those of the document', async () => {
    const { id } = await service.createPayin()
    await expect(service.move('payins', id, { status: 'FAILED', status_details: 'TIRED' })).rejects.toThrow()
    expect(await service.readPayin(id)).not.toHaveProperty('status_details')
  })

  it('keeps its amount in every status', async () => {
    const { id, amount, redirect_url } = await service.createPayin()
    await payByCard(service.visitor(), redirect_url)
    for (const method of ['PUT', 'PATCH', 'DELETE', 'POST']) {
      const change: Fields = { amount: { value: '1.00', currency: 'EUR' } }
      const answer = await fetch(`${service.origin()}/api/v2/payins/${id}`, {
        method,
        headers: { 'X-API-Key': 'test_key_of_this_merchant', 'Content-Type': 'application/json' },
        body: JSON.stringify(change),
      })
      expect(answer.status).toBe(405)
    }
    expect((await service.readPayin(id)).amount).toEqual(amount)
  })
})

describe('a field of a payin', () => {
  const amounts = async (value: unknown, currency: unknown = 'EUR') =>
    service.tryPayin({ amount: { value, currency } })

  it('takes an amount as a positive decimal string of up to eight decimals', async () => {
    for (const value of ['1', '0.00000001', '49.9', '007.10', '12345678901234567890.12345678']) {
      const { status, body } = await amounts(value)
      expect(status, value).toBe(201)
      expect(body.amount.value).toBe(value)
    }
    const wrong = [
      '0',
      '0.00',
      '-1',
      '+1',
      '1.',
      '.5',
      '1,5',
      '1e3',
      '0x1',
      ' 1',
      '1 ',
      '1\n',
      '',
      '1.123456789',
    ]
    for (const value of [...wrong, '٣', 'NaN', 'Infinity', 49.9, null]) {
      expect(pointersOf(await amounts(value)), String(value)).toEqual(['/amount/value'])
    }
  })

  it('takes ISO 4217 codes and cryptocurrency symbols as currency', async () => {
    for (const currency of ['EUR', 'JPY', 'BTC', 'USDC', 'USDT']) {
      expect((await amounts('1', currency)).body.amount.currency).toBe(currency)
    }
    for (const currency of ['', 'E', 'eur', '€', 'E R', 978]) {
      expect(pointersOf(await amounts('1', currency))).toEqual(['/amount/currency'])
    }
  })

  it('takes an amount only with value and currency', async () => {
    expect(pointersOf(await service.tryPayin({ amount: {} }))).toEqual(['/amount/currency', '/amount/value'])
  })

  it('takes a reference of up to 36 characters', async () => {
    const longest = 'r'.repeat(36)
    expect((await service.createPayin({ reference: longest })).reference).toBe(longest)
    expect(pointersOf(await service.tryPayin({ reference: `${longest}r` }))).toEqual(['/reference'])
    expect(pointersOf(await service.tryPayin({ reference: 7 }))).toEqual(['/reference'])
    expect((await list(`?reference=${longest}`)).body.content).toHaveLength(1)
    expect((await list(`?reference=${longest}r`)).status).toBe(400)
  })
})
