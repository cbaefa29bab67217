import { isLoopback } from '../protocol/safe-url.ts'

/**
 * The service's `{base_url}` without its trailing slash.
 * `https:` only, `http:` for loopback: the API key travels in a header (payments-v2, Authentication: HTTPS only).
 * @throws {TypeError} with the remedy
 */
export function parseBaseUrl(text: string): string {
  let url: URL
  try {
    url = new URL(text)
  } catch {
    throw new TypeError('baseUrl is not an absolute URL. Write it like https://payments.example.')
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new TypeError(
      'baseUrl must not hold credentials, a query or a fragment. Leave only origin and path.',
    )
  }
  // The likeliest mistake: every address of payments-v2 is shown with it. With it, v2 paths would hold it twice and
  // legacy paths once, and all would be 404.
  if (/\/api\/v2(\/|$)/.test(url.pathname)) {
    throw new TypeError(
      'baseUrl holds /api/v2, which the client adds itself. Leave only what stands before it, like https://payments.example.',
    )
  }
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) {
    throw new TypeError(
      `baseUrl begins with ${url.protocol}//, but the API key must not travel unencrypted. Use https: (http: is for loopback only).`,
    )
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '')
}
