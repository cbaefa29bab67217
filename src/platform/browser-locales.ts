// Loads languages: data files beside the script, fetched when a shopper needs one (docs/internals/browser-facts.md#one-hash-must-cover-the-script: data, never code). The
// script contains the hash of their index, and the index the hashes of the files. So the script's hash covers them all.
import type { Messages } from '../locales/messages.ts'
import { candidates, localeFileOf } from '../protocol/language-tags.ts'
import type { Locales } from './ports.ts'

/** The address of the language files. `integrity` is the hash of `index.json`. */
export interface LocaleSource {
  readonly base: string
  readonly integrity: string
}

let source: LocaleSource | undefined

/** Sets where the language files are. The script derives it from its own address. */
export function setLocaleSource(place: LocaleSource): void {
  source = place
}

const added = new Map<string, Partial<Messages>>()

/** Adds a language that the page's own bundle contains. */
export function addLocale(messages: Partial<Messages> & Pick<Messages, 'lang'>): void {
  added.set(messages.lang, messages)
}

async function fetchLocale(
  { base, integrity }: LocaleSource,
  lang: string,
): Promise<Partial<Messages> | null> {
  const read = async (name: string, integrity: string) =>
    (await fetch(`${base}${name}.json`, { integrity, credentials: 'omit' })).json()
  const file = localeFileOf(await read('index', integrity), lang)
  return file && read(...file)
}

/** Makes the loader of languages for a page. */
export function createLocales(report: (message: string) => void): Locales {
  const loading = new Map<string, Promise<void>>()
  const settled = new Map<string, Partial<Messages> | null>()

  /** Stores the result in `settled`: `null` if there is none, and English is shown. */
  async function loadOnce(from: LocaleSource, lang: string): Promise<void> {
    let messages: Partial<Messages> | null = null
    try {
      messages = await fetchLocale(from, lang)
    } catch (error) {
      report(
        `The language "${lang}" could not be loaded from ${from.base} (${error}). Serve "locales" of the same version there, ` +
          'and allow it in `connect-src`.',
      )
    }
    settled.set(lang, messages)
  }

  return {
    load(lang, onSettled) {
      // Called on every render. Most pages add no language, and without this check the search would dominate the render time.
      const tag = added.size > 0 ? candidates(lang).find((tag) => added.has(tag)) : undefined
      const found = tag ? added.get(tag) : settled.get(lang)
      if (found !== undefined) return found
      if (!source || /^en(-US)?$/.test(lang)) return null
      const request = loading.get(lang) ?? loadOnce(source, lang)
      loading.set(lang, request)
      request.then(onSettled)
      return undefined
    },
  }
}
