// Where a payer goes after a bank transfer: "callbackChromeUrl: redirect URL for Chrome (deep links to an app scheme
// may work there)", "callbackSafariUrl: … automatic redirects to custom schemes are restricted".
import type { BankTransfer } from '../../service/bank-transfers.ts'

/** `app` is an address of a custom scheme such as `myapp://`: the browser hands it to an app and stays where it is. */
export type Callback = { href: string; kind: 'page' | 'app' }

// A script in the merchant's address would run in the service's own page.
const neverFollowed = /^(javascript|data|vbscript|blob|file|about|view-source|ws|wss):$/

/** One of the two alone serves every browser; `undefined` when none can be followed. */
export function callbackFor(transfer: BankTransfer, userAgent: string): Callback | undefined {
  const { callbackChromeUrl: chrome, callbackSafariUrl: safari } = transfer
  const [first, second] = isSafari(userAgent) ? [safari, chrome] : [chrome, safari]
  return read(first) ?? read(second)
}

/**
 * Every browser on an iPhone or iPad is WebKit and restricts custom schemes the same way, whatever its name. An iPad
 * that asks for desktop pages looks like a Mac's Safari, which is right too.
 */
export function isSafari(userAgent: string): boolean {
  if (/\b(iPhone|iPad|iPod)\b/.test(userAgent)) return true
  return /\bSafari\//.test(userAgent) && !/\b(Chrome|Chromium|Edge?|OPR|Android)\b/.test(userAgent)
}

/** Unchanged but for what every URL parser drops, and a header refuses: spaces around it, line breaks within. */
function read(url: string | undefined): Callback | undefined {
  const href = url?.replace(/[\t\n\r]/g, '').trim()
  if (href === undefined || !URL.canParse(href)) return undefined
  const { protocol } = new URL(href)
  if (neverFollowed.test(protocol)) return undefined
  return { href, kind: protocol === 'https:' || protocol === 'http:' ? 'page' : 'app' }
}

/** Whom the payer knows as the merchant: the host of a page; an app's address names nobody. */
export function merchantOf(callback: Callback | undefined): string | undefined {
  return callback?.kind === 'page' ? new URL(callback.href).host : undefined
}
