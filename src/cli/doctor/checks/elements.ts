import type { CheckContext } from '../check-context.ts'
import { displayText } from '../display.ts'
import { type Found, says } from '../finding.ts'
import type { Page } from '../page/page.ts'
import type { HtmlElement } from '../page/parse-html.ts'
import { endpointAt, holdsPlaceholder, payingElements, placeOfElement } from '../page/widget.ts'

const say = says('element', {
  'element-there': { fine: 'The page contains the checkout' },
  'element-not-in-html': {
    unknown: 'The HTML contains no <payin-checkout> and no <payout-claim>',
    change: '<payin-checkout endpoint="/checkout" order="…"></payin-checkout>',
  },
  'element-not-closed': {
    problem: '{place} has no end tag, so the content that follows becomes its button',
    change: '<{tag} …></{tag}>',
  },
  // They coordinate with each other, but the shopper sees two buttons.
  'element-twice': { warning: 'Two elements have the order {order}', change: 'Remove one of them.' },
})

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
