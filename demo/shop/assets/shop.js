// The shop's own script: all that a merchant's page needs. It listens on the document, to which every event bubbles, so it
// does not matter whether the widget's script loads before or after this one.
import { logEvent, startEventLog } from './event-log.js'
import { recall, remember } from './tab-memory.js'
import { leadToThanks, thanksAddress, watchRedirects } from './way-back.js'

const events = [
  'start',
  'created',
  'open',
  'blocked',
  'status',
  'authorized',
  'complete',
  'failed',
  'expired',
  'cancel',
  'error',
]

startEventLog()
keepScroll()
watchRedirects()
for (const name of events) {
  document.addEventListener(`payment-${name}`, logEvent)
  document.addEventListener(`payout-${name}`, logEvent)
}

document.addEventListener('payment-complete', (event) => {
  if (!(event.target instanceof Element)) return
  markPaid(event.target)
  leadToThanks(event.target.getAttribute('order') ?? '', document.querySelector('[data-standing]') !== null)
})
for (const outcome of ['authorized', 'complete', 'failed', 'expired']) {
  document.addEventListener(`payout-${outcome}`, () => showFor(outcome))
}

// After a redirect a payment may be complete before this script runs: then its event was missed, so read its state.
customElements.whenDefined('payin-checkout').then(() => {
  for (const element of document.querySelectorAll('payin-checkout')) {
    if (!(element instanceof HTMLElement) || !('state' in element)) continue
    const { phase, session } = /** @type {{ phase: string, session?: { outcome?: string } }} */ (
      element.state
    )
    // The server has read that the order is promised: show the payment of this tab, and no button for another one.
    if (element.closest('[data-standing="promised"], [data-standing="review"]'))
      element.hidden = phase === 'idle'
    if (session?.outcome !== 'complete') continue
    markPaid(element)
    leadToThanks(element.getAttribute('order') ?? '')
  }
})

/** A switch loads the page anew: what the visitor looks at stays where it is. */
function keepScroll() {
  const from = recall('scroll')
  remember('scroll', null)
  if (from !== null) window.scrollTo({ top: from, behavior: 'instant' })
  const keep = () => remember('scroll', window.scrollY)
  document.querySelector('.try')?.addEventListener('submit', keep)
  for (const link of document.querySelectorAll('.switch a')) link.addEventListener('click', keep)
}

/**
 * Shows the headline of the payout's outcome, and the code while it can be used.
 * @param {string} outcome
 */
function showFor(outcome) {
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-when]'))) {
    part.hidden = part.dataset.when !== outcome
  }
}

/**
 * Marks the element's card as paid, and adds below the element what can be done now. The element stays where it is, because it
 * shows the result and may have the focus.
 * @param {Element} element
 */
function markPaid(element) {
  const card = element.closest('.card')
  const template = document.getElementById('after-paid')
  if (!(card instanceof HTMLElement) || card.dataset.status === 'paid') return
  if (!(template instanceof HTMLTemplateElement)) return
  const after = document.importNode(template.content, true)
  const order = element.getAttribute('order') ?? ''
  const again = after.querySelector('input[name="order"]')
  if (again instanceof HTMLInputElement) again.value = order
  const thanks = after.querySelector('.thanks-link')
  if (thanks instanceof HTMLAnchorElement) thanks.href = thanksAddress(order)
  card.dataset.status = 'paid'
  element.after(after)
}
