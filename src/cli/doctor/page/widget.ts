// Where the widget is in a page: its elements, its scripts, its endpoints.
import { type Page, resolve } from './page.ts'
import type { HtmlElement } from './parse-html.ts'
import { holdsPlaceholder } from './placeholder.ts'

/** The elements in which money moves. */
const paying: readonly string[] = ['payin-checkout', 'payout-claim']

export function payingElements({ elements }: Page): HtmlElement[] {
  return elements.filter(({ name }) => paying.includes(name))
}

/** An element as the merchant wrote it, for a sentence: `<payin-checkout> in line 12`. */
export function placeOfElement({ name, line }: HtmlElement): string {
  return line === null ? `<${name}>` : `<${name}> in line ${line}`
}

export interface WidgetScript {
  readonly element: HtmlElement
  readonly url: URL
  /** The version in its name; `null`: the name that stays. */
  readonly version: string | null
}

const fileName = /\/payin-checkout(?:-(\d[0-9A-Za-z.-]*?))?\.js$/

/** Every `<script src>` that is named like the built script, also those that no browser would run. */
export function widgetScripts(page: Page): WidgetScript[] {
  return page.elements.flatMap((element) => {
    const src = element.name === 'script' ? element.attributes.get('src') : undefined
    const url = src === undefined ? null : resolve(src, page.base)
    const found = url && fileName.exec(url.pathname)
    return found ? [{ element, url, version: found[1] ?? null }] : []
  })
}

/** Tells whether a browser of today runs it: nothing but JavaScript, and not what is for old ones. */
export function runs({ attributes }: HtmlElement): boolean {
  const type = (attributes.get('type') ?? '').trim().toLowerCase()
  const isScript =
    type === '' || type === 'module' || /^(text|application)\/(x-)?(java|ecma)script$/.test(type)
  return isScript && (type === 'module' || !attributes.has('nomodule'))
}

export interface Endpoint {
  /** Without a slash at its end. */
  readonly base: URL
  /** The element that names it; `null`: the merchant named it on the command line. */
  readonly element: HtmlElement | null
}

/** Where endpoints are named. */
interface Named {
  readonly page: Page
  readonly input: { readonly endpoint: string | null }
}

/** Each endpoint once: what the command line names, or else what the elements of the page name. */
export function endpointsOf({ page, input }: Named): Endpoint[] {
  if (input.endpoint !== null) {
    const base = endpointAt(input.endpoint, page)
    return base ? [{ base, element: null }] : []
  }
  const byAddress = new Map<string, Endpoint>()
  for (const element of payingElements(page)) {
    const base = endpointAt(element.attributes.get('endpoint') ?? '', page)
    if (base && !byAddress.has(base.href)) byAddress.set(base.href, { base, element })
  }
  return [...byAddress.values()].slice(0, maxEndpoints)
}

/** A page with more of them is none that a merchant wrote. */
const maxEndpoints = 4

/** `null` where there is none, or it is no address. */
function endpointAt(address: string, { base }: Page): URL | null {
  // What was not filled in is said of the attribute; nothing is asked there.
  const url = address === '' || holdsPlaceholder(address) ? null : resolve(address, base)
  if (url) url.pathname = url.pathname.replace(/\/+$/, '')
  return url
}

/** An address below an endpoint. */
export function below({ base }: Endpoint, path: string): URL {
  const [pathname = '', search = ''] = path.split('?')
  const url = new URL(base)
  url.pathname = `${url.pathname.replace(/\/+$/, '')}${pathname}`
  url.search = search
  return url
}

/** Tells whether every element leaves the page for the payment, so that no window is opened. */
export function opensNoWindow(page: Page): boolean {
  const all = payingElements(page)
  return all.length > 0 && all.every(({ attributes }) => attributes.get('mode') === 'redirect')
}

/** Tells whether the page speaks the language that is built in, whoever reads it. */
export function isEnglishOnly(page: Page): boolean {
  const all = payingElements(page)
  return all.length > 0 && all.every(({ lang }) => /^en(-us)?$/i.test(lang ?? ''))
}

/** Tells whether any element offers this way to pay. */
export function offers(page: Page, method: string): boolean {
  return payingElements(page).some(({ attributes }) =>
    (attributes.get('methods') ?? '').split(/\s+/).includes(method),
  )
}
