// The connection to the hosted page is made while the shopper reaches for the button. Nothing is sent before that, and nothing
// but the connection then.
import { parseRedirectUrl } from '../protocol/safe-url.ts'

/** The origins for which a connection was asked for. One is enough for a page. */
const asked = new Set<string>()
/** The origin of the hosted page that was opened last in this page. */
let known = ''

/** @param url of a hosted page that opens */
export function learnOrigin(url: string | undefined): void {
  known = originOf(url) || known
}

/** @param origin as the page names it, such as `https://pay.example`. Without one, that of an earlier payment counts. */
export function preconnect(document: Document, origin: string): void {
  const href = originOf(origin) || known
  if (!href || asked.has(href)) return
  asked.add(href)
  // A page may have removed its head.
  document.head?.append(Object.assign(document.createElement('link'), { rel: 'preconnect', href }))
}

const originOf = (url: string | undefined): string => parseRedirectUrl(url)?.origin ?? ''
