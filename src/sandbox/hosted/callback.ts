// The address that a payer returns to after a bank transfer: "callbackChromeUrl: redirect URL for Chrome (deep links to
// an app scheme may work there)", "callbackSafariUrl: … automatic redirects to custom schemes are restricted".
import { isCallbackUrl } from '../callback-url.ts'
import type { BankTransfer } from '../service/bank-transfers.ts'

/** `app`: an address with a custom scheme such as `myapp://`. The browser passes it to an app and stays on the page. */
export type Callback = { href: string; kind: 'page' | 'app' }

/** The address for this browser, else the other one; `undefined` when neither is safe. */
export function callbackFor(transfer: BankTransfer, userAgent: string): Callback | undefined {
  const { callbackChromeUrl: chrome, callbackSafariUrl: safari } = transfer
  const [first, second] = isSafari(userAgent) ? [safari, chrome] : [chrome, safari]
  return read(first) ?? read(second)
}

/**
 * Every browser on an iPhone or iPad uses WebKit and restricts custom schemes like Safari. An iPad that requests
 * desktop pages has the user agent of Safari on a Mac, so it is recognised too.
 */
export function isSafari(userAgent: string): boolean {
  if (/\b(iPhone|iPad|iPod)\b/.test(userAgent)) return true
  return /\bSafari\//.test(userAgent) && !/\b(Chrome|Chromium|Edge?|OPR|Android)\b/.test(userAgent)
}

function read(href: string | undefined): Callback | undefined {
  if (href === undefined || !isCallbackUrl(href)) return undefined
  return { href, kind: /^https?:/i.test(href) ? 'page' : 'app' }
}

/** The merchant's name for the payer: the host of a page. The address of an app has none. */
export function merchantOf(callback: Callback | undefined): string | undefined {
  return callback?.kind === 'page' ? new URL(callback.href).host : undefined
}
