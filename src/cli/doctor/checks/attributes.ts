import type { Check } from '../check-context.ts'
import { shortenedSecret } from '../display.ts'
import { type Finding, fine, problem, warning } from '../finding.ts'
import { cachingOf, headerOf } from '../http/answer.ts'
import { attributeNames } from '../page/attribute-names.ts'
import { attributeValues } from '../page/attribute-values.ts'
import type { Page } from '../page/page.ts'
import type { HtmlElement } from '../page/parse-html.ts'
import { payingElements, placeOfElement } from '../page/widget.ts'

/** Checks the attributes of the elements. */
export const attributes: Check = {
  area: 'Element',
  find({ page, facts, now }) {
    const all = payingElements(page)
    const found = all.flatMap((element) => {
      const names = attributeNames(element, facts)
      return [
        ...names.found,
        ...attributeValues(element, facts),
        ...missing(element, names.meant),
        ...expired(element, now()),
      ]
    })
    if (all.length === 0) return []
    const allFine = fine('attributes-fine', 'All attributes are valid', { see: 'attributes' })
    return [...(found.length === 0 ? [allFine] : found), ...cachedToken(page, all)]
  },
}

/** Missing attributes are only warnings, because a script may set them as properties. */
function missing(element: HtmlElement, meant: ReadonlySet<string>): Finding[] {
  const { name, attributes } = element
  const place = placeOfElement(element)
  const lacks = (wanted: string) => !attributes.get(wanted) && !meant.has(wanted)
  const found: Finding[] = []
  if (lacks('endpoint')) {
    found.push(
      warning('endpoint-missing', `${place} has no \`endpoint\`. Unless a script sets it, nobody can pay`, {
        change: 'endpoint="/checkout"',
        see: 'attributes',
      }),
    )
  }
  if (lacks('session') && (name === 'payout-claim' || lacks('order'))) {
    const wanted = name === 'payout-claim' ? 'session' : 'order'
    found.push(
      warning(
        `${wanted}-missing`,
        `${place} has no \`${wanted}\`. Unless a script sets it, the element stays empty`,
        {
          change: `${wanted}="…"`,
          see: 'attributes',
        },
      ),
    )
  }
  return found
}

/** Our merchant server's form: expiry in seconds, and signature. Tokens of another form are not checked. */
const orderToken = /^(\d{9,11})\.[\w-]{43}$/

function expired(element: HtmlElement, now: number): Finding[] {
  const token = element.attributes.get('token') ?? ''
  const seconds = orderToken.exec(token)?.[1]
  if (seconds === undefined || Number(seconds) * 1000 > now) return []
  return [
    problem('token-expired', `${placeOfElement(element)}: the order token has expired, so nobody can pay`, {
      seen: `token="${shortenedSecret(token)}" ended at ${new Date(Number(seconds) * 1000).toISOString()}`,
      change: 'Sign a new token for each request, and keep the page out of caches.',
      see: 'token',
    }),
  ]
}

/** A cache would give the token of one shopper to another shopper. */
function cachedToken({ answer }: Page, all: readonly HtmlElement[]): Finding[] {
  const caching = cachingOf(answer)
  const isKept =
    caching.has('public') ||
    Number(caching.get('s-maxage') ?? 0) > 0 ||
    Number(caching.get('max-age') ?? 0) > 0
  const isOwn = caching.has('private') || caching.has('no-store')
  if (isOwn || !isKept || !all.some(({ attributes }) => attributes.get('token'))) return []
  return [
    warning('token-cached', 'The page contains an order token, and caches may store the page', {
      seen: `Cache-Control: ${headerOf(answer, 'cache-control')}`,
      change: 'Cache-Control: private, no-store',
      see: 'token',
    }),
  ]
}
