// `/thanks?order=…`: the page that the shop shows after a payment, and whenever the shopper comes back to it. It says what the
// shop's server knows of the order, never what the address or the browser says.
import type { Hono } from 'hono'
import { html } from 'hono/html'
import type { OrderPayment } from '../../src/merchant/index.ts'
import { setHeaders, shopDocument } from './document.ts'
import { type OrderOnShelf, orderCard } from './order-card.ts'
import { notFound, paidTemplate } from './page.ts'
import { sandboxPageOf } from './sandbox-page.ts'
import type { ShopOptions } from './shop.ts'
import { linkTo, parseShopView, type ShopView } from './shop-view.ts'
import type { Tryable } from './try-bar.ts'

type Markup = ReturnType<typeof html>

/** What the page needs to know of a payment of the order. */
export type KnownPayment = Pick<OrderPayment, 'outcome' | 'review'>

interface ThanksOptions extends Omit<ShopOptions, 'again'> {
  /** The payments of an order, the newest first. */
  readonly payments: (order: string) => Promise<readonly KnownPayment[]>
  /** Whether a paid order can be placed once more. */
  readonly isRepeated: boolean
}

/** Mounts `GET /thanks`. Without an order in its query it leads to the shop. */
export function mountThanks(
  app: Hono,
  { listOrders, listLanguages, kinds, paymentsBaseUrl, payments, isRepeated }: ThanksOptions,
): void {
  const sandboxPage = sandboxPageOf(paymentsBaseUrl)

  app.get('/thanks', async (c) => {
    const view = parseShopView(new URL(c.req.url).searchParams, 'thanks', kinds)
    if (view.order === null) return c.redirect(linkTo(view, { page: 'shop' }), 303)
    const [orders, languages] = await Promise.all([listOrders(), listLanguages()])
    const order = orders.find(({ id }) => id === view.order) ?? null
    const known = order ? await payments(order.id) : []
    setHeaders(c, 'no-store')
    const tryable = { languages, kinds, sandboxPage }
    return c.html(thanksPage({ order, payments: known, view, tryable, isRepeated }), order ? 200 : 404)
  })
}

interface ThanksPage {
  /** `null`: there is no such order. */
  readonly order: OrderOnShelf | null
  /** The payments of the order, the newest first. */
  readonly payments: readonly KnownPayment[]
  readonly view: ShopView
  readonly tryable: Tryable
  /** Whether a paid order can be placed once more. */
  readonly isRepeated: boolean
}

const standings = {
  paid: {
    title: 'Thank you.',
    text: 'Your payment has arrived. We pack your order now, and write to you when it leaves. You need not do anything.',
  },
  promised: {
    title: 'Your payment is on its way.',
    text: 'The money is promised, and it has not arrived yet. We pack your order when it has. Please do not pay again.',
  },
  review: {
    title: 'We look at your payment.',
    text: 'Something about it does not fit this order. We write to you. Please do not pay again.',
  },
  started: {
    title: 'Not paid yet.',
    text: 'A payment of this order was started, and it is not finished. You can continue here.',
  },
  failed: {
    title: 'Not paid.',
    text: 'The last payment of this order did not go through. You can pay here.',
  },
  expired: {
    title: 'Not paid.',
    text: 'The last payment of this order was not finished in time. You can pay here.',
  },
  unpaid: { title: 'Not paid yet.', text: 'Nobody has paid for this order so far. You can pay here.' },
} as const

/** How an order stands. Only `paid` is a reason to say thanks. */
export type Standing = keyof typeof standings

/**
 * How an order stands. A promise counts more than a payment that is open, and that more than one that failed: none may lead
 * to a second payment.
 * @param payments of the order, the newest first
 */
export function standingOf(
  { status }: Pick<OrderOnShelf, 'status'>,
  payments: readonly KnownPayment[],
): Standing {
  if (status === 'paid') return 'paid'
  const promises = payments.filter(({ outcome }) => outcome === 'authorized' || outcome === 'complete')
  if (promises.some(({ review }) => review !== null)) return 'review'
  if (promises.length > 0) return 'promised'
  if (payments.some(({ outcome }) => outcome === 'open')) return 'started'
  const [newest] = payments
  return newest?.outcome === 'failed' || newest?.outcome === 'expired' ? newest.outcome : 'unpaid'
}

/** The whole page. */
function thanksPage({ order, payments, view, tryable, isRepeated }: ThanksPage): Markup {
  const standing = order && standingOf(order, payments)
  return shopDocument({
    title: standing ? standings[standing].title.replace('.', '') : 'No such order',
    view,
    tryable,
    content:
      order && standing
        ? html`${said(standing, view)}
      <div class="product thanks" data-standing="${standing}">${orderCard(order, view, tryable.kinds, isRepeated)}</div>`
        : notFound(view),
    foot: html``,
    templates: paidTemplate(view, isRepeated),
  })
}

function said(standing: Standing, view: ShopView): Markup {
  const { title, text } = standings[standing]
  const mayChange = standing === 'promised' || standing === 'review'
  const again = mayChange ? html` <a href="${linkTo(view)}">Look again</a>` : ''
  return html`
      <div class="welcome">
        <h1><bdi>${title}</bdi></h1>
        <p><bdi>${text}${again}</bdi></p>
        <p><a href="${linkTo(view, { page: 'shop', order: null })}">Back to the shop</a></p>
      </div>`
}
