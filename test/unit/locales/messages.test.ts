// Every language has all messages, with the same placeholders, and no invisible characters. Tests cannot check the
// quality: no native speaker has read the translations.
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { localeFiles, nearest } from '../../../scripts/locale-files.ts'
import { en } from '../../../src/locales/en.ts'
import { mergeMessages } from '../../../src/locales/merge-messages.ts'

const folder = new URL('../../../src/locales/', import.meta.url)
const tags = readdirSync(folder).flatMap((name) => (name.endsWith('.json') ? name.replace('.json', '') : []))

/** `'kinds.payout.pay': 'Receive {amount}'` for every message, at any depth. */
function sentencesOf(value: unknown, path = ''): Record<string, string> {
  if (typeof value === 'string') return { [path]: value }
  return Object.assign(
    {},
    ...Object.entries(value as object).map(([key, inner]) =>
      sentencesOf(inner, path ? `${path}.${key}` : key),
    ),
  )
}

const english = sentencesOf(en)
const placeholdersOf = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort().join()

test('the languages are those of the leading competitor, and five more', () => {
  const peer =
    'ar bg ca cs da de el es et fi fr hr hu is it ja ko lt lv nb nl pl pt-BR pt-PT ro ru sk sl sv zh-CN zh-TW'
  const more = 'en-GB es-419 fr-CA he tr'

  expect(tags.sort()).toEqual(`${peer} ${more}`.split(' ').sort())
})

describe.each(tags)('%s', (tag) => {
  const language = JSON.parse(readFileSync(new URL(`${tag}.json`, folder), 'utf8'))
  const said = sentencesOf(language)

  test('has every message and no unused one', () => {
    expect(Object.keys(said)).toEqual(Object.keys(english))
    for (const [key, text] of Object.entries(said)) expect(text.trim(), key).not.toBe('')
  })

  test('keeps every placeholder in its message', () => {
    for (const [key, text] of Object.entries(said)) {
      expect(`${key} ${placeholdersOf(text)}`).toBe(`${key} ${placeholdersOf(english[key] ?? '')}`)
    }
  })

  test('contains no markup and no bidirectional control characters', () => {
    for (const [key, text] of Object.entries(said)) {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what must not be there.
      expect(text, key).not.toMatch(/[<>\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/)
    }
  })

  test('has the right tag and direction', () => {
    expect(language.lang).toBe(tag)
    expect(language.dir).toBe(tag === 'ar' || tag === 'he' ? 'rtl' : 'ltr')
  })

  test('is translated: hardly a message is English', () => {
    const own = Object.keys(said).filter((key) => said[key] !== english[key])
    const least = tag.startsWith('en') ? 0.1 : 0.9

    expect(own.length / Object.keys(english).length).toBeGreaterThan(least)
  })
})

test('a button that orders has the words of Directive 2011/83/EU, Article 8(2), in the languages of the EU', () => {
  const words = (tag: string) => JSON.parse(readFileSync(new URL(`${tag}.json`, folder), 'utf8')).order
  const told = Object.fromEntries(tags.map((tag) => [tag, words(tag)]))

  expect(en.order).toBe('Order with obligation to pay')
  expect(told).toMatchObject({
    bg: 'Поръчка със задължение за плащане',
    cs: 'Objednávka zavazující k platbě',
    da: 'Ordre med betalingsforpligtelse',
    de: 'Zahlungspflichtig bestellen',
    el: 'Παραγγελία με υποχρέωση πληρωμής',
    es: 'Pedido con obligación de pago',
    et: 'Tellimus koos maksekohustusega',
    fi: 'Tilaukseen liittyy maksuvelvollisuus',
    fr: 'Commande avec obligation de paiement',
    hr: 'Narudžba s obvezom plaćanja',
    hu: 'Fizetési kötelezettséggel járó megrendelés',
    it: 'Ordine con obbligo di pagare',
    lt: 'Užsakymas su mokėjimo pareiga',
    lv: 'Pasūtījums ar pienākumu maksāt',
    nl: 'Bestelling met betalingsverplichting',
    pl: 'Zamówienie z obowiązkiem zapłaty',
    'pt-PT': 'Encomenda com obrigação de pagar',
    ro: 'Comandă cu obligație de plată',
    sk: 'Objednávka s povinnosťou platby',
    sl: 'Naročilo z obveznostjo plačila',
    sv: 'Beställning förenad med betalningsskyldighet',
  })
})

describe('the files that are served', () => {
  const { files } = localeFiles()
  const index = JSON.parse(files.get('index.json') ?? '')

  test('are all in the index by their hash', () => {
    for (const tag of tags) expect(index[tag], tag).toMatch(/^sha384-[\w+/]{64}$/)
  })

  test.each(Object.entries(nearest))('serve %s from %s', (_tag, file) => {
    expect(files.has(`${file}.json`)).toBe(true)
  })
})

describe('the messages of a kind', () => {
  test('are English where a language file of another version has none', () => {
    const messages = mergeMessages('payin', { lang: 'xx', cancel: 'Xx' }, undefined)

    expect([messages.cancel, messages.retry]).toEqual(['Xx', en.retry])
  })

  test('of a payout never ask the recipient to pay', () => {
    const { kinds, ...messages } = mergeMessages('payout', null, undefined)
    // Shown only in the choice, or for money of an order, which a payout does not have.
    const { methods, reasons, order, choose, another, phone, phoneHint, review, ...shown } = messages
    const { choice_refused, two_open, ...faults } = shown.faults
    const asking = Object.entries(sentencesOf({ ...shown, faults })).filter(([, text]) =>
      /\bpay(ing|ment)?\b/i.test(text),
    )

    expect(asking).toEqual([])
  })

  test('are the page’s own for each key that the page sets', () => {
    const own = { payPlain: 'Donate', invalid: { email: 'Hm?' }, kinds: undefined }
    const messages = mergeMessages('payout', null, own as never)

    expect([messages.payPlain, messages.invalid.email, messages.invalid.check]).toEqual([
      'Donate',
      'Hm?',
      en.invalid.check,
    ])
  })
})
