// Google Pay and Apple Pay: a page that simulates the device's payment sheet. It works without scripts.
import type { Hono } from 'hono'
import { html } from 'hono/html'
import type { SandboxEnv } from '../../sandbox-env.ts'
import { amountText } from '../amount-text.ts'
import { methodIcons } from '../icons.ts'
import { fill } from '../texts/texts.ts'
import type { PayinFlow } from './payin-flow.ts'
import type { PayinStep } from './payin-step.ts'
import { renderStep } from './step-page.ts'

const sheets = [
  ['google_pay', '/google-pay'],
  ['apple_pay', '/apple-pay'],
] as const
type SheetMethod = (typeof sheets)[number][0]

export function mountSheets(app: Hono<SandboxEnv>, flow: PayinFlow): void {
  for (const [method, at] of sheets) {
    app.get(`/pay/:token${at}`, (c) => {
      const step = flow.enter(c)
      return step instanceof Response ? step : c.html(renderSheet(step, method, at))
    })
    // The device sends a token, not a card number, so no instrument is stored.
    app.post(`/pay/:token${at}`, (c) => {
      const step = flow.find(c)
      return step instanceof Response ? step : c.redirect(flow.pay(step), 303)
    })
  }
}

function renderSheet(step: PayinStep, method: SheetMethod, at: string) {
  const { texts, payin, path, language, payee } = step
  const name = texts.payin[method]
  const title = fill(texts.payin.sheetTitle, { method: name })
  return renderStep({
    step,
    at,
    title,
    content: html`<section class="box stack device-sheet" aria-labelledby="sheet-title">
      <h2 class="row" id="sheet-title">${methodIcons[method]} ${title}</h2>
      <dl>
        <div><dt>${texts.payin.payee}</dt><dd><bdi>${payee}</bdi></dd></div>
        <div><dt>${texts.payin.card}</dt><dd><bdi>${texts.payin.sheetCard}</bdi></dd></div>
        <div><dt>${texts.common.amount}</dt><dd><bdi>${amountText(payin.amount, language)}</bdi></dd></div>
      </dl>
      <p class="soft">${texts.payin.sheetText}</p>
      <form method="post" action="${path}${at}">
        <button class="primary pay-button device-button" type="submit">${fill(texts.payin.sheetPay, { method: name })}</button>
      </form>
    </section>`,
  })
}
