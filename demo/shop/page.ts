// The shop's document, in English; <bdi> keeps its sentences in order when `?dir=rtl` mirrors the page.
// No inline script or style: the page's CSP allows none, to prove that the widget needs none.
import { html, raw } from 'hono/html'
import type { ListedOrder } from '../../server-example/orders.ts'
import { orderCard, paidMark } from './order-card.ts'
import { linkTo, type ShopView } from './shop-view.ts'
import { tryBar } from './try-bar.ts'

type Markup = ReturnType<typeof html>

/** What the document is made from. */
export interface ShopPage {
  readonly orders: readonly ListedOrder[]
  readonly view: ShopView
  /** BCP 47 tags of the checkout's languages besides English. */
  readonly languages: readonly string[]
  /** The sandbox's own page; `null` when the payments are real. */
  readonly sandboxPage: string | null
}

/** The whole page: all orders, or the one that the view names. */
export function shopPage({ orders, view, languages, sandboxPage }: ShopPage): Markup {
  const single = view.order === null ? null : (orders.find(({ id }) => id === view.order) ?? null)
  const content = view.order === null ? shelf(orders, view) : single ? product(single, view) : notFound(view)
  const theme = view.theme === 'auto' ? '' : html` data-theme="${view.theme}"`
  return html`<!doctype html>
<html lang="en" dir="${view.dir}"${theme}>
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${single ? `${single.title} · ` : ''}Lantern Row</title>
    <meta name="description" content="Useful things, made slowly. A demo shop for payin-checkout.">
    <link rel="icon" href="/shop/lantern.svg" type="image/svg+xml">
    <link rel="stylesheet" href="/shop/shop.css">
    <script src="/payin-checkout.js" async></script>
    <script src="/shop/shop.js" type="module"></script>
  </head>
  <body>
    ${tryBar(view, languages, sandboxPage)}
    <header class="masthead">
      <a class="wordmark" href="${linkTo(view, { order: null })}"><img src="/shop/lantern.svg" alt="" width="28" height="36">Lantern Row</a>
      <p class="masthead-line">Useful things, made slowly</p>
    </header>
    <main>${content}
    </main>
    <footer class="foot">
      <section class="how" aria-labelledby="how">
        <h2 id="how">How to pay here</h2>
        ${howToPay(sandboxPage)}
      </section>
    </footer>
    ${eventLog}
    <template id="paid-mark">${paidMark(null)}</template>
  </body>
</html>
`
}

function shelf(orders: readonly ListedOrder[], view: ShopView): Markup {
  const unpaidFirst = orders.toSorted((a, b) => Number(a.status === 'paid') - Number(b.status === 'paid'))
  return html`
      <div class="welcome">
        <h1><bdi>Set aside for&nbsp;you.</bdi></h1>
        <p><bdi>Every piece below is wrapped and waiting under its own order number. Pay for one today, or for all of them.</bdi></p>
      </div>
      <div class="shelf">${unpaidFirst.map((order) => orderCard(order, view))}</div>`
}

function product(order: ListedOrder, view: ShopView): Markup {
  return html`
      <p class="back"><a href="${linkTo(view, { order: null })}">All orders</a></p>
      <div class="product">${orderCard(order, view)}</div>`
}

function notFound(view: ShopView): Markup {
  return html`
      <div class="welcome">
        <h1><bdi>No such order.</bdi></h1>
        <p><bdi>We looked on every shelf for <bdi>${view.order}</bdi>. <a href="${linkTo(view, { order: null })}">See all orders</a></bdi></p>
      </div>`
}

function howToPay(sandboxPage: string | null): Markup {
  if (!sandboxPage)
    return html`<p><bdi>Press the button on a card. Payments are real on this server.</bdi></p>`
  return html`<ol>
          <li><bdi>Press the button on a card. The payment page opens in a small window, or in this one.</bdi></li>
          <li><bdi>Pay there any way you like, or be declined. It is a sandbox: no account, no real card, no money.</bdi></li>
          <li><bdi>Come back. The card says “Paid” once our server has heard it from the payment service.</bdi></li>
        </ol>`
}

// aria-live="off": the widget speaks for itself, and a log that read out every event would talk over it.
const eventLog = raw(`<details class="log" id="log" open>
      <summary><span class="log-name">Events</span> <span class="log-count" id="log-count">0</span> <span class="log-latest" id="log-latest"></span></summary>
      <div class="log-body" role="log" aria-live="off" aria-label="Payment events" tabindex="0">
        <p class="log-empty" id="log-empty"><bdi>Nothing yet. Whatever the checkout tells this page appears here.</bdi></p>
        <ol class="log-lines" id="log-lines"></ol>
      </div>
      <button class="log-clear" id="log-clear" type="button" hidden>Clear</button>
    </details>`)
