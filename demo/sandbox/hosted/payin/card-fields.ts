// The fields of a card.
import { html } from 'hono/html'
import type { Content } from '../../forms/content.ts'
import { renderField } from '../../forms/field.ts'
import type { Texts } from '../texts/texts.ts'
import type { CardErrors, CardFields } from './card.ts'

export type CardForm = { texts: Texts['card']; card: CardFields; errors: CardErrors }

/** The security code is never shown again. */
export function renderCardFields({ texts, card, errors }: CardForm): Content {
  const firstWrong = (['number', 'expiry', 'cvc'] as const).find((name) => errors[name] !== undefined)
  const field = (
    name: keyof CardFields,
    label: string,
    placeholder: string,
    autocomplete: string,
    maxlength: number,
  ) =>
    renderField({
      name: `card-${name}`,
      label,
      value: name === 'cvc' ? '' : card[name],
      error: errors[name],
      placeholder,
      autocomplete,
      maxlength,
      inputmode: 'numeric',
      ltr: true,
      focused: name === firstWrong,
    })
  return html`<div class="card-fields">
    ${field('number', texts.number, '1234 5678 9012 3456', 'cc-number', 23)}
    ${field('expiry', texts.expiry, texts.expiryHint, 'cc-exp', 7)}
    ${field('cvc', texts.cvc, 'CVC', 'cc-csc', 4)}
    ${renderField({ name: 'card-name', label: texts.name, autocomplete: 'cc-name', maxlength: 80 })}
  </div>`
}
