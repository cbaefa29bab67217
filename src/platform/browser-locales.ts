// Loads languages: data files beside the script, fetched when a shopper needs one (docs/browser-facts.md#one-hash-must-cover-the-script: data, never code). The
// script contains the hash of their index, and the index the hashes of the files. So the script's hash covers them all.
import type { Messages } from '../locales/messages.ts'
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

/** By tag: the integrity of its file, or the tag of the language to use instead: `{"de":"sha384-…","nn":"nb"}`. */
type Index = { readonly [tag: string]: string | undefined }

async function fetchLocale(
  { base, integrity }: LocaleSource,
  lang: string,
): Promise<Partial<Messages> | null> {
  const read = async (name: string, integrity: string) =>
    (await fetch(`${base}${name}.json`, { integrity, credentials: 'omit' })).json()
  const index: Index = await read('index', integrity)
  for (const tag of candidates(lang)) {
    const entry = index[tag] ?? ''
    const [file, hash] = index[entry] ? [entry, index[entry]] : [tag, entry]
    if (hash.startsWith('sha')) return read(file, hash)
  }
  return null
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
        `The language "${lang}" could not be loaded from ${from.base} (${error}). Serve the folder "locales" of the same ` +
          'version beside the script and allow it in `connect-src`.',
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

/** Tags from the most to the least specific: `zh-Hant-HK` gives `zh-Hant-HK`, `zh-HK`, `zh-Hant`, `zh`. */
export function candidates(lang: string): string[] {
  try {
    const { language, script, region } = new Intl.Locale(lang).maximize()
    return [lang, `${language}-${region}`, `${language}-${script}`, `${language}`]
  } catch {
    return []
  }
}
