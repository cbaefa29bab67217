// Finds attribute values that the element does not accept.
import { isMethod, methods } from '../../../protocol/method.ts'
import { isDecimal } from '../../../protocol/money.ts'
import { displayText } from '../display.ts'
import { type Found, says } from '../finding.ts'
import type { PackageFacts } from '../package-facts.ts'
import { resolve } from './page.ts'
import type { HtmlElement } from './parse-html.ts'
import { holdsPlaceholder, placeOfElement } from './widget.ts'

/** The longest reference that the service accepts. */
const longestReference = 36

const say = says('attributes', {
  'attribute-placeholder': {
    problem: '{place}: `{name}` contains a template placeholder',
    change: 'Fill in the value of `{name}` when you render the page.',
  },
  'attribute-disabled': {
    problem: '{place}: disabled="{value}" disables the button, too',
    change: 'Remove `disabled` to enable the button.',
  },
  'attribute-value': { warning: '{place}: {wrong}', change: '{change}' },
  'attribute-value-blocks': { id: 'attribute-value', problem: '{place}: {wrong}', change: '{change}' },
})

export function attributeValues(element: HtmlElement, facts: PackageFacts): Found {
  const known = facts.attributes.get(element.name) ?? []
  return known.map(({ name, values }) => {
    const value = element.attributes.get(name)
    if (value === undefined) return null
    const seen = `${name}="${displayText(value, 60)}"`
    const gaps = { place: placeOfElement(element), name, value }
    if (holdsPlaceholder(value)) return say('attribute-placeholder', seen, gaps)
    if (name === 'disabled') return /^(false|0|no|off)$/i.test(value) && say('attribute-disabled', seen, gaps)
    if (value === '') return null
    const mistake = values ? ofList(name, value, values) : rules[name]?.(value, element.attributes)
    if (!mistake) return null
    const [wrong, change] = mistake
    const key = blocking.has(name) ? 'attribute-value-blocks' : 'attribute-value'
    return say(key, seen, { ...gaps, wrong, change })
  })
}

/** A wrong `kind` creates another payment or none. Attributes that are not named here fall back to their default. */
const blocking: ReadonlySet<string> = new Set(['kind', 'order', 'endpoint'])

/** What is wrong, and the line to change; `null` for a right value. */
type Mistake = readonly [wrong: string, change: string] | null

const ofList = (name: string, value: string, values: readonly string[]): Mistake =>
  values.includes(value)
    ? null
    : [
        `\`${name}\` cannot be "${displayText(value, 40)}"`,
        `${name}="${values[0]}"; valid values: ${values.join(', ')}.`,
      ]

type Rule = (value: string, attributes: HtmlElement['attributes']) => Mistake

const rules: Readonly<Record<string, Rule>> = {
  methods(value) {
    const wrong = value.split(/\s+/).filter((word) => word !== '' && !isMethod(word))
    if (wrong.length === 0) return null
    const named = wrong.slice(0, 5).map((word) => `"${displayText(word, 30)}"`)
    return [
      `there is no payment method called ${named.join(', ')}`,
      `methods="…" with some of: ${methods.join(' ')}, separated by spaces.`,
    ]
  },
  amount(value, attributes) {
    const isAmount: boolean = isDecimal(value)
    if (isAmount)
      return attributes.get('currency')
        ? null
        : ['an amount without its currency is not shown', `amount="${value}" currency="EUR"`]
    const number = Number(value.replace(',', '.').replace(/[^\d.]/g, ''))
    const example = Number.isFinite(number) && number > 0 ? number.toFixed(2) : '49.90'
    return [
      `"${displayText(value, 30)}" is not a decimal number, so no amount is shown`,
      `amount="${example}"`,
    ]
  },
  currency(value, attributes) {
    if (!/^[a-z]{3,8}$/i.test(value))
      return [`"${displayText(value, 20)}" is not a currency code`, 'currency="EUR"']
    if (attributes.has('amount')) return null
    return ['a currency without an amount is not shown', `amount="49.90" currency="${value}"`]
  },
  lang(value) {
    try {
      Intl.getCanonicalLocales(value)
      return null
    } catch {
      const wrong = `"${displayText(value, 20)}" is not a language tag, so the browser’s language is used`
      return [wrong, 'lang="de"']
    }
  },
  endpoint: (value) =>
    resolve(value, new URL('https://shop.example'))
      ? null
      : [`"${displayText(value, 60)}" is not a web address, so nobody can pay`, 'endpoint="/checkout"'],
  order: ({ length }) =>
    length <= longestReference
      ? null
      : [
          `an order id can have at most ${longestReference} characters, and this one has ${length}`,
          'order="…" with a shorter id',
        ],
}
