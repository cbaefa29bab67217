// The payout page's document. The page's script changes the headline when the claim dispatches an event.
import { html } from 'hono/html'
import type { Outcome } from 'payin-checkout/server'
import type { IssuedPayout } from '../../src/merchant/create/payouts.ts'
import { shopDocument } from './document.ts'
import { moneyText } from './money-text.ts'
import { phoneMessage } from './phone-message.ts'
import { refundAmount } from './refunds.ts'
import { linkTo, type ShopView } from './shop-view.ts'
import type { Tryable } from './try-bar.ts'

type Markup = ReturnType<typeof html>

/** The possible contents of the page. */
export type Shown =
  | { readonly what: 'claim'; readonly session: IssuedPayout }
  /** There is no refund with the reference of the query. */
  | { readonly what: 'unknown' }
  /** The service did not answer. */
  | { readonly what: 'unreachable' }
  /** The payments are real, so visitors get no payout. */
  | { readonly what: 'real' }

/** The whole page. */
export function payoutPage(shown: Shown, view: ShopView, tryable: Tryable): Markup {
  return shopDocument({
    title: 'Your refund',
    view,
    tryable,
    content: html`
      <p class="back"><a href="${linkTo(view, { page: 'shop', refund: null })}">All orders</a></p>
      ${shown.what === 'claim' ? refund(shown.session, view) : notice(shown.what, view)}`,
    foot: shown.what === 'real' ? html`` : howToReceive(view),
  })
}

const headlines: Readonly<Record<Outcome, string>> = {
  open: 'Lantern Row owes you money.',
  authorized: 'Your money is on its way.',
  complete: 'You have your money back.',
  failed: 'Your money did not reach you.',
  expired: 'This refund waited too long.',
}

function refund(session: IssuedPayout, view: ShopView): Markup {
  const { reference, outcome = 'open' } = session
  const { value, currency } = refundAmount
  return html`<div class="product">
        <article class="card" data-refund="${reference}" aria-labelledby="headline">
          <img class="card-picture" src="/shop/assets/chipped-mug.svg" alt="A white enamel mug, a piece of its rim chipped off" width="480" height="360">
          <div class="card-text">
            <h1 class="card-title" id="headline">${Object.entries(headlines).map(
              ([when, text]) =>
                html`<bdi data-when="${when}"${when === outcome ? '' : html` hidden`}>${text}</bdi>`,
            )}</h1>
            <p class="card-price"><bdi>${moneyText(value, currency)}</bdi></p>
            <p class="card-description"><bdi>Your enamel mug arrived chipped, and we are sorry. Keep it, and take back what you paid for it.</bdi></p>
            <p class="card-order"><bdi>Order <bdi>A-1000</bdi> · <bdi>${reference}</bdi></bdi></p>
          </div>
          <div class="card-pay">
            ${claim(session.id, view)}
            ${session.claim_code === null ? '' : phoneMessage(session.claim_code)}
          </div>
        </article>
      </div>`
}

function claim(session: string, view: ShopView): Markup {
  const mode = view.mode === 'auto' ? '' : html` mode="${view.mode}"`
  const theme = view.theme === 'auto' ? '' : html` theme="${view.theme}"`
  const lang = view.lang ? html` lang="${view.lang}"` : ''
  return html`<payout-claim endpoint="/checkout" session="${session}" payee="Lantern Row"${mode}${theme}${lang}></payout-claim>`
}

const notices = {
  unknown: {
    title: 'No such refund.',
    text: 'We looked through the books and found none of this name.',
    way: 'See today’s refund',
  },
  unreachable: {
    title: 'One moment, please.',
    text: 'The payment service does not answer, so your refund is not ready. Nothing is lost.',
    way: 'Try again',
  },
  real: {
    title: 'Nothing waits here.',
    text: 'This page pays whoever comes by, so it works with the sandbox only. Payments are real on this server.',
    way: null,
  },
} as const

function notice(what: keyof typeof notices, view: ShopView): Markup {
  const { title, text, way } = notices[what]
  const href = linkTo(view, what === 'unknown' ? { refund: null } : {})
  return html`<div class="welcome">
        <h1><bdi>${title}</bdi></h1>
        <p><bdi>${text} ${way ? html`<a href="${href}">${way}</a>` : ''}</bdi></p>
      </div>`
}

function howToReceive(view: ShopView): Markup {
  return html`<section class="how" aria-labelledby="how">
        <h2 id="how">How to get your money</h2>
        <ol>
          <li><bdi>Enter the code that we sent to your phone, and press the button. The payout page opens in a small window, or in this one.</bdi></li>
          <li><bdi>Say there where the money goes: a bank account, a wallet, a crypto address. It is a sandbox, and no money moves.</bdi></li>
          <li><bdi>Come back. This page says so when our server has read at the payment service that you were paid.</bdi></li>
        </ol>
      </section>
      <form class="again" method="post" action="${linkTo(view, { refund: null })}">
        <button type="submit">Send me another refund</button>
        <p><bdi>In the sandbox our pockets are deep.</bdi></p>
      </form>`
}
