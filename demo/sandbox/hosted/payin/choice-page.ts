// The first page of a payin: the choice of a payment method. Saved instruments come first, then the methods in the
// order of the country. The page contains the panel of every method; CSS shows the panel of the checked radio.
import { html } from 'hono/html'
import type { Content } from '../../forms/content.ts'
import { renderField, renderFormError } from '../../forms/field.ts'
import type { PayinMethod } from '../../service/intents.ts'
import { mask, type StoredInstrument } from '../../service/payers.ts'
import { amountText } from '../amount-text.ts'
import { methodIcons } from '../icons.ts'
import { payinMethodsFor } from '../methods-by-country.ts'
import { fill } from '../texts/texts.ts'
import type { CardErrors, CardFields } from './card.ts'
import { renderCardFields } from './card-fields.ts'
import type { PayinStep } from './payin-step.ts'
import { renderStep } from './step-page.ts'

/** The payer's input, to show the page again with errors. */
export type Entered = {
  /** A method, or `savedChoice` of an instrument. */
  choice: string
  card: CardFields
  errors: CardErrors
}

export type ChoicePage = { step: PayinStep; instruments: readonly StoredInstrument[]; entered?: Entered }

const noCard: CardFields = { number: '', expiry: '', cvc: '' }

/** The radio's value of a saved instrument. */
export function savedChoice({ id }: { id: string }): string {
  return `saved-${id}`
}

export function renderChoicePage({ step, instruments, entered }: ChoicePage): Content {
  const { payin, path, texts, language } = step
  const title = fill(texts.payin.pay, { amount: amountText(payin.amount, language) })
  const errors = entered?.errors ?? {}
  const wrong = Object.keys(errors).length > 0
  return renderStep({
    step,
    at: '',
    title,
    wrong,
    content: html`<form class="stack" id="pay" method="post" action="${path}/pay" novalidate>
      ${wrong ? renderFormError(texts.card.wrong) : ''}
      ${payin.payment ? onlyCard(step, title, entered) : choices(step, instruments, title, entered)}
    </form>`,
  })
}

/** The merchant chose the card, so the page has its form only. */
function onlyCard({ texts }: PayinStep, pay: string, entered: Entered | undefined): Content {
  return html`<section class="stack">
    <h2 class="row">${methodIcons.card} ${texts.payin.card}</h2>
    ${renderCardFields({ texts: texts.card, card: entered?.card ?? noCard, errors: entered?.errors ?? {} })}
    ${submit(pay)}
  </section>`
}

type Choice = { value: string; icon: Content; name: Content | string; panel: Content }

function choices(
  step: PayinStep,
  instruments: readonly StoredInstrument[],
  pay: string,
  entered: Entered | undefined,
): Content {
  const { texts, country } = step
  const saved = instruments.map((instrument) => savedInstrument(step, instrument, pay, entered))
  const methods = payinMethodsFor(country).map((method) => methodChoice(step, method, pay, entered))
  const all = [...saved, ...methods]
  const checked = all.find(({ value }) => value === entered?.choice) ?? all[0]
  const group = (each: readonly Choice[]) => each.map((choice) => renderChoice(choice, choice === checked))
  return html`<fieldset class="methods">
    <legend class="title">${texts.payin.howToPay}</legend>
    ${saved.length === 0 ? '' : html`<h3>${texts.payin.saved}</h3><div class="box">${group(saved)}</div><h3>${texts.payin.otherWays}</h3>`}
    <div class="box">${group(methods)}</div>
  </fieldset>`
}

function renderChoice({ value, icon, name, panel }: Choice, checked: boolean): Content {
  return html`<div class="method">
    <label class="choice">
      <input type="radio" name="method" value="${value}" ${checked ? 'checked' : ''}>
      ${icon}
      <span>${name}</span>
    </label>
    <div class="method-panel stack">${panel}</div>
  </div>`
}

function savedInstrument(
  { texts }: PayinStep,
  instrument: StoredInstrument,
  pay: string,
  entered: Entered | undefined,
): Choice {
  const value = savedChoice(instrument)
  if (instrument.method === 'bank_account') {
    const name = html`${texts.payin.bank_account} <bdi class="hint" dir="ltr">${mask(instrument.iban)}</bdi>`
    const panel = html`<p class="soft">${texts.payin.savedAccountNote}</p>${submit(texts.common.continue)}`
    return { value, icon: methodIcons.bank_account, name, panel }
  }
  const error = entered?.choice === value ? entered.errors.cvc : undefined
  return {
    value,
    icon: methodIcons.card,
    name: html`${texts.payin.card} <bdi class="hint" dir="ltr">${instrument.number} · ${instrument.expiry}</bdi>`,
    panel: html`<div>
      ${renderField({ name: `cvc-${instrument.id}`, label: texts.card.cvc, error, placeholder: 'CVC', autocomplete: 'cc-csc', maxlength: 4, inputmode: 'numeric', ltr: true, focused: error !== undefined })}
    </div>${submit(pay)}`,
  }
}

function methodChoice(
  { texts }: PayinStep,
  method: PayinMethod,
  pay: string,
  entered: Entered | undefined,
): Choice {
  const name = texts.payin[method]
  const icon = methodIcons[method]
  if (method !== 'card') {
    const note = texts.payin[notes[method]]
    return {
      value: method,
      icon,
      name,
      panel: html`<p class="soft">${note}</p>${submit(texts.common.continue)}`,
    }
  }
  const errors = entered?.choice === 'card' ? entered.errors : {}
  const fields = renderCardFields({ texts: texts.card, card: entered?.card ?? noCard, errors })
  return { value: method, icon, name, panel: html`${fields}${submit(pay)}` }
}

const notes = {
  bank_account: 'bankNote',
  google_pay: 'sheetNote',
  apple_pay: 'sheetNote',
  crypto_transfer: 'cryptoNote',
  service_wallet: 'walletNote',
} as const satisfies Record<Exclude<PayinMethod, 'card'>, keyof PayinStep['texts']['payin']>

// The buttons of all panels send the same form, with different labels.
function submit(label: string): Content {
  return html`<button class="primary pay-button" type="submit">${label}</button>`
}
