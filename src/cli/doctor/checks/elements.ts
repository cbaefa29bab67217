import type { Check } from '../check-context.ts'
import { displayText } from '../display.ts'
import { type Finding, fine, problem, unknown, warning } from '../finding.ts'
import type { HtmlElement } from '../page/parse-html.ts'
import { holdsPlaceholder } from '../page/placeholder.ts'
import { payingElements, placeOfElement } from '../page/widget.ts'

/** Checks whether the page contains the element, as a browser parses it. */
export const elements: Check = {
  area: 'Element',
  find({ page }) {
    const found = payingElements(page)
    if (found.length === 0) return [none(page.elements)]
    const names = found.map(placeOfElement)
    const seen =
      names.length > 5 ? `${names.slice(0, 5).join(', ')} and ${names.length - 5} more` : names.join(', ')
    return [
      fine('element-there', 'The page contains the checkout', { seen, see: 'element' }),
      ...found.filter(({ isClosed }) => !isClosed).map(open),
      ...twice(found),
    ]
  },
}

function none(all: readonly HtmlElement[]): Finding {
  const isFramed = all.some(({ name }) => name === 'iframe')
  const elsewhere = isFramed ? ', or it may be in a frame. For a frame, give the address of the frame' : ''
  return unknown('element-not-in-html', 'The HTML contains no <payin-checkout> and no <payout-claim>', {
    seen: `A script may add it${elsewhere}.`,
    change: '<payin-checkout endpoint="/checkout" order="…"></payin-checkout>',
    see: 'element',
  })
}

const open = (element: HtmlElement): Finding =>
  problem(
    'element-not-closed',
    `${placeOfElement(element)} has no end tag, so the content that follows becomes its button`,
    {
      seen: 'HTML ignores "/>" on this element',
      change: `<${element.name} …></${element.name}>`,
      see: 'element',
    },
  )

/** Two elements for one order coordinate with each other, but the shopper sees two buttons. */
function twice(all: readonly HtmlElement[]): Finding[] {
  const seen = new Map<string, HtmlElement>()
  return all.flatMap((element) => {
    const order = element.attributes.get('order') ?? ''
    if (order === '' || holdsPlaceholder(order)) return []
    const key = JSON.stringify([element.attributes.get('endpoint'), order])
    const first = seen.get(key)
    if (first) {
      return [
        warning('element-twice', `Two elements have the order ${displayText(order, 40)}`, {
          seen: `${placeOfElement(first)}, ${placeOfElement(element)}`,
          change: 'Remove one of them.',
          see: 'element',
        }),
      ]
    }
    seen.set(key, element)
    return []
  })
}
