import { expect, test } from 'vitest'
import { localeFiles } from '../../../scripts/locale-files.ts'
import { en } from '../../../src/locales/en.ts'
import { english, textsIn } from '../../../src/merchant/routes/pay-page/texts.ts'

const { files } = localeFiles()
const read = async (name: string) => files.get(name) ?? files.get(`${name}.json`) ?? null

/** The part of a value that another one has, too. */
const partOf = (value: unknown, like: unknown): unknown =>
  typeof like !== 'object' || like === null || Array.isArray(like)
    ? value
    : Object.fromEntries(
        Object.keys(like).map((key) => [
          key,
          partOf((value as Record<string, unknown>)[key], (like as Record<string, unknown>)[key]),
        ]),
      )

test('the pay page says the same as the element', () => {
  expect(english).toEqual(partOf(en, english))
})

test('every language has every sentence of the page', async () => {
  for (const name of files.keys()) {
    if (name === 'index.json') continue
    const lang = name.replace('.json', '')
    const texts = await textsIn([lang], read)
    expect(texts.lang).toBe(lang)
    const { kinds: _, ...sentences } = english
    const own = JSON.parse(files.get(name) ?? '{}')
    for (const key of Object.keys(sentences)) expect(own, `${lang} ${key}`).toHaveProperty(key)
  }
})

test('without the language files the page is in English', async () => {
  expect(await textsIn(['de'], async () => null)).toEqual(english)
})
