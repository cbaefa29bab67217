// The choice of a method, and the card form, which is on the same page.
import type { Context } from 'hono'
import { isWrong, prefilled, readFields } from '../../forms/form.ts'
import { type Form, readForm } from '../../forms/read-form.ts'
import type { PayinMethod } from '../../service/intents.ts'
import type { StoredInstrument } from '../../service/payers.ts'
import { isOpen } from '../../service/statuses.ts'
import { takeTyped } from '../settings.ts'
import { askIssuer, type CheckedCard, cardFields, cardOf } from './card.ts'
import { type Entered, renderChoicePage, savedCardField, savedChoice } from './choice-page.ts'
import type { PayinFlow, PayinStep } from './payin-flow.ts'
import { renderStatusPage } from './step-page.ts'

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
