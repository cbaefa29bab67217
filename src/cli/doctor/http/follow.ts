// A page behind its redirects. Each is looked at before it is followed.
import { displayUrl } from '../display.ts'
import { type Answer, headerOf, isAnswer } from './answer.ts'
import type { SendRequest } from './send.ts'

/** As far as browsers go. */
const maxRedirects = 20

export interface Hop {
  readonly status: number
  readonly from: URL
  readonly to: URL
}

/** Where it ended. */
export type Followed = { readonly hops: readonly Hop[] } & (
  | { readonly answer: Answer }
  /** A redirect that is not followed: from `https:` to `http:`. */
  | { readonly downgrade: Hop }
  /** A sentence. */
  | { readonly failed: string }
)

/** Asks for a page as a browser does that opens it. */
export async function follow(send: SendRequest, start: URL): Promise<Followed> {
  const hops: Hop[] = []
  let url = start
  for (;;) {
    const result = await send(url, { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } })
    if (!isAnswer(result)) return { hops, failed: `${displayUrl(url)} ${result.why}.` }
    const location = headerOf(result, 'location')
    if (![301, 302, 303, 307, 308].includes(result.status) || location === null)
      return { hops, answer: result }
    if (!URL.canParse(location, url)) {
      return { hops, failed: `${displayUrl(url)} redirects to something that is no address.` }
    }
    const to = new URL(location, url)
    const hop = { status: result.status, from: url, to }
    if (to.protocol !== 'https:' && to.protocol !== 'http:') {
      return { hops, failed: `${displayUrl(url)} redirects to ${to.protocol}, which is no page.` }
    }
    if (url.protocol === 'https:' && to.protocol === 'http:') return { hops: [...hops, hop], downgrade: hop }
    if (to.origin === url.origin) [to.username, to.password] = [url.username, url.password]
    if (hops.some(({ from }) => from.href === to.href) || to.href === url.href) {
      const way = [...hops.map(({ from }) => from), url, to].map(displayUrl).join(' → ')
      return { hops, failed: `Without cookies, the page redirects in a circle: ${way}` }
    }
    hops.push(hop)
    if (hops.length > maxRedirects) {
      return { hops, failed: `${displayUrl(start)} redirects more than ${maxRedirects} times.` }
    }
    url = to
  }
}
