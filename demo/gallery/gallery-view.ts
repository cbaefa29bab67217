// The settings of a visitor, parsed from the query. Only known values are accepted, because they become attributes.

const choices = {
  theme: ['auto', 'light', 'dark'],
  dir: ['ltr', 'rtl'],
} as const

/** The gallery as one visitor sees it. */
export interface GalleryView {
  readonly theme: (typeof choices.theme)[number]
  /** Mirrors the page, and the elements in any language. */
  readonly dir: (typeof choices.dir)[number]
  /** Language of the elements, BCP 47; '' is the page's own, English. */
  readonly lang: string
  /** The maximum width of an element in CSS pixels; `null` for the width of its card. */
  readonly width: number | null
  /** Shows only this story; `null` shows all. */
  readonly story: string | null
}

/** Parses the query; an invalid value gives the default. */
export function parseGalleryView(query: URLSearchParams): GalleryView {
  const lang = query.get('lang') ?? ''
  const width = Number(query.get('width'))
  return {
    theme: choices.theme.find((word) => word === query.get('theme')) ?? 'auto',
    dir: choices.dir.find((word) => word === query.get('dir')) ?? 'ltr',
    lang: /^[a-z]{2,3}(-[a-z0-9]{2,8}){0,3}$/i.test(lang) ? lang : '',
    width: Number.isInteger(width) && width >= 200 && width <= 2_000 ? width : null,
    story: query.get('story') || null,
  }
}

/** The address of the same view with something changed; defaults are left out, so the plain gallery is `/gallery`. */
export function linkTo(view: GalleryView, change: Partial<GalleryView> = {}): string {
  const { theme, dir, lang, width, story } = { ...view, ...change }
  const query = new URLSearchParams()
  if (theme !== 'auto') query.set('theme', theme)
  if (dir !== 'ltr') query.set('dir', dir)
  if (lang) query.set('lang', lang)
  if (width !== null) query.set('width', String(width))
  if (story !== null) query.set('story', story)
  return query.size > 0 ? `/gallery?${query}` : '/gallery'
}
