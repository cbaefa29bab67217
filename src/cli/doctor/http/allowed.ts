// The gate before every request about what a page names. A page can name any address, also one inside of the network in which
// doctor runs. So only the page's own origin is asked, and what the merchant named.
import type { SendRequest } from './send.ts'

/** What was not asked, by origin: `POST /checkout/sessions`. */
export type NotAsked = ReadonlyMap<string, ReadonlySet<string>>

/** Sends to these origins only. Any other request is noted, and gets no answer. */
export function onlyTo(origins: ReadonlySet<string>, send: SendRequest) {
  const notAsked = new Map<string, Set<string>>()
  const gated: SendRequest = (url, options = {}) => {
    if (origins.has(url.origin)) return send(url, options)
    const requests = notAsked.get(url.origin) ?? new Set()
    notAsked.set(url.origin, requests.add(`${options.method ?? 'GET'} ${url.pathname}`))
    return Promise.resolve({ why: 'was not asked', tookMs: 0, isNotAsked: true })
  }
  return { send: gated, notAsked: notAsked as NotAsked }
}
