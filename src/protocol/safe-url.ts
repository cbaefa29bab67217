// `location.replace('javascript:…')` runs in the shop's own origin, even on a popup whose opener is null (FACTS 3).

/** Scheme and authority as they must be written: what the parser would repair (`https:/\\evil`, `https:///evil`) is refused. */
const written = /^https?:\/\/[^/?#@]+([/?#]|$)/i
const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Tells whether a host name means this machine. */
export function isLoopback(hostname: string): boolean {
  return loopback.test(hostname)
}

/**
 * A hosted page's address, or `null` when it must not be opened: only absolute `https:`
 * (`http:` on loopback), without credentials. The text is parsed without a base, so `//evil` and `/\evil` are
 * refused; what the parser would silently repair (`java\nscript:`) is refused too.
 */
export function parseRedirectUrl(text: unknown): URL | null {
  if (typeof text !== 'string' || hasControlsOrSpaces(text) || !written.test(text)) return null
  let url: URL
  try {
    url = new URL(text)
  } catch {
    return null
  }
  if (url.protocol === 'https:') return url
  return url.protocol === 'http:' && isLoopback(url.hostname) ? url : null
}

function hasControlsOrSpaces(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    // Controls, spaces and the backslash, which `URL` reads as a slash.
    if (code <= 0x20 || code === 0x7f || code === 0x5c) return true
  }
  return false
}
