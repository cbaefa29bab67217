// The way back from a redirect. `<payin-return>` leads the tab to the page that was left, and the checkout there continues.
// When it is paid, this page leads to the thank-you page. If it is not, the shopper stays where they can pay.
import { recall, remember } from './tab-memory.js'

/**
 * Remembers which order this tab was redirected for. Without storage the widget does not find the way back either, and its return
 * page shows the result. A popup leaves the shop open, so the result is shown there.
 */
export function watchRedirects() {
  // Paid before the shopper was back: then the page has no checkout for the order any more.
  const paid = document.querySelector(
    `.card[data-status="paid"][data-order="${CSS.escape(recall('redirected') ?? '')}"]`,
  )
  if (paid instanceof HTMLElement) leadToThanks(paid.dataset.order ?? '')
  document.addEventListener('payment-open', (event) => {
    if (!(event instanceof CustomEvent) || !(event.target instanceof Element)) return
    const order = event.target.getAttribute('order') ?? ''
    remember('redirected', event.detail.mode === 'redirect' ? order : '')
  })
}

/**
 * Leads to the thank-you page of a paid order, if this tab was redirected for it.
 * @param {string} order
 * @param {boolean} isThanksPage on the thank-you page itself, which is loaded again to say what has changed
 */
export function leadToThanks(order, isThanksPage = false) {
  if (!order || (recall('redirected') !== order && !isThanksPage)) return
  remember('redirected', '')
  location.assign(thanksAddress(order))
}

/**
 * The address of an order's thank-you page, with the visitor's settings.
 * @param {string} order
 */
export function thanksAddress(order) {
  const address = new URL('/thanks', location.href)
  address.search = location.search
  address.searchParams.set('order', order)
  return address.href
}
