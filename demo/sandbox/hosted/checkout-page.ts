// The page where the payer pays: the order on one side, the methods on the other.
import { html } from 'hono/html'
import type { PayinMethod } from '../payin-intent.ts'
import type { Payin } from '../payins.ts'
import { amountText } from './amount-text.ts'
import { cardsThatFail, cardThatPays } from './card.ts'
import { renderDocument } from './document.ts'
import { methodIcons } from './icons.ts'
import { type Entered, methodNames, renderPanel } from './method-panels.ts'

type Content = ReturnType<typeof html>

const methods = Object.keys(methodNames) as PayinMethod[]
const nothingEntered: Entered = {
  method: 'bank_account',
  bankId: '',
  card: { number: '', expiry: '', cvc: '' },
  errors: {},
}

export type CheckoutPage = { payin: Payin; path: string; now: number; entered?: Entered }

export function renderCheckoutPage({ payin, path, now, entered = nothingEntered }: CheckoutPage): Content {
  const amount = amountText(payin.amount)
  const wrong = Object.keys(entered.errors).length > 0
  return renderDocument(
    `${wrong ? 'Please check: ' : ''}Pay ${amount}`,
    html`<main class="checkout">
      ${renderOrder(payin, amount, now)}
      <div class="sheet">
        <form id="pay" method="post" action="${path}/pay" novalidate>
          ${wrong ? html`<p class="form-error" role="alert">Your card details need a correction. Nothing was charged.</p>` : ''}
          ${payin.payment ? onlyMethod(payin.payment.method, payin, entered) : methodChoice(payin, entered)}
          <div class="pay-bar">
            <button class="pay-button" type="submit">Pay ${amount}</button>
            <button class="cancel-button" type="submit" form="cancel">Cancel</button>
          </div>
        </form>
        <form id="cancel" method="post" action="${path}/cancel"></form>
        ${renderSandboxStrip(path)}
      </div>
    </main>`,
  )
}

function renderOrder(payin: Payin, amount: string, now: number): Content {
  const remainingMs = Math.max(0, Date.parse(payin.expires_at) - now)
  const clockTime = payin.expires_at.slice(11, 16)
  return html`<section class="order" aria-labelledby="order-title">
    <h1 id="order-title"><span class="order-label">Amount to pay</span> <bdi class="order-amount">${amount}</bdi></h1>
    <dl>
      <div><dt>To</dt><dd><bdi>${new URL(payin.return_url).host}</bdi></dd></div>
      ${payin.reference === undefined ? '' : html`<div><dt>Reference</dt><dd><bdi>${payin.reference}</bdi></dd></div>`}
      <div>
        <dt id="deadline-label">Pay before</dt>
        <dd><time id="deadline" datetime="${payin.expires_at}" data-remaining-ms="${remainingMs}">${clockTime} UTC</time></dd>
      </div>
    </dl>
    <p class="visually-hidden" role="status" id="deadline-notice"></p>
  </section>`
}

function methodChoice(payin: Payin, entered: Entered): Content {
  return html`<fieldset class="methods">
    <legend>How would you like to pay?</legend>
    ${methods.map(
      (method) => html`<div class="method">
        <label class="method-choice">
          <input type="radio" name="method" value="${method}" ${method === entered.method ? 'checked' : ''}>
          ${methodIcons[method]}
          <span>${methodNames[method]}</span>
        </label>
        <div class="method-panel">${renderPanel(method, payin, entered)}</div>
      </div>`,
    )}
  </fieldset>`
}

/** The merchant chose `payment.method` at creation, so the payer starts at its step. */
function onlyMethod(method: PayinMethod, payin: Payin, entered: Entered): Content {
  return html`<section class="only-method">
    <h2>${methodIcons[method]} ${methodNames[method]}</h2>
    ${renderPanel(method, payin, entered)}
  </section>`
}

function renderSandboxStrip(path: string): Content {
  return html`<aside class="sandbox-strip" aria-label="Sandbox">
    <form class="decline" method="post" action="${path}/decline">
      <p><strong>Sandbox</strong> Act as a bank that refuses this payment.</p>
      <button type="submit">Decline</button>
    </form>
    <details>
      <summary>Test cards and what they do</summary>
      <p class="details-note">Any future expiry date and any security code will do.</p>
      <table>
        <thead><tr><th scope="col">Card number</th><th scope="col">Outcome</th></tr></thead>
        <tbody>
          <tr><td>${cardThatPays}</td><td>Paid</td></tr>
          ${cardsThatFail.map(([number, outcome]) => html`<tr><td>${number}</td><td><code>${breakable(outcome)}</code></td></tr>`)}
        </tbody>
      </table>
    </details>
  </aside>`
}

/** A line may break after each word, so that the table fits a narrow phone. */
function breakable(outcome: string): Content[] {
  return outcome.split(/(?<=_)/).map((word) => html`${word}<wbr>`)
}
