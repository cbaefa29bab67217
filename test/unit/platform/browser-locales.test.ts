// Languages from files, over real HTTP and with the hashes that a browser checks.
import { createHash } from 'node:crypto'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { addLocale, createLocales, setLocaleSource } from '../../../src/platform/browser-locales.ts'
import { candidates } from '../../../src/protocol/language-tags.ts'
import { answer, startEndpoint } from './merchant-endpoint.ts'

const german = JSON.stringify({ lang: 'de', cancel: 'Abbrechen' })
const latin = JSON.stringify({ lang: 'es-419', cancel: 'Cancelar' })
const integrityOf = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`
const index = JSON.stringify({
  de: integrityOf(german),
  'es-419': integrityOf(latin),
  'es-MX': 'es-419',
  nn: 'nb',
})

/** A page's loader of languages, and the server of its script. */
async function open(files: Record<string, string> = { index, de: german, 'es-419': latin }) {
  const server = await startEndpoint((response, { path }) => {
    const text = files[path.replace(/.*\/(.*)\.json$/, '$1')]
    answer(text === undefined ? 404 : 200, 'application/json', text ?? '')(response)
  })
  onTestFinished(() => server[Symbol.asyncDispose]())
  setLocaleSource({ base: `${server.url}/locales/`, integrity: integrityOf(index) })
  const reported: string[] = []
  const locales = createLocales((message) => reported.push(message))
  /** The messages once loading has ended. */
  async function load(lang: string) {
    const settled = vi.fn()
    if (locales.load(lang, settled) === undefined) await expect.poll(() => settled.mock.calls.length).toBe(1)
    return locales.load(lang, settled)
  }
  const asked = () => server.asked.map(({ path }) => path.replace('/checkout/locales/', ''))
  return { locales, load, asked, reported }
}

describe('a language', () => {
  test('is loading when it is first requested, and available afterwards', async () => {
    const { locales, load, reported } = await open()
    expect(locales.load('de', () => {})).toBeUndefined()

    expect(await load('de')).toMatchObject({ cancel: 'Abbrechen' })
    expect(reported).toEqual([])
  })

  test('is fetched once for all elements', async () => {
    const { load, asked } = await open()
    await Promise.all([load('de'), load('de'), load('de')])

    expect(asked()).toEqual(['index.json', 'de.json'])
  })

  test.each([
    ['de-AT', 'de.json'],
    ['es-MX', 'es-419.json'],
  ])('%s is shown from the file %s', async (lang, file) => {
    const { load, asked } = await open()

    expect(await load(lang)).toBeTruthy()
    expect(asked()).toEqual(['index.json', file])
  })

  test.each(['eu', 'nn'])('%s without a translation is English, and logs no error', async (lang) => {
    const { load, reported } = await open()

    expect(await load(lang)).toBeNull()
    expect(reported).toEqual([])
  })

  test.each(['en', 'en-US'])('%j costs no request', async (lang) => {
    const { load, asked } = await open()

    expect(await load(lang)).toBeNull()
    expect(asked()).toEqual([])
  })
})

describe('a language file', () => {
  test.each([
    ['that somebody changed', { index, de: german.replace('Abbrechen', '<b>') }],
    ['whose index somebody changed', { index: index.replace('sha384', 'sha256'), de: german }],
    ['that is not there', { index }],
    ['of a server without any', {}],
  ])('%s is refused: English is shown, and one line says what to do', async (_name, files) => {
    const { load, reported } = await open(files)

    expect(await load('de')).toBeNull()
    await load('de')
    expect(reported).toHaveLength(1)
    expect(reported[0]).toMatch(/"de" could not be loaded from http.*Serve "locales"/)
  })
})

test('a language that the page added is shown at once', async () => {
  const { load, asked } = await open()
  addLocale({ lang: 'pt-BR', cancel: 'Cancelar' })

  expect(await load('pt')).toMatchObject({ cancel: 'Cancelar' })
  expect(asked()).toEqual([])
})

test.each([
  ['zh-HK', 'zh-HK zh-HK zh-Hant zh'],
  ['zh', 'zh zh-CN zh-Hans zh'],
  ['pt', 'pt pt-BR pt-Latn pt'],
  ['nn-NO', 'nn-NO nn-NO nn-Latn nn'],
  ['iw', 'iw he-IL he-Hebr he'],
  ['not a language', ''],
])('%s is looked up as %s', (lang, tags) => {
  expect(candidates(lang).join(' ')).toBe(tags)
})
