// The shop's page: all orders, or one.
import { html } from 'hono/html'
import type { ShopperKind } from '../../src/merchant/settings/settings.ts'
import { shopDocument } from './document.ts'
import { afterPaid, type OrderOnShelf, orderCard } from './order-card.ts'
import { linkTo, type ShopView } from './shop-view.ts'
import type { Tryable } from './try-bar.ts'

type Markup = ReturnType<typeof html>

/** The data of the document. */
export interface ShopPage {
  readonly orders: readonly OrderOnShelf[]
  readonly view: ShopView
  readonly tryable: Tryable
  /** Whether a paid order can be placed once more. */
  readonly isRepeated: boolean
}

/** The whole page: all orders, or the order of the view. */
export function shopPage({ orders, view, tryable, isRepeated }: ShopPage): Markup {
  const single = view.order === null ? null : (orders.find(({ id }) => id === view.order) ?? null)
  const { sandboxPage, kinds } = tryable
  const cardOf = (order: OrderOnShelf) => orderCard(order, view, kinds, isRepeated)
  return shopDocument({
    title: single?.title ?? '',
    view,
    tryable,
    content:
      view.order === null ? shelf(orders, cardOf) : single ? product(cardOf(single), view) : notFound(view),
    foot: html`<section class="how" aria-labelledby="how">
        <h2 id="how">How to pay here</h2>
        ${sandboxPage ? howToPay(view.kind) : html`<p><bdi>Press the button on a card. Payments are real on this server.</bdi></p>`}
      </section>${sandboxPage ? owed(view) : ''}${examples}`,
    templates: paidTemplate(view, isRepeated),
  })
}

/** What the page's script adds to the card of an order that is paid on this page. */
export function paidTemplate(view: ShopView, isRepeated: boolean): Markup {
  return html`<template id="after-paid">${afterPaid('', { ...view, page: 'shop' }, isRepeated)}</template>`
}

function shelf(orders: readonly OrderOnShelf[], cardOf: (order: OrderOnShelf) => Markup): Markup {
  const unpaidFirst = orders.toSorted((a, b) => Number(a.status === 'paid') - Number(b.status === 'paid'))
  return html`
      <div class="welcome">
        <h1><bdi>Set aside for&nbsp;you.</bdi></h1>
        <p><bdi>Every piece below is wrapped and waiting under its own order number. Pay for one today, or for all of them.</bdi></p>
      </div>
      <div class="shelf">${unpaidFirst.map(cardOf)}</div>`
}

function product(card: Markup, view: ShopView): Markup {
  return html`
      <p class="back"><a href="${linkTo(view, { order: null })}">All orders</a></p>
      <div class="product">${card}</div>`
}

/** The content of a page whose order does not exist. */
export function notFound(view: ShopView): Markup {
  return html`
      <div class="welcome">
        <h1><bdi>No such order.</bdi></h1>
        <p><bdi>We looked on every shelf for <bdi>${view.order}</bdi>. <a href="${linkTo(view, { page: 'shop', order: null })}">See all orders</a></bdi></p>
      </div>`
}

/** The steps between the press and the way back. */
const there: Readonly<Record<ShopperKind, string>> = {
  payin: 'Pay there any way you like, or be declined.',
  bank_transfer: 'Choose your bank there, sign in, and authorise the transfer or refuse it.',
  on_ramp: 'Choose your bank there and pay in euros. The shop receives crypto for them.',
}

function howToPay(kind: ShopperKind): Markup {
  return html`<ol>
          <li><bdi>Press the button on a card. The payment page opens in a small window, or in this one.</bdi></li>
          <li><bdi>${there[kind]} It is a sandbox: no account, no real card, no money.</bdi></li>
          <li><bdi>Come back. The card says “Paid” when our server has read so at the payment service.</bdi></li>
        </ol>`
}

const examples = html`
      <section class="how" aria-labelledby="examples">
        <h2 id="examples">On your own page</h2>
        <p><bdi>The same checkout in <a href="/examples/react">React</a>, <a href="/examples/vue">Vue</a>, <a href="/examples/svelte">Svelte</a> and <a href="/examples/plain">plain HTML</a>.</bdi></p>
      </section>`

function owed(view: ShopView): Markup {
  return html`
      <section class="how" aria-labelledby="owed">
        <h2 id="owed">We owe you, too</h2>
        <p><bdi>Your enamel mug arrived chipped. <a href="${linkTo(view, { page: 'payout', order: null })}">Take your money back</a></bdi></p>
      </section>`
}
