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
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) {
    throw new TypeError(
      `baseUrl begins with ${url.protocol}//, but the API key must not travel unencrypted. Use https: (http: is for loopback only).`,
    )
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '')
}
