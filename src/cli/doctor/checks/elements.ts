import type { Check } from '../check-context.ts'
import { displayText } from '../display.ts'
import { type Finding, fine, problem, unknown, warning } from '../finding.ts'
import type { HtmlElement } from '../page/parse-html.ts'
import { holdsPlaceholder } from '../page/placeholder.ts'
import { payingElements, placeOfElement } from '../page/widget.ts'

/** Whether the page holds the element, as a browser reads it. */
export const elements: Check = {
  area: 'Element',
  find({ page }) {
    const found = payingElements(page)
    if (found.length === 0) return [none(page.elements)]
    const names = found.map(placeOfElement)
    const seen =
      names.length > 5 ? `${names.slice(0, 5).join(', ')} and ${names.length - 5} more` : names.join(', ')
    return [
      fine('element-there', 'The checkout is in the page', { seen, see: 'element' }),
      ...found.filter(({ isClosed }) => !isClosed).map(open),
      ...twice(found),
    ]
  },
}

function none(all: readonly HtmlElement[]): Finding {
  const isFramed = all.some(({ name }) => name === 'iframe')
  const elsewhere = isFramed ? ', or it stands in a frame: then give the address of the frame' : ''
  return unknown('element-not-in-html', 'There is no <payin-checkout> and no <payout-claim> in the HTML', {
    seen: `A script may add it${elsewhere}.`,
    change: '<payin-checkout endpoint="/checkout" order="…"></payin-checkout>',
    see: 'element',
  })
}

const open = (element: HtmlElement): Finding =>
  problem(
    'element-not-closed',
    `${placeOfElement(element)} is not closed, so what follows becomes its button`,
    {
      seen: 'no end tag; "/>" closes nothing in HTML',
      change: `<${element.name} …></${element.name}>`,
      see: 'element',
    },
  )

/** The two know of each other, and still a shopper sees two buttons for one thing. */
function twice(all: readonly HtmlElement[]): Finding[] {
  const seen = new Map<string, HtmlElement>()
  return all.flatMap((element) => {
    const order = element.attributes.get('order') ?? ''
    if (order === '' || holdsPlaceholder(order)) return []
    const key = JSON.stringify([element.attributes.get('endpoint'), order])
    const first = seen.get(key)
    if (first) {
      return [
        warning('element-twice', `Two elements are for the order ${displayText(order, 40)}`, {
          seen: `${placeOfElement(first)}, ${placeOfElement(element)}`,
          change: 'Leave one of them out.',
          see: 'element',
        }),
      ]
    }
    seen.set(key, element)
    return []
  })
}
