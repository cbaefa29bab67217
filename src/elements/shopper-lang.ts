// The language of an element: the nearest `lang` up the tree, as `Intl` writes it.

const canonicalLangs = new Map<string, string>()

/** A tag in canonical form. If `Intl` refuses it, the browser's language. */
export function canonicalLang(tag: string): string {
  let lang = canonicalLangs.get(tag)
  if (lang === undefined) {
    try {
      lang = Intl.getCanonicalLocales(tag)[0]
    } catch {
      // An empty or invalid tag.
    }
    lang ??= navigator.language
    canonicalLangs.set(tag, lang)
  }
  return lang
}

/** The nearest `lang` up the tree, across shadow roots. */
export function nearestLang(element: Element): string {
  const found = element.closest('[lang]')?.getAttribute('lang')
  const root = element.getRootNode()
  return found ?? (root instanceof ShadowRoot ? nearestLang(root.host) : '')
}
