import { describe, expect, it } from 'vitest'
import { openSandbox, returnUrl } from './sandbox-under-test.ts'

/** A payer without JavaScript: opens addresses and posts forms. */
async function openPayer(more: Record<string, unknown> = {}) {
  const sandbox = openSandbox()
  const payin = await sandbox.create(more)
  const open = (init: RequestInit = {}) => sandbox.app.request(payin.redirect_url, init)
  const press = (button: 'pay' | 'decline' | 'cancel', fields: Record<string, string> = {}) =>
    sandbox.app.request(`${payin.redirect_url}/${button}`, {
      method: 'POST',
      body: new URLSearchParams(fields),
    })
  const now = () => sandbox.read(payin.id)
  return { ...sandbox, payin, open, press, now }
}

const card = (number: string) => ({
  method: 'card',
  'card-number': number,
  'card-expiry': '09/31',
  'card-cvc': '123',
})

describe('opening the hosted page', () => {
  it('makes a CREATED payin INITIATED, once', async () => {
    const { open, now, received } = await openPayer({ webhook_url: 'https://shop.example/hook' })
    await open()
    await open()
    expect((await now()).status).toBe('INITIATED')
    expect(received).toHaveLength(1)
  })

  it('changes nothing for a HEAD or a prefetch', async () => {
    const { open, now } = await openPayer()
    await open({ method: 'HEAD' })
    await open({ headers: { 'Sec-Purpose': 'prefetch;prerender' } })
    expect((await now()).status).toBe('CREATED')
  })

  it('shows amount, reference and expiry', async () => {
    const { open } = await openPayer({ reference: 'A-1001' })
    const page = await (await open()).text()
    expect(page).toContain('€49.90')
    expect(page).toContain('A-1001')
    expect(page).toContain('12:30 UTC')
  })

  it.each([
    ['JPY', '1000', '¥1,000'],
    ['USDT', '0.00001000', '0.00001000 USDT'],
    ['EUR', '9007199254740993.12345678', '€9,007,199,254,740,993.12345678'],
  ])('names a %s amount on the pay button without rounding it', async (currency, value, text) => {
    const { open } = await openPayer({ amount: { value, currency } })
    expect(await (await open()).text()).toContain(`Pay ${text}</button>`)
  })

  it('escapes what the merchant sent', async () => {
    const { open } = await openPayer({ reference: '"><script>alert(1)</script>' })
    const page = await (await open()).text()
    expect(page).not.toContain('<script>')
    expect(page).toContain('&quot;&gt;&lt;script&gt;')
  })

  it('offers all methods, or only the one that the merchant chose', async () => {
    const free = await (await (await openPayer()).open()).text()
    const fixed = await (await (await openPayer({ payment: { method: 'card' } })).open()).text()
    expect(free.match(/name="method"/g)).toHaveLength(6)
    expect(fixed).not.toContain('name="method"')
    expect(fixed).toContain('id="card-number"')
  })

  it('masks a given IBAN but for its first and last four characters', async () => {
    const { open } = await openPayer({ payment: { method: 'bank_account', iban: 'DE89370400440532013000' } })
    const page = await (await open()).text()
    expect(page).toContain('DE89**************3000')
    expect(page).not.toContain('DE89370400440532013000')
  })

  it('is served with a strict policy, unframed, unstored and without a referrer', async () => {
    const { headers } = await (await openPayer()).open()
    expect(headers.get('Content-Security-Policy')).toMatch(
      /^default-src 'none'; style-src 'self'; script-src 'self'; /,
    )
    expect(headers.get('Content-Security-Policy')).not.toContain('unsafe')
    expect(headers.get('X-Frame-Options')).toBe('DENY')
    expect(headers.get('Referrer-Policy')).toBe('no-referrer')
    expect(headers.get('Cache-Control')).toBe('no-store')
  })

  it('sends no opener policy, which would cut the shop off from its popup', async () => {
    const { headers } = await (await openPayer()).open()
    expect(headers.has('Cross-Origin-Opener-Policy')).toBe(false)
  })

  it('answers 404 with a page for an unknown token', async () => {
    const response = await openSandbox().app.request('/pay/unknown')
    expect(response.status).toBe(404)
    expect(await response.text()).toContain('We do not know this payment')
  })
})

