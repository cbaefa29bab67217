import { describe, expect, it } from 'vitest'
import { openSandbox, returnUrl } from '../sandbox-under-test.ts'
import { cardFields, openPayer } from './payer.ts'

const paid = cardFields('4242 4242 4242 4242')

describe('opening the hosted page', () => {
  it('makes a CREATED payin INITIATED, once', async () => {
    const { open, now, received } = await openPayer({ webhook_url: 'https://shop.example/hook' })
    await open()
    await open()
    expect((await now()).status).toBe('INITIATED')
    expect(received).toHaveLength(1)
  })

  it.each(['', '/bank', '/google-pay', '/crypto', '/wallet', '/crypto/qr.svg'])(
    'changes nothing at "%s" for a HEAD or a prefetch',
    async (step) => {
      const { open, now } = await openPayer()
      await open(step, { method: 'HEAD' })
      await open(step, { headers: { 'Sec-Purpose': 'prefetch;prerender' } })
      expect((await now()).status).toBe('CREATED')
    },
  )

  it('shows amount, reference and expiry', async () => {
    const page = await (await openPayer({ reference: 'A-1001' })).readPage()
    for (const text of ['€49.90', 'A-1001', '12:30 UTC']) expect(page).toContain(text)
  })

  it('has no countdown for a payin that was moved back after its time: it would load the page again and again', async () => {
    const { clock, payin, readPage, steer } = await openPayer()
    await clock.advance(30 * 60_000)
    await steer(`/sandbox/payins/${payin.id}/status`, { status: 'CREATED' })
    const page = await readPage()
    expect(page).toContain('Pay €49.90</button>')
    expect(page).not.toContain('id="deadline"')
  })

  it.each([
    ['JPY', '1000', '¥1,000'],
    ['USDT', '0.00001000', '0.00001000 USDT'],
    ['EUR', '9007199254740993.12345678', '€9,007,199,254,740,993.12345678'],
  ])('shows a %s amount on the pay button without rounding it', async (currency, value, text) => {
    const { readPage } = await openPayer({ amount: { value, currency } })
    expect(await readPage()).toContain(`Pay ${text}</button>`)
  })

  it('escapes what the merchant sent', async () => {
    const page = await (await openPayer({ reference: '"><script>alert(1)</script>' })).readPage()
    expect(page).not.toContain('<script>')
    expect(page).toContain('&quot;&gt;&lt;script&gt;')
  })

  it.each([
    [undefined, 'card'],
    ['DE', 'bank_account'],
    ['TR', 'card'],
  ])('offers all six methods, for country %s with %s first', async (country, first) => {
    const { readPage } = await openPayer({
      payer: { email: 'mara@example.test', ...(country ? { country } : {}) },
    })
    const offered = [...(await readPage()).matchAll(/name="method" value="(\w+)"/g)].map(
      ([, method]) => method,
    )
    expect(offered).toHaveLength(6)
    expect(offered[0]).toBe(first)
  })

  it.each([
    ['card', '', 'id="card-number"'],
    ['bank_account', '/bank', 'Choose your bank'],
    ['google_pay', '/google-pay', 'Pay with Google Pay'],
    ['apple_pay', '/apple-pay', 'Pay with Apple Pay'],
    ['crypto_transfer', '/crypto', 'Send exactly'],
    ['service_wallet', '/wallet', 'Sign in to your Tidewell wallet'],
  ])('goes straight to the step of %s when the merchant chose it', async (method, step, text) => {
    const { open, path, readPage } = await openPayer({ payment: { method } })
    expect((await open()).headers.get('Location')).toBe(step === '' ? null : path + step)
    const page = await readPage()
    expect(page).toContain(text)
    expect(page).not.toContain('name="method"')
  })

  it('answers 404 with a page for an unknown token, at every step', async () => {
    const { app } = openSandbox()
    for (const step of ['', '/bank', '/3ds', '/wallet/code', '/crypto', '/nothing']) {
      const response = await app.request(`/pay/unknown${step}`)
      expect(response.status).toBe(404)
      expect(await response.text()).toContain('We do not know this link')
    }
  })
})

