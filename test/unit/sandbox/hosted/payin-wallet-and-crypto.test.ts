import { describe, expect, it } from 'vitest'
import { toUsdc } from '../../../../src/sandbox/hosted/conversion.ts'
import { minus, plus } from '../../../../src/sandbox/hosted/decimal.ts'
import { returnUrl } from '../sandbox-under-test.ts'
import { openPayer } from './payer.ts'

describe('paying from the wallet', () => {
  it('takes e-mail, code and a confirmation', async () => {
    const { readPage, locationAfter, end } = await openPayer({
      payment: { method: 'service_wallet', email: 'purse@example.test' },
    })
    expect(await readPage()).toContain('value="purse@example.test"')
    expect(await locationAfter('/wallet', { email: 'purse@example.test' })).toBe('/wallet/code')
    expect(await locationAfter('/wallet/code', { code: '123 456' })).toBe('/wallet/confirm')
    expect(await readPage('/wallet/confirm')).toContain('€169.90')
    expect(await end()).toBe('INITIATED')
    expect(await locationAfter('/wallet/confirm')).toBe(returnUrl)
    expect(await end()).toBe('AUTHORIZED')
  })

  it.each([
    ['/wallet', 'email', 'nobody'],
    ['/wallet/code', 'code', '12345'],
    ['/wallet/code', 'code', '000000'],
  ])('asks again at %s for the %s "%s"', async (step, field, value) => {
    const { press } = await openPayer()
    await press('/wallet', { email: 'purse@example.test' })
    const response = await press(step, { [field]: value })
    expect(response.status).toBe(422)
    expect(await response.text()).toContain(`id="${field}-error"`)
  })

  it('cannot be confirmed without a sign-in', async () => {
    const { press, locationAfter, end } = await openPayer()
    await press('/wallet', { email: 'purse@example.test' })
    expect(await locationAfter('/wallet/confirm')).toBe('/wallet')
    expect(await end()).toBe('CREATED')
  })

  async function openEmptyWallet() {
    const payer = await openPayer()
    await payer.press('/wallet', { email: 'insufficient-funds@example.test' })
    await payer.press('/wallet/code', { code: '123456' })
    return { ...payer, page: await payer.readPage('/wallet/confirm') }
  }

  it('fails when the balance is not enough, which the page says before', async () => {
    const { page, locationAfter, end } = await openEmptyWallet()
    expect(page).toContain('There is not enough money in this wallet.')
    expect(await locationAfter('/wallet/confirm')).toBe(returnUrl)
    expect(await end()).toBe('FAILED INSUFFICIENT_FUNDS')
  })

  it('can be left with an empty wallet, and the payment stays open', async () => {
    const { page, path, readPage, end } = await openEmptyWallet()
    expect(page).toContain(`href="${path}/wallet">Use another wallet`)
    expect(page).toContain('Pay €49.90</button>')
    expect(page).not.toContain('Go back without paying')
    expect(await readPage()).toContain('How would you like to pay?')
    expect(await end()).toBe('INITIATED')
  })
})

describe('paying by crypto transfer', () => {
  it('shows the same address and exact amount on every visit', async () => {
    const { readPage } = await openPayer({ payment: { method: 'crypto_transfer' } })
    const [first, second] = [await readPage(), await readPage()]
    expect(/0x[0-9a-f]{40}/.exec(first)?.[0]).toBe(/0x[0-9a-f]{40}/.exec(second)?.[0])
    expect(first).toContain('53.892 USDC')
  })

  it('draws a QR code that no real wallet opens', async () => {
    const response = await (await openPayer()).open('/crypto/qr.svg')
    expect(response.headers.get('Content-Type')).toContain('image/svg+xml')
    expect(await response.text()).toContain('<svg')
  })

  it('leads back to the shop when the payer has sent it', async () => {
    const { locationAfter, end } = await openPayer()
    expect(await locationAfter('/crypto/sent')).toBe(returnUrl)
    expect(await end()).toBe('AUTHORIZED')
  })

  it('changes nothing when it is sent twice', async () => {
    const { press, locationAfter, end } = await openPayer()
    await press('/crypto/sent')
    expect(await locationAfter('/crypto/sent')).toBe(returnUrl)
    expect(await end()).toBe('AUTHORIZED')
  })

  it('leads back to the shop when the amount stands for a refusal', async () => {
    const { locationAfter, end } = await openPayer({ amount: { value: '66.07', currency: 'EUR' } })
    expect(await locationAfter('/crypto/sent')).toBe(returnUrl)
    expect(await end()).toBe('FAILED RISK_REJECTED')
  })
})

describe('sums of amounts', () => {
  it.each([
    ['49.90', 'EUR', '53.892'],
    ['100', 'JPY', '0.66'],
    ['0.00000001', 'EUR', '0.000001'],
    ['1', 'XAF', '1.00'],
  ])('turn %s %s into %s USDC, rounded up', (value, currency, usdc) => {
    expect(toUsdc({ value, currency }, 'up').amount).toEqual({ value: usdc, currency: 'USDC' })
  })

  it('leave an amount in crypto as it is', () => {
    expect(toUsdc({ value: '0.00001000', currency: 'BTC' }, 'up')).toEqual({
      amount: { value: '0.00001000', currency: 'BTC' },
    })
  })

  it('lose no decimal of a long number', () => {
    expect(plus('9007199254740993.12345678', '120.00')).toBe('9007199254741113.12345678')
    expect(minus('0.3', '0.1')).toBe('0.2')
  })
})
