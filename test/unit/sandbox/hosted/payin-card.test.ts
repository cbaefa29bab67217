import { describe, expect, it } from 'vitest'
import { returnUrl } from '../sandbox-under-test.ts'
import { cardFields, openPayer } from './payer.ts'

describe('the card step', () => {
  it.each([
    ['4242 4242 4242 4242', 'AUTHORIZED'],
    ['4000 0000 0000 9995', 'FAILED INSUFFICIENT_FUNDS'],
    ['4000 0000 0000 0002', 'FAILED DECLINED_BY_ISSUER'],
    ['4000 0000 0000 0069', 'FAILED INSTRUMENT_INVALID'],
    ['4000-0000-0000-9979', 'FAILED INSTRUMENT_BLOCKED'],
    ['4100 0000 0000 0019', 'FAILED RISK_REJECTED'],
    ['4000 0000 0000 0119', 'FAILED PROVIDER_ERROR'],
    ['4000 0000 0000 0259', 'FAILED OTHER'],
  ])('ends %s as %s', async (number, wanted) => {
    const { locationAfter, end } = await openPayer()
    expect(await locationAfter('/pay', cardFields(number))).toBe(returnUrl)
    expect(await end()).toBe(wanted)
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
    const response = await press('/pay', { ...cardFields('4242424242424242'), [field]: value })
    const page = await response.text()
    expect(response.status).toBe(422)
    expect(page).toContain(`id="${field}-error"`)
    expect(page).toContain('<title>Please check: ')
    expect(page.match(/class="field-error"/g)).toHaveLength(1)
    expect(page.match(/ autofocus/g)).toHaveLength(1)
    expect((await now()).status).toBe('INITIATED')
  })

  it('accepts a card to the end of its month', async () => {
    const { press, end } = await openPayer()
    await press('/pay', { ...cardFields('4242424242424242'), 'card-expiry': '11 / 2026' })
    expect(await end()).toBe('AUTHORIZED')
  })

  it('never shows the security code again', async () => {
    const { press, payin } = await openPayer()
    const page = await (await press('/pay', { ...cardFields('4242'), 'card-cvc': '987' })).text()
    // A random id can contain these digits, too.
    expect(page.replaceAll(payin.id, '')).not.toContain('987')
  })

  it('cannot be left out when the merchant chose card', async () => {
    const { press } = await openPayer({ payment: { method: 'card' } })
    expect((await press('/pay', { method: 'bank_account' })).status).toBe(422)
  })

  it('offers a card that paid before, masked, and asks for its security code only', async () => {
    const first = await openPayer()
    await first.press('/pay', cardFields('4242424242424242'))
    const again = await first.create()
    const path = new URL(again.redirect_url).pathname
    const page = await (await first.app.request(path)).text()
    const choice = /value="(saved-[^"]+)"/.exec(page)?.[1] ?? ''
    expect(page).toContain('4242********4242 · 09/31')
    const post = (fields: Record<string, string>) =>
      first.app.request(`${path}/pay`, {
        method: 'POST',
        body: new URLSearchParams({ method: choice, ...fields }),
      })
    expect((await post({})).status).toBe(422)
    expect((await post({ [choice.replace('saved', 'cvc')]: '123' })).headers.get('Location')).toBe(returnUrl)
    expect((await first.read(again.id)).status).toBe('AUTHORIZED')
  })
})

describe('a card whose issuer asks for a code', () => {
  const challenged = cardFields('4000 0000 0000 3220')
  const hopeless = cardFields('4000 0084 0000 1629')

  it.each([
    ['the right code', { code: '1234' }],
    ['approval in the app', { answer: 'approve' }],
  ])('is charged after %s, not before', async (_fact, answer: Record<string, string>) => {
    const { locationAfter, end } = await openPayer()
    expect(await locationAfter('/pay', challenged)).toBe('/3ds')
    expect(await end()).not.toContain('AUTHORIZED')
    expect(await locationAfter('/3ds', answer)).toBe(returnUrl)
    expect(await end()).toBe('AUTHORIZED')
  })

  it('is refused after the third wrong code, not before', async () => {
    const { press, locationAfter, end } = await openPayer()
    await press('/pay', challenged)
    for (const left of [2, 1]) {
      const response = await press('/3ds', { code: '9999' })
      expect(response.status).toBe(422)
      expect(await response.text()).toContain(`Tries left: ${left}.`)
    }
    expect(await locationAfter('/3ds', { code: '9999' })).toBe(returnUrl)
    expect(await end()).toBe('FAILED AUTHORIZATION_FAILED')
  })

  it('is refused when the payer cancels at the issuer', async () => {
    const { press, locationAfter, end } = await openPayer()
    await press('/pay', challenged)
    expect(await locationAfter('/3ds/cancel')).toBe(returnUrl)
    expect(await end()).toBe('FAILED AUTHORIZATION_FAILED')
  })

  it('cannot pass when it stands for one that always fails', async () => {
    const { press, locationAfter, end } = await openPayer()
    await press('/pay', hopeless)
    expect((await press('/3ds', { code: '1234' })).status).toBe(422)
    expect(await locationAfter('/3ds', { answer: 'approve' })).toBe(returnUrl)
    expect(await end()).toBe('FAILED AUTHORIZATION_FAILED')
  })

  it('is asked for first when the challenge is opened without a card', async () => {
    const { open, path, locationAfter, end } = await openPayer()
    expect((await open('/3ds')).headers.get('Location')).toBe(path)
    expect(await locationAfter('/3ds', { code: '1234' })).toBe('')
    expect(await end()).toBe('INITIATED')
  })

  it('is not contained in the page', async () => {
    const { press, readPage } = await openPayer()
    await press('/pay', challenged)
    expect(await readPage('/3ds')).not.toContain('4000000000003220')
  })
})