describe('the headers of a hosted page', () => {
  it('are a strict policy, unframed, unstored and without a referrer', async () => {
    const { headers } = await (await openPayer()).open()
    const policy = headers.get('Content-Security-Policy')
    expect(policy).toMatch(/^default-src 'none'; style-src 'self'; script-src 'self'; /)
    expect(policy).not.toContain('unsafe')
    expect(headers.get('X-Frame-Options')).toBe('DENY')
    expect(headers.get('Referrer-Policy')).toBe('same-origin')
    expect(headers.get('Cache-Control')).toBe('no-store')
  })

  it('hold no opener policy, which would cut the shop off from its popup', async () => {
    const { headers } = await (await openPayer()).open()
    expect(headers.has('Cross-Origin-Opener-Policy')).toBe(false)
  })

  it('allow every page that has neither inline style nor inline script', async () => {
    const { readPage } = await openPayer()
    for (const step of ['', '/bank', '/google-pay', '/crypto', '/wallet']) {
      expect(await readPage(step)).not.toMatch(/ style=|<style|<script>| on[a-z]+=/)
    }
  })
})

describe('the payer’s decision', () => {
  it.each([
    ['/pay', 'AUTHORIZED'],
    ['/google-pay', 'AUTHORIZED'],
    ['/apple-pay', 'AUTHORIZED'],
    ['/decline', 'FAILED DECLINED_BY_ISSUER'],
    ['/cancel', 'FAILED DECLINED_BY_PAYER'],
  ])('%s leads back to the unchanged return_url as %s', async (step, wanted) => {
    const { open, press, end } = await openPayer()
    await open()
    const response = await press(step, paid)
    expect([response.status, response.headers.get('Location')]).toEqual([303, returnUrl])
    expect(await end()).toBe(wanted)
  })

  it('counts once when Pay is pressed twice, and leads back both times', async () => {
    const { locationAfter, received } = await openPayer({ webhook_url: 'https://shop.example/hook' })
    const answers = await Promise.all([locationAfter('/pay', paid), locationAfter('/pay', paid)])
    expect(answers).toEqual([returnUrl, returnUrl])
    expect(received.map(({ body }) => JSON.parse(body).status)).toEqual(['INITIATED', 'AUTHORIZED'])
  })

  it('leads back both times too when the amount stands for a refusal', async () => {
    const { locationAfter, end } = await openPayer({ amount: { value: '66.01', currency: 'EUR' } })
    expect([await locationAfter('/pay', paid), await locationAfter('/pay', paid)]).toEqual([
      returnUrl,
      returnUrl,
    ])
    expect(await end()).toBe('FAILED INSUFFICIENT_FUNDS')
  })

  it('does not cancel what is already authorized, and says so', async () => {
    const { press, locationAfter, readPage, end } = await openPayer()
    await press('/pay', paid)
    expect(await locationAfter('/cancel')).toBe('')
    expect(await readPage()).toContain('Payment authorised')
    expect(await end()).toBe('AUTHORIZED')
  })

  it('does not take money after the time is over, and says so', async () => {
    const { readPage, press, clock, end } = await openPayer()
    await clock.advance(30 * 60_000)
    await press('/pay', paid)
    expect(await end()).toBe('EXPIRED')
    expect(await readPage()).toContain('This payment has expired')
  })

  it('is never made by GET', async () => {
    const { open, path, now } = await openPayer()
    for (const step of ['/pay', '/decline', '/cancel', '/crypto/sent', '/3ds/cancel']) {
      expect((await open(step)).headers.get('Location')).toBe(path)
    }
    expect((await now()).status).toBe('CREATED')
  })

  it.each([
    ['AUTHORIZED', 'Payment authorised', 'done'],
    ['SETTLED', 'Payment settled', 'done'],
    ['COMPLETED', 'Payment complete', 'done'],
    ['DISPUTED', 'Payment under review', 'waiting'],
    ['FAILED', 'Payment not completed', 'stopped'],
    ['EXPIRED', 'This payment has expired', 'waiting'],
  ] as const)('is not asked for at any step when the payin is %s', async (status, title, tone) => {
    const { payins, payin, readPage } = await openPayer()
    payins.moveByHand(payin.id, status)
    for (const step of [
      '',
      '/bank',
      '/bank/login',
      '/bank/confirm',
      '/google-pay',
      '/wallet/code',
      '/crypto',
      '/3ds',
    ]) {
      const page = await readPage(step)
      expect(page).toContain(title)
      expect(page).toContain(`tone-${tone}`)
      expect(page).toContain(`href="${returnUrl}"`)
      expect(page).not.toContain('/cancel"')
    }
  })
})
