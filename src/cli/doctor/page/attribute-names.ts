// Finds attributes that our elements do not have.

import { displayText, shortenedSecret } from '../display.ts'
import { type Finding, problem, warning } from '../finding.ts'
import type { PackageFacts } from '../package-facts.ts'
import { nearestName } from './nearest-name.ts'
import type { HtmlElement } from './parse-html.ts'
import { placeOfElement } from './widget.ts'

/** Attributes that every element may have. */
const global = new Set(
  `accesskey autofocus class contenteditable dir draggable enterkeyhint exportparts hidden id inert inputmode is itemid
   itemprop itemref itemscope itemtype lang nonce part popover role slot spellcheck style tabindex title translate`.split(
    /\s+/,
  ),
)

/** Attributes of scripts and frameworks. */
const foreign = /^(data-|aria-|on[a-z]|v-|x-|hx-|ng-|_ng|q:|wire:|[^a-z])/

/** The findings, and the attributes that were probably meant. */
export interface NamesFound {
  readonly found: readonly Finding[]
  /** The right names of misspelt attributes. They are not reported as missing. */
  readonly meant: ReadonlySet<string>
}

export function attributeNames(element: HtmlElement, { attributes, properties }: PackageFacts): NamesFound {
  const known = (attributes.get(element.name) ?? []).map(({ name }) => name)
  const found: Finding[] = []
  const meant = new Set<string>()
  for (const [name, value] of element.attributes) {
    if (known.includes(name) || global.has(name) || foreign.test(name)) continue
    const place = placeOfElement(element)
    if (name === 'code') {
      found.push(codeInPage(place))
      continue
    }
    const near = nearestName(name, known)
    // A token and a session's id are secrets, so show only their beginning.
    const text = near === 'token' || near === 'session' ? shortenedSecret(value) : displayText(value, 40)
    const written = `${displayText(name, 40)}="${text}"`
    if ((properties.get(element.name) ?? []).includes(name)) {
      found.push(
        warning(
          'attribute-is-property',
          `${place}: \`${name}\` is a property and does nothing as an attribute`,
          {
            seen: written,
            change: `document.querySelector('${element.name}').${name} = …`,
            see: 'attributes',
          },
        ),
      )
    } else if (near !== null) {
      meant.add(near)
      found.push(
        problem(
          'attribute-misspelt',
          `${place}: \`${displayText(name, 40)}\` is misspelt, so it does nothing`,
          {
            seen: written,
            change: `${near}="${text}"`,
            see: 'attributes',
          },
        ),
      )
    } else {
      found.push(
        warning('attribute-unknown', `${place} has no attribute \`${displayText(name, 40)}\``, {
          seen: written,
          change: `Remove it, or rename it to data-${displayText(name, 40)}. Valid attributes: ${known.join(', ')}.`,
          see: 'attributes',
        }),
      )
    }
  }
  return { found, meant }
}

/** Everybody with the link to the page would also have the code. The finding does not show it. */
const codeInPage = (place: string): Finding =>
  problem('attribute-code', `${place}: the code of a payout must not be in a page`, {
    seen: 'code="…"',
    change: 'Remove `code`, and send the code to the recipient separately from the link.',
    see: 'session',
  })
