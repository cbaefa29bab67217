// Google Pay and Apple Pay: a page that simulates the device's payment sheet. It works without scripts.
import { html } from 'hono/html'
import { renderSubmit } from '../../forms/form.ts'
import { methodIcons } from '../icons.ts'
import { amountRow } from '../order-summary.ts'
import { renderRows } from '../rows.ts'
import { fill } from '../texts/texts.ts'
import type { PayinFlow, PayinStep } from './payin-flow.ts'
import { renderStep } from './step-page.ts'

const sheets = [
  ['google_pay', '/google-pay'],
  ['apple_pay', '/apple-pay'],
] as const
type SheetMethod = (typeof sheets)[number][0]

export function mountSheets(flow: PayinFlow): void {
  for (const [method, at] of sheets) {
    flow.whileOpen.get(at, (c, step) => c.html(renderSheet(step, method, at)))
    // The device sends a token, not a card number, so no instrument is stored.
    flow.always.post(at, (c, step) => c.redirect(flow.pay(step), 303))
  }
}

function renderSheet(step: PayinStep, method: SheetMethod, at: string) {
  const { path, payee } = step
  const { payin } = step.texts
  const name = payin[method]
  const title = fill(payin.sheetTitle, { method: name })
  return renderStep(step, {
    at,
    title,
    content: html`<section class="box stack device-sheet" aria-labelledby="sheet-title">
      <h2 class="row" id="sheet-title">${methodIcons[method]} ${title}</h2>
      <dl>${renderRows([[step.texts.common.to, payee], [payin.card, payin.sheetCard], amountRow(step)])}</dl>
      <p class="soft">${payin.sheetText}</p>
      <form method="post" action="${path}${at}">
        ${renderSubmit(fill(payin.sheetPay, { method: name }), 'primary pay-button device-button')}
      </form>
    </section>`,
  })
}
