// Loads a page and follows its redirects. Each redirect is checked first.
import { displayUrl } from '../display.ts'
import { type Answer, headerOf, isAnswer } from './answer.ts'
import type { SendRequest } from './send.ts'

/** The limit of browsers. */
const maxRedirects = 20

export interface Hop {
  readonly status: number
  readonly from: URL
  readonly to: URL
}

export type Followed = { readonly hops: readonly Hop[] } & (
  | { readonly answer: Answer }
  /** A redirect from `https:` to `http:`, which is not followed. */
  | { readonly downgrade: Hop }
  /** The reason as a sentence. */
  | { readonly failed: string; readonly isNotAsked?: true }
)

/** Requests a page with the headers of a browser. */
export async function follow(send: SendRequest, start: URL): Promise<Followed> {
  const hops: Hop[] = []
  let url = start
  for (;;) {
    const result = await send(url, { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } })
    if (!isAnswer(result)) {
      const failed = `${displayUrl(url)} ${result.why}.`
      return { hops, failed, ...(result.isNotAsked && { isNotAsked: true }) }
    }
    const location = headerOf(result, 'location')
    if (![301, 302, 303, 307, 308].includes(result.status) || location === null)
      return { hops, answer: result }
    if (!URL.canParse(location, url)) {
      return { hops, failed: `${displayUrl(url)} redirects to an invalid address.` }
    }
    const to = new URL(location, url)
    const hop = { status: result.status, from: url, to }
    if (to.protocol !== 'https:' && to.protocol !== 'http:') {
      return { hops, failed: `${displayUrl(url)} redirects to ${to.protocol}, which is not a web address.` }
    }
    if (url.protocol === 'https:' && to.protocol === 'http:') return { hops: [...hops, hop], downgrade: hop }
    if (to.origin === url.origin) [to.username, to.password] = [url.username, url.password]
    if (hops.some(({ from }) => from.href === to.href) || to.href === url.href) {
      const way = [...hops.map(({ from }) => from), url, to].map(displayUrl).join(' → ')
      return {
        hops,
        failed: `The page redirects in a circle (doctor stores no cookies; for a login give --header 'Cookie: …'): ${way}`,
      }
    }
    hops.push(hop)
    if (hops.length > maxRedirects) {
      return { hops, failed: `${displayUrl(start)} redirects more than ${maxRedirects} times.` }
    }
    url = to
  }
}
