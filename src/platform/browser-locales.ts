// Languages are data files beside the script, fetched when a shopper needs one (FACTS 23: data, never code). The script
// carries the hash of their index, and the index the hashes of the files: one hash covers everything.
import type { Messages } from '../locales/messages.ts'
import type { Locales } from './ports.ts'

/** Where the language files are. `integrity` is that of `index.json`. */
export interface LocaleSource {
  readonly base: string
  readonly integrity: string
}

let source: LocaleSource | undefined

/** Says where the language files are: the script knows by its own address. */
export function setLocaleSource(place: LocaleSource): void {
  source = place
}

const added = new Map<string, Partial<Messages>>()

/** Adds a language that the page brings along, as an npm build does. */
export function addLocale(messages: Partial<Messages> & Pick<Messages, 'lang'>): void {
  added.set(messages.lang, messages)
}

/** Each tag's integrity, or the tag that speaks for it: `{"de":"sha384-…","nn":"nb"}`. */
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

/** Makes the finder of languages for a page. */
export function createLocales(report: (message: string) => void): Locales {
  const loading = new Map<string, Promise<void>>()
  const settled = new Map<string, Partial<Messages> | null>()

  /** Ends in `settled`, with `null` where English has to do. */
  async function loadOnce(from: LocaleSource, lang: string): Promise<void> {
    let messages: Partial<Messages> | null = null
    try {
      messages = await fetchLocale(from, lang)
    } catch (error) {
      report(
        `The language "${lang}" could not be loaded from ${from.base} (${error}), so English is shown. Serve the folder ` +
          '"locales" of the same version beside the script, and allow it in `connect-src`.',
      )
    }
    settled.set(lang, messages)
  }

  return {
    load(lang, onSettled) {
      // Asked at every draw, and most pages add none: without this, finding nothing is the dearest part of a draw.
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

/** From the most to the least exact: `zh-Hant-HK` gives `zh-Hant-HK`, `zh-HK`, `zh-Hant`, `zh`. */
export function candidates(lang: string): string[] {
  try {
    const { language, script, region } = new Intl.Locale(lang).maximize()
    return [lang, `${language}-${region}`, `${language}-${script}`, `${language}`]
  } catch {
    return []
  }
}
