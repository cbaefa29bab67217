// Finds attribute values that the element does not accept.
import { isMethod, methods } from '../../../protocol/method.ts'
import { isDecimal } from '../../../protocol/money.ts'
import { displayText } from '../display.ts'
import { type Finding, problem, warning } from '../finding.ts'
import type { PackageFacts } from '../package-facts.ts'
import type { HtmlElement } from './parse-html.ts'
import { holdsPlaceholder } from './placeholder.ts'
import { placeOfElement } from './widget.ts'

/** The longest reference that the service accepts. */
const longestReference = 36

export function attributeValues(element: HtmlElement, facts: PackageFacts): Finding[] {
  const place = placeOfElement(element)
  const known = facts.attributes.get(element.name) ?? []
  const says = (name: string, value: string) => ({
    seen: `${name}="${displayText(value, 60)}"`,
    see: 'attributes' as const,
  })
  return known.flatMap(({ name, values }): Finding[] => {
    const value = element.attributes.get(name)
    if (value === undefined) return []
    if (holdsPlaceholder(value)) {
      return [
        problem('attribute-placeholder', `${place}: \`${name}\` contains a template placeholder`, {
          ...says(name, value),
          change: `Fill in the value of \`${name}\` when you render the page.`,
        }),
      ]
    }
    if (name === 'disabled') return disabled(place, value)
    if (value === '') return []
    if (values && !values.includes(value)) {
      // A wrong `kind` creates another payment or none. Other attributes fall back to their default.
      const level = name === 'kind' ? problem : warning
      const change = `${name}="${values[0]}"; valid values: ${values.join(', ')}.`
      return [
        level('attribute-value', `${place}: \`${name}\` cannot be "${displayText(value, 40)}"`, {
          ...says(name, value),
          change,
        }),
      ]
    }
    return (rules[name]?.(value, element) ?? []).map(({ title, change }) =>
      (name === 'order' ? problem : warning)('attribute-value', `${place}: ${title}`, {
        ...says(name, value),
        change,
      }),
    )
  })
}

function disabled(place: string, value: string): Finding[] {
  if (!/^(false|0|no|off)$/i.test(value)) return []
  return [
    problem('attribute-disabled', `${place}: disabled="${value}" disables the button, too`, {
      seen: `disabled="${value}"`,
      change: 'Remove `disabled` to enable the button.',
      see: 'attributes',
    }),
  ]
}

interface Wrong {
  readonly title: string
  readonly change: string
}

const rules: Readonly<Record<string, (value: string, element: HtmlElement) => Wrong[]>> = {
  methods(value) {
    const wrong = value
      .split(/\s+/)
      .filter((word) => word !== '' && !isMethod(word))
      .slice(0, 5)
    if (wrong.length === 0) return []
    const title = `there is no payment method called ${wrong.map((word) => `"${displayText(word, 30)}"`).join(', ')}`
    return [{ title, change: `methods="…" with some of: ${methods.join(' ')}, separated by spaces.` }]
  },
  amount(value, { attributes }) {
    const isAmount: boolean = isDecimal(value)
    if (!isAmount) {
      const number = Number(value.replace(',', '.').replace(/[^\d.]/g, ''))
      const example = Number.isFinite(number) && number > 0 ? number.toFixed(2) : '49.90'
      return [
        {
          title: `"${displayText(value, 30)}" is not a decimal number, so no amount is shown`,
          change: `amount="${example}"`,
        },
      ]
    }
    if (attributes.get('currency')) return []
    return [
      { title: 'an amount without its currency is not shown', change: `amount="${value}" currency="EUR"` },
    ]
  },
  currency(value, { attributes }) {
    if (!/^[a-z]{3,8}$/i.test(value))
      return [{ title: `"${displayText(value, 20)}" is not a currency code`, change: 'currency="EUR"' }]
    if (attributes.has('amount')) return []
    return [
      { title: 'a currency without an amount is not shown', change: `amount="49.90" currency="${value}"` },
    ]
  },
  lang(value) {
    try {
      Intl.getCanonicalLocales(value)
      return []
    } catch {
      return [
        {
          title: `"${displayText(value, 20)}" is not a language tag, so the browser’s language is used`,
          change: 'lang="de"',
        },
      ]
    }
  },
  order(value) {
    if (value.length <= longestReference) return []
    return [
      {
        title: `an order id can have at most ${longestReference} characters, and this one has ${value.length}`,
        change: 'order="…" with a shorter id',
      },
    ]
  },
}
