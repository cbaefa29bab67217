// What a visitor chose to try, read from the query. Only listed words pass, because they become attributes.

const choices = {
  mode: ['auto', 'popup', 'redirect'],
  theme: ['auto', 'light', 'dark'],
  dir: ['ltr', 'rtl'],
} as const

type Choice = typeof choices

/** The shop as one visitor sees it. */
export interface ShopView {
  readonly mode: Choice['mode'][number]
  readonly theme: Choice['theme'][number]
  readonly dir: Choice['dir'][number]
  /** Language of the checkout, BCP 47; '' lets it follow the page. */
  readonly lang: string
  /** Shows this order alone; `null` shows all. */
  readonly order: string | null
}

/** Reads the query; a word that is not offered falls back to the default. */
export function parseShopView(query: URLSearchParams): ShopView {
  const lang = query.get('lang') ?? ''
  return {
    mode: oneOf(choices.mode, query.get('mode')),
    theme: oneOf(choices.theme, query.get('theme')),
    dir: oneOf(choices.dir, query.get('dir')),
    lang: /^[a-z]{2,3}(-[a-z0-9]{2,8}){0,3}$/i.test(lang) ? lang : '',
    order: query.get('order') || null,
  }
}

/** The address of the same view with something changed; defaults are left out, so the plain shop is `/`. */
export function linkTo(view: ShopView, change: Partial<ShopView> = {}): string {
  const { mode, theme, dir, lang, order } = { ...view, ...change }
  const query = new URLSearchParams()
  if (order !== null) query.set('order', order)
  if (mode !== 'auto') query.set('mode', mode)
  if (theme !== 'auto') query.set('theme', theme)
  if (dir !== 'ltr') query.set('dir', dir)
  if (lang) query.set('lang', lang)
  return query.size > 0 ? `/?${query}` : '/'
}

function oneOf<const T extends readonly string[]>(words: T, word: string | null): T[number] {
  const [first = ''] = words
  return words.find((known) => known === word) ?? first
}
