import { describe, expect, it } from 'vitest'
import { isSafari } from '../../../../src/sandbox/hosted/callback.ts'
import type { BankTransferIntent } from '../../../../src/sandbox/service/intents.ts'
import { decideAtBank, openPayoutsAndTransactions, origin, returnUrl } from './pages-under-test.ts'

const chrome =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
const edge = `${chrome} Edg/142.0.0.0`
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
const macSafari =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15'
const iPhoneChrome =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0 Mobile/15E148 Safari/604.1'
const iPhoneAppView =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148'

/** A payer with a link to a transfer of 45 euros. */
function openPayer(more: Partial<BankTransferIntent> = {}) {
  const pages = openPayoutsAndTransactions()
  const intent = { amount: '45.00', names: 'Mara Lind', userId: 'shop7', currency: 'EUR', ...more }
  const { uuid } = pages.bankTransfers.create(intent)
  pages.bankTransfers.makeLink(uuid, origin)
  const path = pages.bankTransfers.hostedPath(uuid) ?? ''
  const decide = (how: { decision?: string; user?: string; userAgent?: string } = {}) =>
    decideAtBank(pages, path, how)
  return { ...pages, uuid, path, decide, now: () => pages.bankTransfers.find(uuid) }
}

describe('a bank transfer’s first page', () => {
  it('says how much, who pays and what happens, and changes nothing', async () => {
    const { get, path, statuses } = openPayer({ names: '<script>Mara' })
    const { page } = await get(path)
    for (const text of ['€45.00', '&lt;script&gt;Mara', '2 to 3 hours', 'up to 24 hours', `${path}/bank`]) {
      expect(page).toContain(text)
    }
    expect(page).not.toContain('<script>Mara')
    expect(page).not.toContain('id="deadline"')
    expect(statuses).toEqual(['STARTED'])
  })

  it('is where an unknown step and a GET to the address of a form lead', async () => {
    const { get, path, statuses } = openPayer()
    for (const step of ['/cancel', '/settings', '/nowhere'])
      expect((await get(path + step)).location).toBe(path)
    expect(statuses).toEqual(['STARTED'])
  })
})

describe('a payer at the bank', () => {
  it('authorises with an account that the merchant then sees', async () => {
    const { decide, now, path } = openPayer()
    expect(await decide()).toMatchObject({ status: 303, location: path })
    const { paymentStatus, payerBankAccount } = now() ?? {}
    expect(paymentStatus).toBe('AUTHORIZED')
    expect(payerBankAccount).toMatchObject({ holderNames: 'Mara Lind', bank: expect.stringMatching(/\w/) })
    expect(payerBankAccount?.iban).toMatch(/^[A-Z]{2}\d{2}/)
  })

  it.each([
    ['refuses', { decision: 'refuse' }],
    ['is refused', { user: 'refused' }],
    ['is locked out', { user: 'locked' }],
  ])('who %s pays nothing', async (_, how) => {
    const { decide, now } = openPayer({ callbackChromeUrl: returnUrl })
    expect((await decide(how)).location).toBe(returnUrl)
    expect(now()?.paymentStatus).toBe('FAILED_INTENT')
  })

  it('is refused when the amount says so', async () => {
    const { decide, now } = openPayer({ amount: 66.02 })
    await decide()
    expect(now()?.paymentStatus).toBe('FAILED_INTENT')
  })

  it('authorises once when the button is pressed twice', async () => {
    const { decide, post, path, statuses } = openPayer()
    await decide()
    const again = await post(`${path}/bank/confirm`, { account: '0', decision: 'refuse' })
    expect(again).toMatchObject({ status: 303, location: path })
    expect(statuses).toEqual(['STARTED', 'AUTHORIZED'])
  })

  it('can cancel before the decision, but not after it', async () => {
    const { get, post, path, now, decide } = openPayer({ callbackChromeUrl: returnUrl })
    expect((await get(`${path}/bank`)).page).toContain(`action="${path}/cancel"`)
    await decide()
    expect((await post(`${path}/cancel`)).location).toBe(path)
    expect(now()?.paymentStatus).toBe('AUTHORIZED')
    const other = openPayer({ callbackChromeUrl: returnUrl })
    expect((await other.post(`${other.path}/cancel`)).location).toBe(returnUrl)
    expect(other.now()?.paymentStatus).toBe('FAILED_INTENT')
  })
})

describe('the way back', () => {
  it.each([
    [chrome, false],
    [edge, false],
    [firefox, false],
    [macSafari, true],
    [iPhoneChrome, true],
    [iPhoneAppView, true],
    ['', false],
  ])('takes %s for Safari: %s', (userAgent, expected) => {
    expect(isSafari(userAgent)).toBe(expected)
  })

  it('is the callback that suits the browser, unchanged', async () => {
    const urls = { callbackChromeUrl: returnUrl, callbackSafariUrl: 'https://shop.example/safari' }
    expect((await openPayer(urls).decide({ userAgent: chrome })).location).toBe(returnUrl)
    expect((await openPayer(urls).decide({ userAgent: macSafari })).location).toBe(
      'https://shop.example/safari',
    )
  })

  it('is the other browser’s callback when there is only that one', async () => {
    const { decide } = openPayer({ callbackSafariUrl: returnUrl })
    expect((await decide({ userAgent: chrome })).location).toBe(returnUrl)
  })

  it('opens an app from the final page: once by itself, and always by a link', async () => {
    const { decide, get, path } = openPayer({ callbackChromeUrl: 'myapp://paid?order=7' })
    expect((await decide()).location).toBe(path)
    const [first, second] = [await get(path), await get(path)]
    expect(first.headers.get('Refresh')).toBe('1; url=myapp://paid?order=7')
    expect(second.headers.get('Refresh')).toBeNull()
    for (const { page } of [first, second]) expect(page).toContain('href="myapp://paid?order=7"')
  })

  it.each(['javascript:alert(1)', 'java\nscript:alert(1)', 'data:text/html,x', 'not a url'])(
    'is never %s',
    async (callbackChromeUrl) => {
      const { decide, get, path } = openPayer({ callbackChromeUrl })
      expect((await decide()).location).toBe(path)
      const { page, headers } = await get(path)
      expect(page).toContain('You can close this window.')
      expect(page).not.toContain('alert(1)')
      expect(headers.get('Refresh')).toBeNull()
    },
  )

  it('survives an address with a line break, which no header may carry', async () => {
    const { decide } = openPayer({ callbackChromeUrl: 'https://shop.example/a\r\nSet-Cookie: x' })
    const { status, headers } = await decide()
    expect(status).toBe(303)
    expect(headers.get('Set-Cookie')).toBeNull()
  })

  it('shows the masked account on the final page', async () => {
    const { decide, get, path, now } = openPayer()
    await decide()
    const { page } = await get(path)
    expect(page).toContain('Payment authorised')
    expect(page).not.toContain(now()?.payerBankAccount?.iban)
    expect(page).toContain(now()?.payerBankAccount?.iban.slice(0, 4))
  })
})
