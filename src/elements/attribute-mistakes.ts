// Finds mistakes in attributes. A wrong value never stops a payment: the default is used, and the console names the
// attribute and its valid values.
import type { Kind } from '../protocol/kind.ts'
import { methods } from '../protocol/method.ts'
import { parseMoney } from '../protocol/money.ts'

export const modes = ['auto', 'popup', 'redirect'] as const
const themes = ['auto', 'light', 'dark']
const intents = ['pay', 'order']

/** Whether a value is in a list. */
export function isOneOf<const Value>(values: readonly Value[], word: unknown): word is Value {
  return values.includes(word as Value)
}

/** One message for each invalid attribute. */
export function mistakesIn(element: Element, kinds: readonly Kind[]): string[] {
  const value = (name: string) => element.getAttribute(name) ?? ''
  const mistakes: string[] = []
  const mistaken = (name: string, fix: string) =>
    mistakes.push(`<${element.localName} ${name}="${value(name)}">: ${fix}`)
  const check = (name: string, values: readonly string[], text = value(name)) => {
    for (const word of name === 'methods' ? text.split(/\s+/) : [text]) {
      if (word && !isOneOf(values, word)) mistaken(name, `"${word}" is unknown. Use ${values.join(', ')}.`)
    }
  }
  check('mode', modes)
  check('theme', themes)
  check('kind', kinds)
  check('intent', intents)
  check('methods', methods)
  const [amount, currency] = [value('amount'), value('currency')]
  if (amount && !parseMoney({ value: amount, currency })) {
    mistaken('amount', 'write it as "49.90", and its code as `currency`.')
  }
  return mistakes
}
