// An unpaid order, or a payout, for each try. Kept for the tab's life: a redirect leads away from this page and back.

import { announce } from './announce.js'
import { begin, readText, writeText } from './choice.js'
import { askServer } from './server.js'
import { recall, remember } from './tab-memory.js'

const button = /** @type {HTMLButtonElement | null} */ (document.getElementById('fresh'))
const price = /** @type {HTMLSelectElement | null} */ (document.getElementById('price'))
const trouble = /** @type {HTMLElement} */ (document.getElementById('fresh-trouble'))
const { tag } = /** @type {HTMLElement} */ (document.querySelector('[data-tag]')).dataset
const isPayout = tag === 'payout-claim'
/** The attribute that names what is paid. */
const subject = isPayout ? 'session' : 'order'
/** The card that stands in for a phone: the code of the payout is sent apart from its session. */
const phone = document.getElementById('phone')
/** The last payout that was made here, with its code. Not in storage alone, which a browser may refuse. */
let sent = isPayout ? recall('payout') : null

export const shownPrice = () => price?.value ?? 'euro'

/** @param {() => void} changed told when the controls say another order */
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

/** What the visitor typed is theirs for this tab too. */
export function keepSubject() {
  remember(subject, readText(subject))
  showCode()
}

/** Shows the code of the payout that the controls name. Of a session that the visitor typed no code is known. */
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

/** The page says the new price, unless the visitor wrote one of their own. */
function writePrice(now) {
  const isOurs = readText('amount') === priceBefore.amount && readText('currency') === priceBefore.currency
  if (isOurs) {
    begin('amount', now.amount)
    begin('currency', now.currency)
  }
  priceBefore = { ...now }
}
