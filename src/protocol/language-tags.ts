// Finds the language file for a BCP 47 tag. Used by the widget and by the pages that the merchant server renders.

/** By tag: the integrity of its file, or the tag of the language to use instead: `{"de":"sha384-…","nn":"nb"}`. */
export type LocaleIndex = { readonly [tag: string]: string | undefined }

/** The name of the file for a tag, and its integrity; `null` when there is none, and English is shown. */
export function localeFileOf(
  index: LocaleIndex,
  lang: string,
): readonly [file: string, integrity: string] | null {
  for (const tag of candidates(lang)) {
    const entry = index[tag] ?? ''
    const [file, hash] = index[entry] ? [entry, index[entry]] : [tag, entry]
    if (hash.startsWith('sha')) return [file, hash]
  }
  return null
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
