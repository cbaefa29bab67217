// The language of an element: the nearest `lang` up the tree, as `Intl` writes it.

/** A tag in canonical form, also one of POSIX such as `de_DE`. Without one, or if `Intl` refuses it, the browser's language. */
export function canonicalLang(tag: string): string {
  try {
    return Intl.getCanonicalLocales(tag ? tag.replaceAll('_', '-') : [])[0] ?? navigator.language
  } catch {
    return navigator.language
  }
}

/** The nearest `lang` up the tree, across shadow roots. Not `instanceof`: those of a frame's document have another class. */
export function nearestLang(element: Element): string {
  const { host } = element.getRootNode() as { readonly host?: Partial<Element> }
  // The root of a tree outside of the page may be a link, of which `host` is a text.
  return (
    element.closest('[lang]')?.getAttribute('lang') ?? (host?.closest ? nearestLang(host as Element) : '')
  )
}
