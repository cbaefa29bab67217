// Finds attributes that our elements do not have.
import { editDistance } from '../../nearest.ts'
import { displayText, shortenedSecret } from '../display.ts'
import { type Finding, says } from '../finding.ts'
import type { PackageFacts } from '../package-facts.ts'
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

const say = says('attributes', {
  'attribute-is-property': {
    warning: '{place}: `{name}` is a property and does nothing as an attribute',
    change: "document.querySelector('{tag}').{name} = …",
  },
  'attribute-misspelt': {
    problem: '{place}: `{name}` is misspelt, so it does nothing',
    change: '{near}="{text}"',
  },
  'attribute-unknown': {
    warning: '{place} has no attribute `{name}`',
    change: 'Remove it, or rename it to data-{name}. Valid attributes: {known}.',
  },
  // Everybody with the link to the page would also have the code. The finding does not show it.
  'attribute-code': {
    problem: '{place}: the code of a payout must not be in a page',
    change: 'Remove `code`, and send the code to the recipient separately from the link.',
    see: 'session',
  },
})

export interface NamesFound {
  readonly found: readonly Finding[]
  /** The right names of misspelt attributes. They are not reported as missing. */
  readonly meant: ReadonlySet<string>
}

export function attributeNames(element: HtmlElement, { attributes, properties }: PackageFacts): NamesFound {
  const known = (attributes.get(element.name) ?? []).map(({ name }) => name)
  const unknown = [...element.attributes].filter(
    ([name]) => !known.includes(name) && !global.has(name) && !foreign.test(name),
  )
  const meant = new Set<string>()
  const found = unknown.map(([written, value]) => {
    const [place, name] = [placeOfElement(element), displayText(written, 40)]
    if (written === 'code') return say('attribute-code', 'code="…"', { place })
    const near = nearestName(written, known)
    // A token and a session's id are secrets, so show only their beginning.
    const text = near === 'token' || near === 'session' ? shortenedSecret(value) : displayText(value, 40)
    const isProperty = (properties.get(element.name) ?? []).includes(written)
    if (near !== null && !isProperty) meant.add(near)
    return say(
      isProperty ? 'attribute-is-property' : near === null ? 'attribute-unknown' : 'attribute-misspelt',
      `${name}="${text}"`,
      { place, name, tag: element.name, near: near ?? '', text, known: known.join(', ') },
    )
  })
  return { found, meant }
}

const mostChanges = 2

/** The known name that was probably meant, or `null`. */
export function nearestName(written: string, known: readonly string[]): string | null {
  const plain = written.replace(/[-_.]|^data-|-?(id|url)$/g, '')
  const meant = known.find((name) => name === plain)
  if (meant !== undefined) return meant
  const [best] = known
    .map((name) => ({ name, distance: editDistance(written, name, mostChanges) }))
    .filter(({ distance }) => distance <= mostChanges)
    .sort((a, b) => a.distance - b.distance)
  // In a short name, two letters would be half of it.
  return best && best.distance <= (best.name.length > 4 ? mostChanges : 1) ? best.name : null
}
