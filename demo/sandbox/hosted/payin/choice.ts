// The choice of a method, and the card form, which is on the same page.
import type { Context, Hono } from 'hono'
import { type Form, readForm } from '../../forms/read-form.ts'
import type { SandboxEnv } from '../../sandbox-env.ts'
import type { PayinMethod } from '../../service/intents.ts'
import type { StoredInstrument } from '../../service/payers.ts'
import { askIssuer, type CardErrors, checkCard, findCvcError } from './card.ts'
import { renderChoicePage, savedChoice } from './choice-page.ts'
import type { PayinFlow } from './payin-flow.ts'
import type { PayinStep } from './payin-step.ts'
import { renderStatusPage } from './status-page.ts'

/** The first step of each method. The card's is the first page. */
const firstSteps: Record<Exclude<PayinMethod, 'card'>, string> = {
  bank_account: '/bank',
  google_pay: '/google-pay',
  apple_pay: '/apple-pay',
  crypto_transfer: '/crypto',
  service_wallet: '/wallet',
}

export function mountChoice(app: Hono<SandboxEnv>, flow: PayinFlow): void {
  app.get('/pay/:token', (c) => {
    const found = flow.find(c)
    if (found instanceof Response) return found
    if (!flow.isOpen(found)) return c.html(renderStatusPage(found))
    const step = flow.enter(c)
    if (step instanceof Response) return step
    const method = step.payin.payment?.method
    if (method !== undefined && method !== 'card') return c.redirect(step.path + firstSteps[method], 303)
    return c.html(renderChoicePage({ step, instruments: flow.instrumentsOf(step) }))
  })

  // No Origin check: the unguessable token in the address authorises the post, and with `no-referrer` browsers send
  // "Origin: null".
  app.post('/pay/:token/pay', async (c) => {
    const step = flow.find(c)
    if (step instanceof Response) return step
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

  function payByCard(c: Context<SandboxEnv>, step: PayinStep, form: Form) {
    const card = {
      number: form.text('card-number'),
      expiry: form.text('card-expiry'),
      cvc: form.text('card-cvc'),
    }
    const check = checkCard(card, step.now, step.texts.card)
    if (!check.ok) return askAgain(c, step, { choice: 'card', card, errors: check.errors })
    return charge(c, step, check.card)
  }

  function paySaved(c: Context<SandboxEnv>, step: PayinStep, saved: StoredInstrument, form: Form) {
    if (saved.method === 'bank_account') {
      Object.assign(step.visit, { savedIban: saved.iban, bankId: saved.bankId })
      return c.redirect(`${step.path}/bank/confirm`, 303)
    }
    const cvc = findCvcError(form.text(`cvc-${saved.id}`), step.texts.card)
    if (cvc === undefined) return charge(c, step, { number: saved.number, expiry: saved.expiry })
    const card = { number: '', expiry: '', cvc: '' }
    return askAgain(c, step, { choice: savedChoice(saved), card, errors: { cvc } })
  }

  function charge(c: Context<SandboxEnv>, step: PayinStep, card: { number: string; expiry: string }) {
    const answer = askIssuer(card.number)
    if (answer.kind === 'refuses') return c.redirect(flow.fail(step, answer.details), 303)
    if (answer.kind === 'agrees') return c.redirect(flow.pay(step, { method: 'card', ...card }), 303)
    step.visit.card = { ...card, wrongCodes: 0 }
    return c.redirect(`${step.path}/3ds`, 303)
  }

  function askAgain(
    c: Context<SandboxEnv>,
    step: PayinStep,
    entered: { choice: string; card: { number: string; expiry: string; cvc: string }; errors: CardErrors },
  ) {
    if (!flow.isOpen(step)) return c.redirect(step.path, 303)
    return c.html(renderChoicePage({ step, instruments: flow.instrumentsOf(step), entered }), 422)
  }
}
