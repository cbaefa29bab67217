// Finds the widget in a page: its elements, its scripts, its endpoints.
import { type Page, resolve } from './page.ts'
import type { HtmlElement } from './parse-html.ts'

const paying: readonly string[] = ['payin-checkout', 'payout-claim']

export function payingElements({ elements }: Page): HtmlElement[] {
  return elements.filter(({ name }) => paying.includes(name))
}

/** The place of an element for a message: `<payin-checkout> in line 12`. */
export function placeOfElement({ name, line }: HtmlElement): string {
  return line === null ? `<${name}>` : `<${name}> in line ${line}`
}

export interface WidgetScript {
  readonly element: HtmlElement
  readonly url: URL
  /** The version in the file name; `null` for the name without a version. */
  readonly version: string | null
}

const fileName = /\/payin-checkout(?:-(\d[0-9A-Za-z.-]*?))?\.js$/

/** Every `<script src>` with the name of the built script, even if no browser runs it. */
export function widgetScripts(page: Page): WidgetScript[] {
  return page.elements.flatMap((element) => {
    const src = element.name === 'script' ? element.attributes.get('src') : undefined
    const url = src === undefined ? null : resolve(src, page.base)
    const found = url && fileName.exec(url.pathname)
    return found ? [{ element, url, version: found[1] ?? null }] : []
  })
}

/** Whether a modern browser runs the script: it is JavaScript and not `nomodule`. */
export function runs({ attributes }: HtmlElement): boolean {
  const type = (attributes.get('type') ?? '').trim().toLowerCase()
  const isScript =
    type === '' || type === 'module' || /^(text|application)\/(x-)?(java|ecma)script$/.test(type)
  return isScript && (type === 'module' || !attributes.has('nomodule'))
}

export interface Endpoint {
  /** Without a trailing slash. */
  readonly base: URL
  /** The element that names it; `null` if it comes from the command line. */
  readonly element: HtmlElement | null
}

interface Named {
  readonly page: Page
  readonly input: { readonly endpoint: string | null }
}

/** The endpoint of the command line, or else those of the page's elements, each once. */
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

/** A limit against hostile pages. */
const maxEndpoints = 4

/** `null` if there is no endpoint or it is not an address. */
export function endpointAt(address: string, { base }: Page): URL | null {
  // A placeholder is reported by the check of attributes, so skip it here.
  const url = address === '' || holdsPlaceholder(address) ? null : resolve(address, base)
  if (url) url.pathname = withoutEndSlashes(url.pathname)
  return url
}

/** Not by an expression: one that looks for the end from each slash takes seconds for a long row of them. */
function withoutEndSlashes(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end--
  return path.slice(0, end)
}

export function below({ base }: Pick<Endpoint, 'base'>, path: string): URL {
  const [pathname = '', search = ''] = path.split('?')
  const url = new URL(base)
  url.pathname = `${withoutEndSlashes(url.pathname)}${pathname}`
  url.search = search
  return url
}

/** Whether every element redirects to the payment page, so that no window opens. */
export function opensNoWindow(page: Page): boolean {
  const all = payingElements(page)
  return all.length > 0 && all.every(({ attributes }) => attributes.get('mode') === 'redirect')
}

/** Whether all elements are in English, the built-in language. */
export function isEnglishOnly(page: Page): boolean {
  const all = payingElements(page)
  return all.length > 0 && all.every(({ lang }) => /^en(-us)?$/i.test(lang ?? ''))
}

export function offers(page: Page, method: string): boolean {
  return payingElements(page).some(({ attributes }) =>
    (attributes.get('methods') ?? '').split(/\s+/).includes(method),
  )
}

/** Placeholders of templates that were not filled in: `{{ order }}`, `${order}`, `<%= order %>`, `[object Object]`. */
const placeholder = /\{\{|\}\}|\$\{|<%|%>|\[object \w+\]|^(undefined|null|NaN)$|^%\w+%$|^__\w+__$/

export function holdsPlaceholder(value: string): boolean {
  return placeholder.test(value)
}
