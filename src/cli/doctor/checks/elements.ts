import type { CheckContext } from '../check-context.ts'
import { displayText, shortenedSecret } from '../display.ts'
import { type Found, listOf, says } from '../finding.ts'
import { cachingOf, headerLine, mayBeKept } from '../http/answer.ts'
import { attributeNames } from '../page/attribute-names.ts'
import { attributeValues } from '../page/attribute-values.ts'
import type { Page } from '../page/page.ts'
import type { HtmlElement } from '../page/parse-html.ts'
import { endpointAt, holdsPlaceholder, payingElements, placeOfElement } from '../page/widget.ts'

// Missing attributes are only warnings, because a script may set them as properties.
const missing = {
  warning: '{place} has no `{wanted}`. Unless a script sets it, the element stays empty',
  change: '{wanted}="…"',
}

const say = says('attributes', {
  'attributes-fine': { fine: 'All attributes are valid' },
  'endpoint-missing': {
    warning: '{place} has no `endpoint`. Unless a script sets it, nobody can pay',
    change: 'endpoint="/checkout"',
  },
  'order-missing': missing,
  'session-missing': missing,
  'token-expired': {
    problem: '{place}: the order token has expired, so nobody can pay',
    change: 'Sign a new token for each request, and keep the page out of caches.',
    see: 'token',
  },
  'token-cached': {
    warning: 'The page contains an order token, and caches may store the page',
    change: 'Cache-Control: private, no-store',
    see: 'token',
  },
  'element-there': { fine: 'The page contains the checkout', see: 'element' },
  'element-not-in-html': {
    unknown: 'The HTML contains no <payin-checkout> and no <payout-claim>',
    change: '<payin-checkout endpoint="/checkout" order="…"></payin-checkout>',
    see: 'element',
  },
  'element-not-closed': {
    problem: '{place} has no end tag, so the content that follows becomes its button',
    change: '<{tag} …></{tag}>',
    see: 'element',
  },
  // They coordinate with each other, but the shopper sees two buttons.
  'element-twice': {
    warning: 'Two elements have the order {order}',
    change: 'Remove one of them.',
    see: 'element',
  },
})

export function attributes({ page, facts, now }: CheckContext): Found {
  const all = payingElements(page)
  const found = listOf(
    all.map((element) => {
      const names = attributeNames(element, facts)
      return [
        names.found,
        attributeValues(element, facts),
        lacking(element, names.meant),
        expired(element, now()),
      ]
    }),
  )
  if (all.length === 0) return null
  return [found.length === 0 ? say('attributes-fine') : found, cachedToken(page, all)]
}

function lacking(element: HtmlElement, meant: ReadonlySet<string>): Found {
  const { name, attributes } = element
  const place = placeOfElement(element)
  const lacks = (wanted: string) => !attributes.get(wanted) && !meant.has(wanted)
  const wanted = name === 'payout-claim' ? 'session' : 'order'
  return [
    lacks('endpoint') && say('endpoint-missing', null, { place }),
    lacks('session') && lacks(wanted) && say(`${wanted}-missing`, null, { place, wanted }),
  ]
}

/** Our merchant server's form: expiry in seconds, and signature. Tokens of another form are not checked. */
const orderToken = /^(\d{9,11})\.[\w-]{43}$/

function expired(element: HtmlElement, now: number): Found {
  const token = element.attributes.get('token') ?? ''
  const seconds = orderToken.exec(token)?.[1]
  if (seconds === undefined || Number(seconds) * 1000 > now) return null
  const seen = `token="${shortenedSecret(token)}" ended at ${new Date(Number(seconds) * 1000).toISOString()}`
  return say('token-expired', seen, { place: placeOfElement(element) })
}

/** A cache would give the token of one shopper to another shopper. */
function cachedToken({ answer }: Page, all: readonly HtmlElement[]): Found {
  const caching = cachingOf(answer)
  const isOwn = caching.has('private') || caching.has('no-store')
  if (isOwn || !mayBeKept(answer) || !all.some(({ attributes }) => attributes.get('token'))) return null
  return say('token-cached', headerLine(answer, 'Cache-Control'))
}

/** Checks whether the page contains the element, as a browser parses it. */
export function elements({ page }: CheckContext): Found {
  const found = payingElements(page)
  if (found.length === 0) {
    const isFramed = page.elements.some(({ name }) => name === 'iframe')
    const elsewhere = isFramed ? ', or it may be in a frame. For a frame, give the address of the frame' : ''
    return say('element-not-in-html', `A script may add it${elsewhere}.`)
  }
  const names = found.map(placeOfElement)
  const more = names.length > 5 ? ` and ${names.length - 5} more` : ''
  return [
    say('element-there', `${names.slice(0, 5).join(', ')}${more}`),
    found.map(
      (element) =>
        !element.isClosed &&
        say('element-not-closed', 'HTML ignores "/>" on this element', {
          place: placeOfElement(element),
          tag: element.name,
        }),
    ),
    twice(found, page),
  ]
}

function twice(all: readonly HtmlElement[], page: Page): Found {
  const seen = new Map<string, HtmlElement>()
  return all.map((element) => {
    const order = element.attributes.get('order') ?? ''
    if (order === '' || holdsPlaceholder(order)) return null
    const key = JSON.stringify([endpointAt(element.attributes.get('endpoint') ?? '', page), order])
    const first = seen.get(key)
    if (!first) seen.set(key, element)
    return (
      first &&
      say('element-twice', `${placeOfElement(first)}, ${placeOfElement(element)}`, {
        order: displayText(order, 40),
      })
    )
  })
}
