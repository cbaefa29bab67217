// The first page of a payin: the choice of a payment method, with the card form on the same page. Saved instruments come
// first, then the methods in the order of the country. The page contains the panel of every method; CSS shows the panel of
// the checked radio.
import type { Context } from 'hono'
import { html } from 'hono/html'
import type { Content } from '../../forms/content.ts'
import { renderFormError } from '../../forms/field.ts'
import {
  type Filled,
  type FormField,
  isWrong,
  prefilled,
  readFields,
  renderFields,
  renderSubmit,
} from '../../forms/form.ts'
import { type Form, readForm } from '../../forms/read-form.ts'
import type { PayinMethod } from '../../service/intents.ts'
import { mask, type StoredInstrument } from '../../service/payers.ts'
import { isOpen } from '../../service/statuses.ts'
import { amountText } from '../amount-text.ts'
import { methodIcons } from '../icons.ts'
import { payinMethodsFor } from '../methods-by-country.ts'
import { takeTyped } from '../settings.ts'
import { fill } from '../texts/texts.ts'
import { askIssuer, type CheckedCard, cardFields, cardOf, codeField } from './card.ts'
import type { PayinFlow, PayinStep } from './payin-flow.ts'
import { renderStatusPage, renderStep } from './step-page.ts'

/** The first step of each method. The card's is the first page. */
const firstSteps: Record<Exclude<PayinMethod, 'card'>, string> = {
  bank_account: '/bank',
  google_pay: '/google-pay',
  apple_pay: '/apple-pay',
  crypto_transfer: '/crypto',
  service_wallet: '/wallet',
}

export function mountChoice(flow: PayinFlow): void {
  flow.firstPage((step, c) => {
    const method = step.payin.payment?.method
    if (method !== undefined && method !== 'card') return c.redirect(step.path + firstSteps[method], 303)
    const typed = takeTyped(step.visit, '')
    const entered = { choice: typed.method, filled: prefilled(typed) }
    return renderChoicePage(step, flow.instrumentsOf(step), entered)
  }, renderStatusPage)

  flow.always.post('/pay', async (c, step) => {
    const form = await readForm(c)
    // The merchant's choice has precedence over the form.
    const choice = step.payin.payment?.method ?? form.text('method')
    const saved = flow.instrumentsOf(step).find((instrument) => savedChoice(instrument) === choice)
    if (saved) return paySaved(c, step, saved, form)
    if (choice === 'card') return payByCard(c, step, form)
    step.visit.savedIban = undefined
    const first = firstSteps[choice as keyof typeof firstSteps] ?? ''
    return c.redirect(step.path + first, 303)
  })

  function payByCard(c: Context, step: PayinStep, form: Form) {
    const filled = readFields(form, cardFields(step.texts.card, step.now))
    if (isWrong(filled)) return askAgain(c, step, { choice: 'card', filled })
    return charge(c, step, cardOf(form))
  }

  function paySaved(c: Context, step: PayinStep, saved: StoredInstrument, form: Form) {
    if (saved.method === 'bank_account') {
      Object.assign(step.visit, { savedIban: saved.iban, bankId: saved.bankId })
      return c.redirect(`${step.path}/bank/confirm`, 303)
    }
    const filled = readFields(form, [savedCardField(step, saved)])
    if (isWrong(filled)) return askAgain(c, step, { choice: savedChoice(saved), filled })
    return charge(c, step, { number: saved.number, expiry: saved.expiry })
  }

  function charge(c: Context, step: PayinStep, card: CheckedCard) {
    const answer = askIssuer(card.number)
    if (answer.kind === 'refuses') return c.redirect(flow.fail(step, answer.details), 303)
    if (answer.kind === 'agrees') return c.redirect(flow.pay(step, { method: 'card', ...card }), 303)
    step.visit.card = { ...card, wrongCodes: 0 }
    return c.redirect(`${step.path}/3ds`, 303)
  }

  function askAgain(c: Context, step: PayinStep, entered: Entered) {
    if (!isOpen(flow.statusNow(step))) return c.redirect(step.path, 303)
    return c.html(renderChoicePage(step, flow.instrumentsOf(step), entered), 422)
  }
}

/** The payer's input, to show the page again with errors. */
type Entered = {
  /** A method, or `savedChoice` of an instrument. Default: the first. */
  choice?: string | undefined
  filled: Filled
}

/** The radio's value of a saved instrument. */
function savedChoice({ id }: { id: string }): string {
  return `saved-${id}`
}

/** The security code of a saved card. */
function savedCardField({ texts }: PayinStep, { id }: { id: string }): FormField {
  return codeField(`cvc-${id}`, texts.card)
}

function renderChoicePage(
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
