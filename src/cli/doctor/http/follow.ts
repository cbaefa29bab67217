// A page behind its redirects. Each is looked at before it is followed.
import { shownUrl } from '../display.ts'
import { type Answer, headerOf, isAnswer } from './answer.ts'
import type { Ask } from './send.ts'

/** As far as browsers go. */
const mostRedirects = 20

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
export async function follow(ask: Ask, start: URL): Promise<Followed> {
  const hops: Hop[] = []
  let url = start
  for (;;) {
    const asked = await ask(url, { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } })
    if (!isAnswer(asked)) return { hops, failed: `${shownUrl(url)} ${asked.why}.` }
    const location = headerOf(asked, 'location')
    if (![301, 302, 303, 307, 308].includes(asked.status) || location === null) return { hops, answer: asked }
    if (!URL.canParse(location, url)) {
      return { hops, failed: `${shownUrl(url)} redirects to something that is no address.` }
    }
    const to = new URL(location, url)
    const hop = { status: asked.status, from: url, to }
    if (to.protocol !== 'https:' && to.protocol !== 'http:') {
      return { hops, failed: `${shownUrl(url)} redirects to ${to.protocol}, which is no page.` }
    }
    if (url.protocol === 'https:' && to.protocol === 'http:') return { hops: [...hops, hop], downgrade: hop }
    if (to.origin === url.origin) [to.username, to.password] = [url.username, url.password]
    if (hops.some(({ from }) => from.href === to.href) || to.href === url.href) {
      const way = [...hops.map(({ from }) => from), url, to].map(shownUrl).join(' → ')
      return { hops, failed: `Without cookies, the page redirects in a circle: ${way}` }
    }
    hops.push(hop)
    if (hops.length > mostRedirects) {
      return { hops, failed: `${shownUrl(start)} redirects more than ${mostRedirects} times.` }
    }
    url = to
  }
}
