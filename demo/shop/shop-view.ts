// The visitor's settings, parsed from the query. Only listed values are accepted, because they become attributes.
import { type ShopperKind, shopperKinds } from '../../src/merchant/settings/settings.ts'

const choices = {
  mode: ['auto', 'popup', 'redirect'],
  theme: ['auto', 'light', 'dark'],
  dir: ['ltr', 'rtl'],
  methods: ['page', 'here'],
} as const

type Choice = typeof choices

/** The checkout's `methods` when the shopper chooses in the shop. Without it the payment page asks. */
export const methodsHere = 'card bank_account apple_pay google_pay crypto_transfer service_wallet'

const paths = { shop: '/', thanks: '/thanks', payout: '/payout' } as const

/** The settings of one visitor. */
export interface ShopView {
  readonly page: keyof typeof paths
  readonly mode: Choice['mode'][number]
  readonly theme: Choice['theme'][number]
  readonly dir: Choice['dir'][number]
  /** The kind of payment. */
  readonly kind: ShopperKind
  /** Where the shopper chooses the method of a payin: on the payment page, or in the shop. */
  readonly methods: Choice['methods'][number]
  /** Language of the checkout, BCP 47; '' for the page's language. */
  readonly lang: string
  /** Shows only this order; `null` shows all. The thank-you page is of one order. */
  readonly order: string | null
  /** The refund that the payout page shows; `null` shows today's. */
  readonly refund: string | null
}

/**
 * Parses the query of a page; an unknown value gives the default.
 * @param kinds the kinds that the server accepts
 */
export function parseShopView(
  query: URLSearchParams,
  page: ShopView['page'] = 'shop',
  kinds: readonly ShopperKind[] = shopperKinds,
): ShopView {
  const lang = query.get('lang') ?? ''
  const taken = (word: string | null) => kinds.find((kind) => kind === word)
  return {
    page,
    mode: oneOf(choices.mode, query.get('mode')),
    theme: oneOf(choices.theme, query.get('theme')),
    dir: oneOf(choices.dir, query.get('dir')),
    kind: taken(query.get('kind')) ?? taken('payin') ?? kinds[0] ?? 'payin',
    methods: oneOf(choices.methods, query.get('methods')),
    lang: /^[a-z]{2,3}(-[a-z0-9]{2,8}){0,3}$/i.test(lang) ? lang : '',
    order: (page !== 'payout' && query.get('order')) || null,
    refund: (page === 'payout' && query.get('refund')) || null,
  }
}

/** The address of the same view with something changed. */
export function linkTo(view: ShopView, change: Partial<ShopView> = {}): string {
  const changed = { ...view, ...change }
  const query = queryOf(changed)
  return query.size > 0 ? `${pathOf(changed)}?${query}` : pathOf(changed)
}

/** The address of a view's page, without its query. */
export const pathOf = ({ page }: ShopView): string => paths[page]

/** The query of a view; defaults are left out, so the plain shop has none. */
export function queryOf({ mode, theme, dir, kind, methods, lang, order, refund }: ShopView): URLSearchParams {
  const query = new URLSearchParams()
  if (order !== null) query.set('order', order)
  if (refund !== null) query.set('refund', refund)
  if (kind !== 'payin') query.set('kind', kind)
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
