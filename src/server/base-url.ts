import { isLoopback } from '../protocol/safe-url.ts'

/**
 * The service's `{base_url}` without its trailing slash.
 * Only `https:`, or `http:` for loopback, because a header carries the API key (payments-v2, Authentication: HTTPS only).
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
      'baseUrl must not contain credentials, a query or a fragment. Use only origin and path.',
    )
  }
  // A likely mistake, because payments-v2 shows every address with /api/v2. Then v2 paths would contain it twice and legacy
  // paths once, and the service would answer 404 to all of them.
  if (/\/api\/v2(\/|$)/.test(url.pathname)) {
    throw new TypeError(
      'baseUrl contains /api/v2, which the client adds itself. Use only the part before it, like https://payments.example.',
    )
  }
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) {
    throw new TypeError(
      `baseUrl begins with ${url.protocol}//, but the API key must not travel unencrypted. Use https: (http: is for loopback only).`,
    )
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '')
}
