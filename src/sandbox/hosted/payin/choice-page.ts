// The first page of a payin: the choice of a payment method. Saved instruments come first, then the methods in the
// order of the country. The page contains the panel of every method; CSS shows the panel of the checked radio.
import { html } from 'hono/html'
import type { Content } from '../../forms/content.ts'
import { renderFormError } from '../../forms/field.ts'
import { type Filled, type FormField, isWrong, renderFields, renderSubmit } from '../../forms/form.ts'
import type { PayinMethod } from '../../service/intents.ts'
import { mask, type StoredInstrument } from '../../service/payers.ts'
import { amountText } from '../amount-text.ts'
import { methodIcons } from '../icons.ts'
import { payinMethodsFor } from '../methods-by-country.ts'
import { fill } from '../texts/texts.ts'
import { cardFields, codeField } from './card.ts'
import type { PayinStep } from './payin-flow.ts'
import { renderStep } from './step-page.ts'

/** The payer's input, to show the page again with errors. */
export type Entered = {
  /** A method, or `savedChoice` of an instrument. Default: the first. */
  choice?: string | undefined
  filled: Filled
}

/** The radio's value of a saved instrument. */
export function savedChoice({ id }: { id: string }): string {
  return `saved-${id}`
}

/** The security code of a saved card. */
export function savedCardField({ texts }: PayinStep, { id }: { id: string }): FormField {
  return codeField(`cvc-${id}`, texts.card)
}

export function renderChoicePage(
  step: PayinStep,
  instruments: readonly StoredInstrument[],
  entered: Entered,
): Content {
  const { payin, path, texts } = step
  const wrong = isWrong(entered.filled)
  return renderStep(step, {
    at: '',
    title: payLabel(step),
    wrong,
    content: html`<form class="stack" id="pay" method="post" action="${path}/pay" novalidate>
      ${wrong ? renderFormError(texts.common.correction) : ''}
      ${payin.payment ? onlyCard(step, entered) : choices(step, instruments, entered)}
    </form>`,
  })
}

function payLabel({ texts, amount, language }: PayinStep): string {
  return fill(texts.payin.pay, { amount: amountText(amount, language) })
}

/** The merchant chose the card, so the page has its form only. */
function onlyCard(step: PayinStep, entered: Entered): Content {
  return html`<section class="stack">
    <h2 class="row">${methodIcons.card} ${step.texts.payin.card}</h2>
    ${cardPanel(step, cardFields(step.texts.card, step.now), entered)}
  </section>`
}

type Choice = { value: string; icon: Content; name: Content | string; panel: Content }

function choices(step: PayinStep, instruments: readonly StoredInstrument[], entered: Entered): Content {
  const { texts, country } = step
  const saved = instruments.map((instrument) => savedInstrument(step, instrument, entered))
  const methods = payinMethodsFor(country).map((method) => methodChoice(step, method, entered))
  const all = [...saved, ...methods]
  const checked = all.find(({ value }) => value === entered.choice) ?? all[0]
  const group = (each: readonly Choice[]) => each.map((choice) => renderChoice(choice, choice === checked))
  return html`<fieldset class="methods">
    <legend class="title"><h2>${texts.payin.howToPay}</h2></legend>
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

function savedInstrument(step: PayinStep, instrument: StoredInstrument, entered: Entered): Choice {
  const { payin } = step.texts
  const value = savedChoice(instrument)
  if (instrument.method === 'bank_account') {
    const name = html`${payin.bank_account} <bdi class="hint" dir="ltr">${mask(instrument.iban)}</bdi>`
    return { value, icon: methodIcons.bank_account, name, panel: notePanel(step, payin.savedAccountNote) }
  }
  return {
    value,
    icon: methodIcons.card,
    name: html`${payin.card} <bdi class="hint" dir="ltr">${instrument.number} · ${instrument.expiry}</bdi>`,
    panel: cardPanel(step, [savedCardField(step, instrument)], entered),
  }
}

function methodChoice(step: PayinStep, method: PayinMethod, entered: Entered): Choice {
  const { payin, card } = step.texts
  const panel =
    method === 'card'
      ? cardPanel(step, cardFields(card, step.now), entered)
      : notePanel(step, payin[notes[method]])
  return { value: method, icon: methodIcons[method], name: payin[method], panel }
}

// The buttons of all panels send the same form, with different labels.

function cardPanel(step: PayinStep, fields: readonly FormField[], { filled }: Entered): Content {
  return html`<div class="card-fields">${renderFields(fields, filled)}</div>
    ${renderSubmit(payLabel(step))}`
}

function notePanel({ texts }: PayinStep, note: string): Content {
  return html`<p class="soft">${note}</p>${renderSubmit(texts.common.continue)}`
}

const notes = {
  bank_account: 'bankNote',
  google_pay: 'sheetNote',
  apple_pay: 'sheetNote',
  crypto_transfer: 'cryptoNote',
  service_wallet: 'walletNote',
} as const satisfies Record<Exclude<PayinMethod, 'card'>, keyof PayinStep['texts']['payin']>
