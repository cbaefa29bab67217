// These run code in the service's own page, or a browser does not follow them.
const neverFollowed = /^(javascript|data|vbscript|blob|file|filesystem|about|view-source|ws|wss):/i

/**
 * Whether a payer can be sent to this address: an absolute URL of the web, or with the scheme of an app. Printable ASCII
 * only, as in RFC 3986: `new URL` accepts a line break or an umlaut, but a header does not.
 */
export function isCallbackUrl(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:[\x21-\x7e]+$/i.test(text) && !neverFollowed.test(text) && URL.canParse(text)
}
