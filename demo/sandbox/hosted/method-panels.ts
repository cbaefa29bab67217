// The short step of each payment method. All of them are in the page; the radio that is checked decides, in
// CSS alone, which one is seen. So the page needs no script and no second request.
import { html } from 'hono/html'
import { banks, findBank, logoPath } from '../banks.ts'
import type { PayinMethod } from '../payin-intent.ts'
import type { Payin } from '../payins.ts'
import { amountText } from './amount-text.ts'
import type { CardErrors, CardFields } from './card.ts'

type Content = ReturnType<typeof html>

/** What the payer has entered so far, when a step is shown again with errors. */
export type Entered = { method: string; bankId: string; card: CardFields; errors: CardErrors }

export const methodNames: Record<PayinMethod, string> = {
  bank_account: 'Bank account',
  card: 'Card',
  google_pay: 'Google Pay',
  apple_pay: 'Apple Pay',
  crypto_transfer: 'Crypto transfer',
  service_wallet: 'Tidewell wallet',
}

export function renderPanel(method: PayinMethod, payin: Payin, entered: Entered): Content {
  const amount = amountText(payin.amount)
  switch (method) {
    case 'bank_account':
      return bankPanel(payin, entered.bankId)
    case 'card':
      return cardPanel(entered)
    case 'google_pay':
    case 'apple_pay':
      return note(`Your ${methodNames[method]} sheet would open here. Press Pay to confirm ${amount}.`)
    case 'crypto_transfer':
      return note(
        `A wallet address for exactly ${amount} would be shown here. Press Pay to act as if the transfer has arrived.`,
      )
    case 'service_wallet':
      return note(`Confirm ${amount} from the wallet of ${walletEmail(payin)}.`)
  }
}

function note(text: string): Content {
  return html`<p class="panel-note">${text}</p>`
}

function walletEmail({ payment, payer }: Payin): string {
  return (payment?.method === 'service_wallet' ? payment.email : undefined) ?? payer.email
}

function bankPanel({ payment }: Payin, chosenId: string): Content {
  const given = payment?.method === 'bank_account' ? payment : undefined
  const bank = given?.bank_id === undefined ? undefined : findBank(given.bank_id)
  if (bank) {
    return html`<p class="panel-note bank-given">
      <img src="${logoPath(bank)}" alt="" width="36" height="36"> You will authorise this payment with ${bank.name}.
    </p>`
  }
  if (given?.iban !== undefined) {
    return note(`You will authorise this payment from the account ${maskIban(given.iban)}.`)
  }
  const preselected = findBank(chosenId) ?? banks[0]
  return html`<fieldset class="banks">
    <legend>Your bank</legend>
    ${banks.map(
      (choice) => html`<label class="bank">
        <input type="radio" name="bank_id" value="${choice.id}" ${choice === preselected ? 'checked' : ''}>
        <img src="${logoPath(choice)}" alt="" width="32" height="32">
        <span>${choice.name}</span>
      </label>`,
    )}
  </fieldset>`
}

/** The document masks IBANs so: only the first 4 and last 4 characters are visible. */
function maskIban(iban: string): string {
  return iban.slice(0, 4) + '*'.repeat(iban.length - 8) + iban.slice(-4)
}

type CardField = { name: keyof CardFields; label: string; hint: string; autocomplete: string; length: number }

const cardFields: readonly CardField[] = [
  {
    name: 'number',
    label: 'Card number',
    hint: '1234 5678 9012 3456',
    autocomplete: 'cc-number',
    length: 23,
  },
  { name: 'expiry', label: 'Expiry date', hint: 'MM/YY', autocomplete: 'cc-exp', length: 7 },
  { name: 'cvc', label: 'Security code', hint: 'CVC', autocomplete: 'cc-csc', length: 4 },
]

function cardPanel({ card, errors }: Entered): Content {
  const firstWrong = cardFields.find(({ name }) => errors[name] !== undefined)?.name
  return html`<div class="card-fields">
    ${cardFields.map((field) => cardField(field, card[field.name], errors[field.name], field.name === firstWrong))}
  </div>`
}

// No `required`: a hidden required field would stop the form of every other method without a word.
function cardField(field: CardField, value: string, error: string | undefined, focused: boolean): Content {
  const { name, label, hint, autocomplete, length } = field
  const id = `card-${name}`
  return html`<div class="field field-${name}">
    <label for="${id}">${label}</label>
    <input id="${id}" name="${id}" value="${value}" placeholder="${hint}" autocomplete="${autocomplete}"
      maxlength="${length}" inputmode="numeric" dir="ltr" spellcheck="false"
      ${error ? html`aria-invalid="true" aria-describedby="${id}-error"` : ''} ${focused ? 'autofocus' : ''}>
    ${error ? html`<p class="field-error" id="${id}-error">${error}</p>` : ''}
  </div>`
}
