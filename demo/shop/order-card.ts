// The card of one order: the goods, the price, and the checkout, or "Paid", or why it cannot be paid in this way.
import { html } from 'hono/html'
import type { ListedOrder } from '../../server-example/orders.ts'
import { shopperKindOf } from '../../src/merchant/kinds/kinds.ts'
import type { ShopperKind } from '../../src/merchant/settings/settings.ts'
import { moneyText } from './money-text.ts'
import { pictureOf } from './pictures.ts'
import { linkTo, methodsHere, queryOf, type ShopView } from './shop-view.ts'

type Markup = ReturnType<typeof html>

/** An order, with the signed token that proves that the shop's server rendered this page. */
export interface OrderOnShelf extends ListedOrder {
  /** `null`: the shop signs no tokens, and identifies shoppers by their accounts. */
  readonly token?: string | null
}

/**
 * An order's card. A payable order has exactly one `<payin-checkout>`, any other order none.
 * @param isRepeated whether a paid order can be placed once more
 */
export function orderCard(
  order: OrderOnShelf,
  view: ShopView,
  kinds: readonly ShopperKind[],
  isRepeated: boolean,
): Markup {
  const { id, description, amount, currency } = order
  const paid = order.status === 'paid'
  const picture = pictureOf(order)
  return html`<article class="card" data-order="${id}" data-status="${paid ? 'paid' : 'unpaid'}" aria-labelledby="title-${id}">
        <img class="card-picture" src="/shop/assets/${picture.file}" alt="${picture.alt}" width="480" height="360">
        <div class="card-text">
          ${heading(order, view)}
          <p class="card-price"><bdi>${moneyText(amount, currency)}</bdi></p>
          <p class="card-description"><bdi>${description}</bdi></p>
          <p class="card-order"><bdi>Order <bdi>${id}</bdi> · priced in <bdi>${currency}</bdi></bdi></p>
        </div>
        <div class="card-pay">
          ${paid ? html`${paidMark(order.paid_at)}${afterPaid(id, view, isRepeated)}` : payment(order, view, kinds)}
        </div>
      </article>`
}

// On the order's own page the title is the page's heading; in the list it links to that page.
function heading({ id, title }: ListedOrder, view: ShopView): Markup {
  return view.page === 'shop' && view.order === id
    ? html`<h1 class="card-title" id="title-${id}"><bdi>${title}</bdi></h1>`
    : html`<h2 class="card-title" id="title-${id}"><a href="${linkTo(view, { page: 'shop', order: id })}"><bdi>${title}</bdi></a></h2>`
}

function paidMark(paidAt: string | null): Markup {
  const date = paidAt === null ? null : new Date(paidAt)
  const known = date !== null && !Number.isNaN(date.getTime())
  return html`<p class="paid"><svg class="paid-tick" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true"><circle cx="10" cy="10" r="10"/><path d="m5.5 10.4 3 3 6-6.6"/></svg><span>Paid <time${known ? html` datetime="${date.toISOString()}"` : ''}>${known ? html`on ${dateText(date)}` : ''}</time></span></p>`
}

/**
 * What can be done with a paid order: its thank-you page is shown, except on that page, and it is placed once more. The page's
 * script clones it from a template when an order is paid on this page.
 */
export function afterPaid(id: string, view: ShopView, isRepeated: boolean): Markup {
  const thanks = linkTo(view, { page: 'thanks', order: id })
  return html`<div class="after-paid">
            ${view.page === 'thanks' ? '' : html`<a class="thanks-link" href="${thanks}">What happens next</a>`}
            ${isRepeated ? againForm(id, view) : ''}
          </div>`
}

const againForm = (id: string, view: ShopView): Markup =>
  html`<form class="again" method="post" action="/orders/again"><input type="hidden" name="order" value="${id}"><input type="hidden" name="view" value="${queryOf({ ...view, order: null }).toString()}"><button>Order it again</button></form>`

function payment(order: OrderOnShelf, view: ShopView, kinds: readonly ShopperKind[]): Markup {
  // The server's own rules, so that the page offers nothing that the server refuses.
  const refusal = shopperKindOf(view.kind).refusalOf({ value: order.amount, currency: order.currency })
  if (refusal === null) return checkout(order, view)
  const href = linkTo(view, { kind: 'payin' })
  const otherWay = kinds.includes('payin') ? html` <a href="${href}">Pay another way</a>` : ''
  return html`<p class="card-refusal"><bdi>${refusal}${otherWay}</bdi></p>`
}

// The attributes set the button's amount before a session exists; only the server decides the price.
function checkout({ id, amount, currency, token = null }: OrderOnShelf, view: ShopView): Markup {
  const proof = token === null ? '' : html` token="${token}"`
  const mode = view.mode === 'auto' ? '' : html` mode="${view.mode}"`
  const theme = view.theme === 'auto' ? '' : html` theme="${view.theme}"`
  const kind = view.kind === 'payin' ? '' : html` kind="${view.kind}"`
  const choosesHere = view.kind === 'payin' && view.methods === 'here'
  const methods = choosesHere ? html` methods="${methodsHere}"` : ''
  const lang = view.lang ? html` lang="${view.lang}"` : ''
  return html`<payin-checkout endpoint="/checkout" order="${id}" amount="${amount}" currency="${currency}" payee="Lantern Row"${proof}${kind}${methods}${mode}${theme}${lang}></payin-checkout>`
}

function dateText(date: Date): string {
  return date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })
}