describe('the payer’s decision', () => {
  it.each([
    ['pay', 'AUTHORIZED', undefined],
    ['decline', 'FAILED', 'DECLINED_BY_ISSUER'],
    ['cancel', 'FAILED', 'DECLINED_BY_PAYER'],
  ] as const)('%s leads back to the unchanged return_url as %s', async (button, status, details) => {
    const { open, press, now } = await openPayer()
    await open()
    const response = await press(button)
    expect([response.status, response.headers.get('Location')]).toEqual([303, returnUrl])
    expect(await now()).toMatchObject(details ? { status, status_details: details } : { status })
  })

  it('counts once when Pay is pressed twice, and leads back both times', async () => {
    const { press, received } = await openPayer({ webhook_url: 'https://shop.example/hook' })
    const answers = await Promise.all([press('pay'), press('pay')])
    expect(answers.map(({ headers }) => headers.get('Location'))).toEqual([returnUrl, returnUrl])
    expect(received.map(({ body }) => JSON.parse(body).status)).toEqual(['INITIATED', 'AUTHORIZED'])
  })

  it('does not cancel what is already authorized, and says so', async () => {
    const { press, payin, now } = await openPayer()
    await press('pay')
    const response = await press('cancel')
    expect(response.headers.get('Location')).toBe(new URL(payin.redirect_url).pathname)
    expect((await now()).status).toBe('AUTHORIZED')
  })

  it('does not take money after the time is over, and says so', async () => {
    const { open, press, clock, now } = await openPayer()
    await clock.advance(30 * 60_000)
    await press('pay')
    expect((await now()).status).toBe('EXPIRED')
    expect(await (await open()).text()).toContain('This payment has expired')
  })

  it('is refused when its form is too large to be one', async () => {
    const { press, now } = await openPayer()
    expect((await press('pay', { method: 'x'.repeat(20_000) })).status).toBe(413)
    expect((await now()).status).toBe('CREATED')
  })

  it('is never made by GET', async () => {
    const { payin, app, now } = await openPayer()
    for (const button of ['pay', 'decline', 'cancel']) await app.request(`${payin.redirect_url}/${button}`)
    expect((await now()).status).toBe('CREATED')
  })

  it.each([
    ['AUTHORIZED', 'Payment authorised'],
    ['SETTLED', 'Payment settled'],
    ['COMPLETED', 'Payment complete'],
    ['DISPUTED', 'Payment under review'],
    ['FAILED', 'Payment not completed'],
    ['EXPIRED', 'This payment has expired'],
  ] as const)('is not asked for when the payin is %s, only the way back is', async (status, title) => {
    const { payins, payin, open } = await openPayer()
    payins.moveByHand(payin.id, status)
    const page = await (await open()).text()
    expect(page).toContain(title)
    expect(page).toContain(`href="${returnUrl}"`)
    expect(page).not.toContain('<form')
  })
})

describe('the card step', () => {
  it.each([
    ['4242 4242 4242 4242', 'AUTHORIZED', undefined],
    ['4000 0000 0000 9995', 'FAILED', 'INSUFFICIENT_FUNDS'],
    ['4000 0000 0000 0002', 'FAILED', 'DECLINED_BY_ISSUER'],
    ['4000 0000 0000 0069', 'FAILED', 'INSTRUMENT_INVALID'],
    ['4000-0000-0000-9979', 'FAILED', 'INSTRUMENT_BLOCKED'],
    ['4000008400001629', 'FAILED', 'AUTHORIZATION_FAILED'],
    ['4100 0000 0000 0019', 'FAILED', 'RISK_REJECTED'],
    ['4000 0000 0000 0119', 'FAILED', 'PROVIDER_ERROR'],
    ['4000 0000 0000 0259', 'FAILED', 'OTHER'],
  ])('ends %s as %s %s', async (number, status, details) => {
    const { press, now } = await openPayer()
    expect((await press('pay', card(number))).headers.get('Location')).toBe(returnUrl)
    const { status: reached, status_details } = await now()
    expect([reached, status_details]).toEqual([status, details])
  })

  it.each([
    ['a wrong check digit', 'card-number', '4242 4242 4242 4241'],
    ['too few digits', 'card-number', '4242'],
    ['letters', 'card-number', 'abcd efgh ijkl mnop'],
    ['a thirteenth month', 'card-expiry', '13/31'],
    ['a month that is over', 'card-expiry', '10/26'],
    ['a short security code', 'card-cvc', '12'],
  ])('asks again beside the field for %s, and nothing is charged', async (_fact, field, value) => {
    const { open, press, now } = await openPayer()
    await open()
    const response = await press('pay', { ...card('4242424242424242'), [field]: value })
    const page = await response.text()
    expect(response.status).toBe(422)
    expect(page).toContain(`id="${field}-error"`)
    expect(page.match(/class="field-error"/g)).toHaveLength(1)
    expect((await now()).status).toBe('INITIATED')
  })

  it('takes a card to the end of its month', async () => {
    const { press, now } = await openPayer()
    await press('pay', { ...card('4242424242424242'), 'card-expiry': '11 / 2026' })
    expect((await now()).status).toBe('AUTHORIZED')
  })

  it('never gives the security code back', async () => {
    const { press } = await openPayer()
    const page = await (await press('pay', { ...card('4242'), 'card-cvc': '987' })).text()
    expect(page).not.toContain('987')
  })

  it('cannot be left out when the merchant chose card', async () => {
    const { press } = await openPayer({ payment: { method: 'card' } })
    expect((await press('pay', { method: 'bank_account' })).status).toBe(422)
  })
})
