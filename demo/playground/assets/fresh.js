// Creates an unpaid order, or a payout, for each try. It is stored in the tab, because a redirect leaves this page and returns.

import { recall, remember } from '../../shop/assets/tab-memory.js'
import { announce } from './announce.js'
import { begin, readText, writeText } from './choice.js'
import { askServer } from './server.js'

const button = /** @type {HTMLButtonElement | null} */ (document.getElementById('fresh'))
const price = /** @type {HTMLSelectElement | null} */ (document.getElementById('price'))
const trouble = /** @type {HTMLElement} */ (document.getElementById('fresh-trouble'))
const { tag } = /** @type {HTMLElement} */ (document.querySelector('[data-tag]')).dataset
const isPayout = tag === 'payout-claim'
/** The attribute with the order or session. */
const subject = isPayout ? 'session' : 'order'
/** The card in place of a phone: a payout's code is sent on another channel than its session. */
const phone = document.getElementById('phone')
/** The last payout that was created here, with its code. Kept in memory too, because a browser may refuse storage. */
let sent = isPayout ? recall('payout') : null

export const shownPrice = () => price?.value ?? 'euro'

/** @param {() => void} changed called when the controls have another order */
export async function startFresh(changed) {
  const press = async () => {
    if (await renew(changed)) announce(isPayout ? 'A new payout' : `A new order: ${readText('order')}`)
  }
  button?.addEventListener('click', press)
  price?.addEventListener('change', press)
  const before = readText(subject) || recall(subject)
  if (before) writeText(subject, before)
  else if (button) await renew(changed)
}

/** Stores the typed order or session for this tab. */
export function keepSubject() {
  remember(subject, readText(subject))
  showCode()
}

/** Shows the code of the payout in the controls. The code of a typed session is unknown. */
function showCode() {
  if (!phone) return
  const isKnown = sent !== null && sent.session === readText(subject)
  phone.hidden = !isKnown
  phone.querySelector('code').textContent = isKnown ? sent.code : ''
}

async function renew(changed) {
  const answer = isPayout
    ? await askServer('POST', '/playground/payouts', {})
    : await askServer('POST', '/playground/orders', { price: shownPrice() })
  trouble.textContent = answer.trouble
  if (answer.trouble) return false
  writeText(subject, answer.body[subject])
  if (isPayout) {
    sent = answer.body
    remember('payout', sent)
  }
  if (price) writePrice(price.selectedOptions[0].dataset)
  changed()
  return true
}

let priceBefore = price ? { ...price.selectedOptions[0].dataset } : {}

/** Writes the new price into the page, unless the visitor typed one. */
function writePrice(now) {
  const isOurs = readText('amount') === priceBefore.amount && readText('currency') === priceBefore.currency
  if (isOurs) {
    begin('amount', now.amount)
    begin('currency', now.currency)
  }
  priceBefore = { ...now }
}
