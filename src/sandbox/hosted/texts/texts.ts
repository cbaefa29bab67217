// Every message that a visitor of the hosted pages reads, in nine languages. English (`en.ts`) defines the shape; the
// other languages stand beside each other, message by message, in one YAML file for each area.
import { readYaml } from '../../files.ts'
import { en, type Texts } from './en.ts'

export type { Texts } from './en.ts'

/** Each in its own name, as a person looks for their language. */
export const languageChoices: readonly (readonly [language: string, name: string])[] = [
  ['en', 'English'],
  ['de', 'Deutsch'],
  ['es', 'Español'],
  ['fr', 'Français'],
  ['it', 'Italiano'],
  ['nl', 'Nederlands'],
  ['pl', 'Polski'],
  ['tr', 'Türkçe'],
  ['ar', 'العربية'],
]

export function isKnownLanguage(language: string | undefined): language is string {
  return languageChoices.some(([known]) => known === language)
}

/** The texts of a language; an unknown language gets English. */
export function textsFor(language: string): Texts {
  if (language === 'en' || !isKnownLanguage(language)) return en
  const texts = loaded.get(language) ?? (translate(en, readTranslations(), language) as Texts)
  loaded.set(language, texts)
  return texts
}

const loaded = new Map<string, Texts>()
let translations: unknown

/** Read when the first visitor needs it: most start the sandbox for English alone, and parsing takes a moment. */
function readTranslations(): unknown {
  translations ??= Object.fromEntries(
    Object.keys(en).map((area) => {
      const name = area.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)
      return [area, readYaml(`hosted/texts/${name}.yaml`)]
    }),
  )
  return translations
}

/** The English object with each message in another language. A message without translations is a name: it stays. */
function translate(english: unknown, translated: unknown, language: string): unknown {
  const known = (translated ?? {}) as Record<string, unknown>
  if (typeof english === 'string') return known[language] ?? english
  if (Array.isArray(english)) return english.map((each, index) => translate(each, known[index], language))
  return Object.fromEntries(
    Object.entries(english as object).map(([key, each]) => [key, translate(each, known[key], language)]),
  )
}

/**
 * Puts values into the gaps of a message, such as `{amount}`. Values come ready formatted.
 * @throws {Error} for a gap without a value
 */
export function fill(message: string, values: Readonly<Record<string, string | number>>): string {
  return message.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`“${message}” needs a value for {${name}}.`)
    return String(value)
  })
}

export function directionOf(language: string): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr'
}

/** Isolates the text direction of a value in a message, where `<bdi>` is not possible. */
export function isolate(value: string): string {
  return `\u2068${value}\u2069`
}
