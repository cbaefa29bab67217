import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { amountText } from '../../../../src/sandbox/hosted/amount-text.ts'
import { fill, languageChoices, textsFor } from '../../../../src/sandbox/hosted/texts/texts.ts'
import { createVisits } from '../../../../src/sandbox/hosted/visits.ts'
import { banks } from '../../../../src/sandbox/service/banks.ts'
import { createFakeClock } from '../fake-clock.ts'
import { openPayer } from './payer.ts'

const languages = languageChoices.map(([language]) => language)
const translated = languages.filter((language) => language !== 'en')
const folder = new URL('../../../../src/sandbox/hosted/texts/', import.meta.url)

/** Every message of a tree of texts, with its path. */
function messagesOf(texts: unknown, path = ''): [path: string, message: string][] {
  if (typeof texts === 'string') return [[path, texts]]
  return Object.entries(texts as object).flatMap(([key, each]) => messagesOf(each, `${path}/${key}`))
}

const english = messagesOf(textsFor('en'))
const gapsOf = (message: string) => [...message.matchAll(/\{\w+\}/g)].map(String).sort()

/** What the YAML files hold: each message as its languages. */
const written = readdirSync(folder)
  .filter((name) => name.endsWith('.yaml'))
  .flatMap((name) => {
    const area = name.replace('.yaml', '').replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
    return messagesOf(parse(readFileSync(new URL(name, folder), 'utf8')), `/${area}`)
  })
  .map(([path]) => path)

describe('the languages of the hosted pages', () => {
  it('are nine', () => {
    expect(languages).toEqual(['en', 'de', 'es', 'fr', 'it', 'nl', 'pl', 'tr', 'ar'])
  })

  it('are all there for each message that has a translation, and for no other message', () => {
    const named = english.filter(([path]) => !written.includes(`${path}/de`)).map(([, message]) => message)
    expect(named).toEqual(['Google Pay', 'Apple Pay'])
    const wanted = english
      .filter(([, message]) => !named.includes(message))
      .flatMap(([path]) => translated.map((language) => `${path}/${language}`))
    expect([...written].sort()).toEqual(wanted.sort())
  })

  it.each(translated)('in %s fill the same gaps as English', (language) => {
    const gaps = messagesOf(textsFor(language)).map(([path, message]) => [path, gapsOf(message)])
    expect(gaps).toEqual(english.map(([path, message]) => [path, gapsOf(message)]))
  })

  it.each(translated)('in %s leave no sentence in English', (language) => {
    const sentences = new Set(english.map(([, message]) => message).filter((message) => /[.?]/.test(message)))
    const own = messagesOf(textsFor(language)).map(([, message]) => message)
    expect(own.filter((message) => sentences.has(message))).toEqual([])
    const same = own.filter((message, index) => message === english[index]?.[1])
    // Names, and words that are equal in several languages.
    expect(same.length).toBeLessThan(16)
  })

  it('throw for a gap without a value, and leave a value with braces as it is', () => {
    expect(fill('{a} of {b}', { a: '{b}', b: 3 })).toBe('{b} of 3')
    expect(() => fill('Pay {amount}', {})).toThrow('“Pay {amount}” needs a value for {amount}.')
  })

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

  it('is the one that the merchant set, and Arabic runs from the right', async () => {
    expect(of(await (await openPayer(payer({ language: 'ar' }))).readPage())).toBe('ar rtl')
  })

  it('is the browser’s if the merchant set none, or one that these pages do not have', async () => {
    const headers = { 'Accept-Language': 'fi, fr-CH;q=0.9, en;q=0.8' }
    const { open } = await openPayer(payer({ language: 'fi' }))
    expect(of(await (await open('', { headers })).text())).toBe('fr ltr')
  })

  it('is what the payer chooses, on every step, and the page comes back to the same step', async () => {
    const { locationAfter, readPage } = await openPayer(payer({ language: 'de' }))
    expect(await locationAfter('/settings', { language: 'it', country: 'IT', step: '/bank' })).toBe('/bank')
    expect(of(await readPage('/bank'))).toBe('it ltr')
    expect(of(await readPage())).toBe('it ltr')
  })

  it.each([
    ['', 'card-number', '4242 4242', 'value="4242 4242"'],
    ['', 'method', 'crypto_transfer', 'value="crypto_transfer" checked'],
    ['/bank', 'q', 'nordheim', 'value="nordheim"'],
    ['/bank/login', 'user-name', 'mara', 'value="mara"'],
    ['/bank/confirm', 'account', '1', 'value="1" checked'],
    ['/wallet', 'email', 'purse@example', 'value="purse@example"'],
  ])('keeps what was typed on the page %s as %s, and shows it once', async (step, field, typed, shown) => {
    const { press, readPage } = await openPayer()
    await press('/bank', { bank_id: banks[0]?.id ?? '' })
    if (step !== '/bank/login') await press('/bank/login', { 'user-name': 'mara', password: 'x' })
    await press('/settings', { language: 'it', step, [field]: typed })
    expect(await readPage(step)).toContain(shown)
    expect(await readPage(step)).not.toContain(shown)
  })

  it('keeps nothing that was typed on another page', async () => {
    const { press, readPage } = await openPayer()
    await press('/settings', { language: 'it', step: '/bank', email: 'purse@example' })
    expect(await readPage('/wallet')).not.toContain('value="purse@example"')
  })

  it.each(['//evil.example', 'https://evil.example', '/../..', '/a/b/c/d'])(
    'is not changed by way of the address %s',
    async (step) => {
      expect(await (await openPayer()).locationAfter('/settings', { language: 'it', step })).toBe('')
    },
  )
})

describe('visits', () => {
  it('are kept apart by token, and forgotten a day after the last request', async () => {
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
