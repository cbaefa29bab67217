// The state of the playground, read from the query, so that it can be shared. Parameters of controls have the names
// of their attribute or token; the page's script updates the address when a control changes.
import { type Control, controlsOf, valuesFrom } from './controls.ts'
import { type PriceName, parsePrice, prices } from './fresh-orders.ts'
import type { Declaration, Package } from './manifest.ts'

/** Settings of the preview, which are not part of the code. The first of each is the default. */
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

/** Left out, because it closes its window or leaves the page. */
const notHere = 'payin-return'

/** Parses the query; an invalid value gives the default. `null` when the package has no such element. */
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
