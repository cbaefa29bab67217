// payments-v2 "UserDetails" and "PayerDetails": the payer, and how the hosted page uses these fields.
import { describe, expect, it } from 'vitest'
import { pointersOf, runService } from './support.ts'

const service = runService()
const email = 'mara@example.test'
const withPayer = (more: object) => service.tryPayin({ payer: { email, ...more } })

async function accepts(field: string, values: readonly unknown[], more: object = {}) {
  for (const value of values) {
    const { status, body } = await withPayer({ [field]: value, ...more })
    expect(status, `${field} ${value}`).toBe(201)
    expect(body.payer).toEqual({ email, [field]: value, ...more })
  }
}

async function refuses(field: string, values: readonly unknown[], more: object = {}) {
  for (const value of values) {
    const answer = await withPayer({ [field]: value, ...more })
    expect(pointersOf(answer), `${field} ${value}`).toEqual([`/payer/${field}`])
  }
}

/** The methods in the order of the page. The first one is preselected. */
function methodsOf(html: string): string[] {
  return [...html.matchAll(/type="radio" name="method" value="([a-z_]+)"/g)].map(([, method = '']) => method)
}

describe('user details', () => {
  it('are all optional', async () => {
    expect((await service.createPayout({ recipient: {} })).recipient).toEqual({})
    expect((await service.createPayin({ payer: { email } })).payer).toEqual({ email })
  })

  it('take a country of two capital letters', async () => {
    await accepts('country', ['DE', 'GB', 'AE'])
    await refuses('country', ['de', 'D', 'DEU', '', 'D1', ' DE', 'DE\n', 49, null])
  })

  it('take a language of two small letters', async () => {
    await accepts('language', ['de', 'en', 'ar'])
    await refuses('language', ['DE', 'd', 'deu', '', 'de-DE', 'de\n', 1, null])
  })

  it('take a phone number of "+" and 7 to 15 digits', async () => {
    await accepts('phone', ['+1234567', '+123456789012345'])
    await refuses('phone', ['1234567', '+123456', '+1234567890123456', '+49 151 1234', '+49-1511234', '', 49])
  })

  it('take first_name, last_name and address as free text', async () => {
    await accepts('first_name', ['Mara', 'Łucja Ø', '李'], { last_name: 'Lind' })
    await accepts('last_name', ["O'Neill-Çelik", '<b>'], { first_name: 'Mara' })
    await accepts('address', ['Am Markt 1\n10115 Berlin', '1 High St, “The Mill”'])
    await refuses('address', [1, ['Am Markt']])
    await refuses('first_name', [1, {}], { last_name: 'Lind' })
    await refuses('last_name', [1, {}], { first_name: 'Mara' })
  })
})

describe('payer details', () => {
  it('need an e-mail address', async () => {
    expect(pointersOf(await service.tryPayin({ payer: {} }))).toEqual(['/payer/email'])
    for (const wrong of ['', 'mara', 'mara@', '@example.test', 'mara example.test', 1, null]) {
      expect(pointersOf(await service.tryPayin({ payer: { email: wrong } }))).toEqual(['/payer/email'])
    }
  })

  it('take is_new as an optional boolean', async () => {
    await accepts('is_new', [true, false])
    await refuses('is_new', ['true', 1, null])
  })

  it('take first_name and last_name only together', async () => {
    expect(pointersOf(await withPayer({ first_name: 'Mara' }))).toEqual(['/payer/last_name'])
    expect(pointersOf(await withPayer({ last_name: 'Lind' }))).toEqual(['/payer/first_name'])
    expect((await withPayer({ first_name: 'Mara', last_name: 'Lind' })).status).toBe(201)
  })
})

describe('the hosted page', () => {
  it('begins with the country of the payer and what is usual there, and the payer may change it', async () => {
    const german = await service.createPayin({ payer: { email, country: 'DE' } })
    const british = await service.createPayin({ payer: { email, country: 'GB' } })
    const page = await service.visitor().open(german.redirect_url)
    expect(page.html).toMatch(/<option value="DE"[^>]*selected/)
    expect(methodsOf(page.html)[0]).toBe('bank_account')
    const elsewhere = await service.visitor().open(british.redirect_url)
    expect(methodsOf(elsewhere.html)[0]).toBe('card')
    expect(methodsOf(elsewhere.html).sort()).toEqual(methodsOf(page.html).sort())

    const changed = await page.submit('/settings', { country: 'GB' })
    expect(changed.html).toMatch(/<option value="GB"[^>]*selected/)
    expect(methodsOf(changed.html)[0]).toBe('card')
  })

  it('begins in the language of the payer, and the payer may change it', async () => {
    const { redirect_url } = await service.createPayin({ payer: { email, language: 'nl' } })
    const page = await service.visitor().open(redirect_url)
    expect(page.html).toMatch(/<html lang="nl"/)
    const changed = await page.submit('/settings', { language: 'pl' })
    expect(changed.html).toMatch(/<html lang="pl"/)
    expect((await service.visitor().open(redirect_url)).html).toMatch(/<html lang="pl"/)
  })

  it('of a payout begins with the country of the recipient, who may change it', async () => {
    const { redirect_url } = await service.createPayout({ recipient: { country: 'NL' } })
    const page = await service.visitor().open(redirect_url)
    expect(page.html).toMatch(/<option value="NL"[^>]*selected/)
    const changed = await page.submit('/settings', { country: 'GB' })
    expect(changed.html).toMatch(/<option value="GB"[^>]*selected/)
  })

  it('of a payout begins in the language of the recipient', async () => {
    const { redirect_url } = await service.createPayout({ recipient: { language: 'fr', country: 'FR' } })
    expect((await service.visitor().open(redirect_url)).html).toMatch(/<html lang="fr"/)
  })
})
