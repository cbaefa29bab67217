// What a visitor chose to try, read from the query. Only listed words pass, because they become attributes.

const choices = {
  mode: ['auto', 'popup', 'redirect'],
  theme: ['auto', 'light', 'dark'],
  dir: ['ltr', 'rtl'],
  methods: ['page', 'here'],
} as const

type Choice = typeof choices

/** The checkout's `methods` where the shopper chooses in the shop. Without it the payment page asks. */
export const methodsHere = 'card bank_account apple_pay google_pay crypto_transfer service_wallet'

/** The shop as one visitor sees it. */
export interface ShopView {
  readonly mode: Choice['mode'][number]
  readonly theme: Choice['theme'][number]
  readonly dir: Choice['dir'][number]
  /** Where the way to pay is chosen: on the payment page, or here in the shop. */
  readonly methods: Choice['methods'][number]
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
    methods: oneOf(choices.methods, query.get('methods')),
    lang: /^[a-z]{2,3}(-[a-z0-9]{2,8}){0,3}$/i.test(lang) ? lang : '',
    order: query.get('order') || null,
  }
}

/** The address of the same view with something changed. */
export function linkTo(view: ShopView, change: Partial<ShopView> = {}): string {
  const query = queryOf({ ...view, ...change })
  return query.size > 0 ? `/?${query}` : '/'
}

/** The query of a view; defaults are left out, so the plain shop has none. */
export function queryOf({ mode, theme, dir, methods, lang, order }: ShopView): URLSearchParams {
  const query = new URLSearchParams()
  if (order !== null) query.set('order', order)
  if (mode !== 'auto') query.set('mode', mode)
  if (theme !== 'auto') query.set('theme', theme)
  if (dir !== 'ltr') query.set('dir', dir)
  if (methods !== 'page') query.set('methods', methods)
  if (lang) query.set('lang', lang)
  return query
}

function oneOf<const T extends readonly string[]>(words: T, word: string | null): T[number] {
  const [first = ''] = words
  return words.find((known) => known === word) ?? first
}
