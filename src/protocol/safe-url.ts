// Checks the addresses that the widget opens. `location.replace('javascript:…')` runs in the shop's own origin, even in a
// popup whose opener is null (docs/internals/browser-facts.md#an-address-can-be-a-script).

/** The required form of scheme and authority. It refuses what the URL parser would repair (`https:/\\evil`, `https:///evil`). */
const written = /^https?:\/\/[^/?#@]+([/?#]|$)/i
/** No control characters or spaces, and no backslash, because `URL` reads it as a slash. */
const plain = /^[!-[\]-~\u0080-\uffff]*$/
const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Whether a host name means this machine. */
export function isLoopback(hostname: string): boolean {
  return loopback.test(hostname)
}

/**
 * Parses a hosted page's address. `null` if it must not be opened: only absolute `https:` addresses without credentials
 * are allowed (on loopback also `http:`). There is no base URL, so `//evil` and `/\evil` are refused. What the URL parser
 * would silently repair (`java\nscript:`) is refused, too.
 */
export function parseRedirectUrl(text: unknown): URL | null {
  if (typeof text !== 'string' || !plain.test(text) || !written.test(text)) return null
  let url: URL
  try {
    url = new URL(text)
  } catch {
    return null
  }
  if (url.protocol === 'https:') return url
  return url.protocol === 'http:' && isLoopback(url.hostname) ? url : null
}
