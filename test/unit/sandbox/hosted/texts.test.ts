import { describe, expect, it } from 'vitest'
import { amountText } from '../../../../demo/sandbox/hosted/amount-text.ts'
import { languageChoices, textsFor } from '../../../../demo/sandbox/hosted/texts/texts.ts'
import { createVisits } from '../../../../demo/sandbox/hosted/visits.ts'
import { createFakeClock } from '../fake-clock.ts'
import { openPayer } from './payer.ts'

const languages = languageChoices.map(([language]) => language)
const own = ['common', 'payin', 'card', 'bank', 'crypto', 'wallet', 'status'] as const

describe('the languages of the hosted pages', () => {
  it('are nine', () => {
    expect(languages).toEqual(['en', 'de', 'es', 'fr', 'it', 'nl', 'pl', 'tr', 'ar'])
  })

  it.each(languages.filter((language) => language !== 'en'))(
    'in %s say every sentence in their own words',
    (language) => {
      const same = own.flatMap((area) => {
        const [here, english] = [textsFor(language)[area], textsFor('en')[area]] as Record<string, unknown>[]
        return Object.keys(english ?? {}).filter((key) => here?.[key] === english?.[key])
      })
      // Names, and words that are the same by chance.
      expect(same.length).toBeLessThan(12)
    },
  )

  it('answer an unknown language in English', () => {
    expect(textsFor('xx')).toBe(textsFor('en'))
    expect(textsFor('constructor')).toBe(textsFor('en'))
  })

  it.each(languages)('write amounts in %s with the digits of the card', (language) => {
    expect(amountText({ value: '1234.50', currency: 'EUR' }, language)).toMatch(/1.?234[.,]50/)
    expect(amountText({ value: '0.00001000', currency: 'USDT' }, language)).toMatch(/0[.,]00001000 USDT/)
  })
})

describe('the language of a page', () => {
  const of = (page: string) => /<html lang="(\w+)" dir="(\w+)"/.exec(page)?.slice(1).join(' ')
  const payer = (more: Record<string, string> = {}) => ({ payer: { email: 'mara@example.test', ...more } })

  it('is the one that the merchant said, and Arabic runs from the right', async () => {
    expect(of(await (await openPayer(payer({ language: 'ar' }))).see())).toBe('ar rtl')
  })

  it('is the browser’s when the merchant said none or one that nobody speaks here', async () => {
    const headers = { 'Accept-Language': 'fi, fr-CH;q=0.9, en;q=0.8' }
    const { open } = await openPayer(payer({ language: 'fi' }))
    expect(of(await (await open('', { headers })).text())).toBe('fr ltr')
  })

  it('is what the payer chooses, on every step, and the page comes back to the same step', async () => {
    const { pressed, see } = await openPayer(payer({ language: 'de' }))
    expect(await pressed('/settings', { language: 'it', country: 'IT', step: '/bank' })).toBe('/bank')
    expect(of(await see('/bank'))).toBe('it ltr')
    expect(of(await see())).toBe('it ltr')
  })

  it.each(['//evil.example', 'https://evil.example', '/../..', '/a/b/c/d'])(
    'is not changed by way of the address %s',
    async (step) => {
      expect(await (await openPayer()).pressed('/settings', { language: 'it', step })).toBe('')
    },
  )
})

describe('visits', () => {
  it('are kept apart by token, and forgotten a day after the last sight', async () => {
    const clock = createFakeClock()
    const visits = createVisits(clock)
    visits.of('a').language = 'de'
    expect(visits.of('b')).toEqual({})
    await clock.advance(23 * 3_600_000)
    expect(visits.of('a').language).toBe('de')
    await clock.advance(24 * 3_600_000)
    expect(visits.of('a')).toEqual({})
  })
})
