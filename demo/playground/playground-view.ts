// What a visitor tries out, read from the query, so that a playground can be shared. Parameters of controls are named
// like their attribute or token; the page's script writes the address as the controls change.
import { type Control, controlsOf, valuesFrom } from './controls.ts'
import { type PriceName, parsePrice, prices } from './fresh-orders.ts'
import type { Declaration, Package } from './manifest.ts'

/** What frames the preview: it is no part of the code. The first of each is the default. */
export const frames = {
  'preview-page': ['light', 'dark', 'both'],
  'preview-width': ['fluid', '320'],
  dir: ['ltr', 'rtl'],
  code: ['html', 'react', 'vue', 'svelte'],
} as const

export type FrameName = keyof typeof frames

export interface PlaygroundView {
  readonly element: Declaration
  /** The elements that can be tried. */
  readonly tags: readonly string[]
  readonly controls: readonly Control[]
  readonly values: ReadonlyMap<string, string>
  readonly frame: Readonly<Record<FrameName, string>>
  readonly price: PriceName
}

/** Not here: it closes the window in which it stands, or leaves the page. */
const notHere = 'payin-return'

/** Reads the query; what is not understood falls back to the default. `null` where the package has no element. */
export function parsePlaygroundView(
  query: URLSearchParams,
  { elements }: Package,
  languages: readonly string[],
): PlaygroundView | null {
  const offered = elements.filter(({ tagName }) => tagName !== notHere)
  const element = offered.find(({ tagName }) => tagName === query.get('element')) ?? offered[0]
  if (!element) return null
  const price = parsePrice(query.get('price'))
  const hasOrder = element.attributes.some(({ name }) => name === 'order')
  const controls = controlsOf(element, { endpoint: '/checkout', ...(hasOrder && prices[price]) })
  return {
    element,
    tags: offered.map(({ tagName }) => tagName),
    controls,
    values: valuesFrom(query, controls, languages),
    frame: {
      'preview-page': frameFrom(query, 'preview-page'),
      'preview-width': frameFrom(query, 'preview-width'),
      dir: frameFrom(query, 'dir'),
      code: frameFrom(query, 'code'),
    },
    price,
  }
}

function frameFrom(query: URLSearchParams, name: FrameName): string {
  const words: readonly string[] = frames[name]
  return words.find((word) => word === query.get(name)) ?? frames[name][0]
}
