// Attributes with a value that the element does not understand.
import { isMethod, methods } from '../../../protocol/method.ts'
import { isDecimal } from '../../../protocol/money.ts'
import { displayText } from '../display.ts'
import { type Finding, problem, warning } from '../finding.ts'
import type { PackageFacts } from '../package-facts.ts'
import type { HtmlElement } from './parse-html.ts'
import { holdsPlaceholder } from './placeholder.ts'
import { placeOfElement } from './widget.ts'

/** The service takes no longer one. */
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
        problem('attribute-placeholder', `${place}: \`${name}\` was not filled in`, {
          ...says(name, value),
          change: `Fill the value of \`${name}\` in where the page is made.`,
        }),
      ]
    }
    if (name === 'disabled') return disabled(place, value)
    if (value === '') return []
    if (values && !values.includes(value)) {
      // Of another kind another payment is made, or none; elsewhere the default is as good.
      const level = name === 'kind' ? problem : warning
      const change = `${name}="${values[0]}"; there are: ${values.join(', ')}.`
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
    problem('attribute-disabled', `${place}: disabled="${value}" disables the button all the same`, {
      seen: `disabled="${value}"`,
      change: 'Leave `disabled` out where the button can be pressed.',
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
    const wrong = value.split(/\s+/).filter((word) => word !== '' && !isMethod(word))
    if (wrong.length === 0) return []
    const title = `there is no way to pay called ${wrong.map((word) => `"${displayText(word, 30)}"`).join(', ')}`
    return [{ title, change: `methods="…" with some of: ${methods.join(' ')}, with spaces between them.` }]
  },
  amount(value, { attributes }) {
    const isAmount: boolean = isDecimal(value)
    if (!isAmount) {
      const number = Number(value.replace(',', '.').replace(/[^\d.]/g, ''))
      const example = Number.isFinite(number) && number > 0 ? number.toFixed(2) : '49.90'
      return [
        {
          title: `"${displayText(value, 30)}" is no decimal number, so no amount is shown`,
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
      return [{ title: `"${displayText(value, 20)}" is no currency code`, change: 'currency="EUR"' }]
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
          title: `"${displayText(value, 20)}" is no language tag, so the browser’s language is taken`,
          change: 'lang="de"',
        },
      ]
    }
  },
  order(value) {
    if (value.length <= longestReference) return []
    return [
      {
        title: `an order id may have ${longestReference} characters at most, and this one has ${value.length}`,
        change: 'order="…" with a shorter id',
      },
    ]
  },
}
