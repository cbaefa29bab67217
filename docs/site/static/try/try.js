// The page "Try it": a checkout element, its settings, and its events.
import { answerEndpoint } from './endpoint.js'
import { eventText } from './event-text.js'
import { canKeep, forgetAll } from './service.js'

const names = [
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
const order = {
  endpoint: 'try/endpoint',
  order: 'A-1001',
  amount: '49.90',
  currency: 'EUR',
  payee: 'Lantern Row',
}
const storageKey = 'payin-checkout-docs:try'
const mostEvents = 60

const stage = document.getElementById('stage')
const settings = /** @type {HTMLFormElement} */ (document.getElementById('settings'))
const events = document.getElementById('events')
const empty = document.getElementById('empty')
let { lines = [], chosen = {} } = recall()

answerEndpoint()
for (const [name, value] of Object.entries(chosen)) settings.elements[name].value = value
for (const line of lines) events.append(lineFor(line))
show()

const checkout = document.createElement('payin-checkout')
set(checkout, { ...order, ...valuesOf() })
for (const name of names) checkout.addEventListener(`payment-${name}`, showEvent)
stage.replaceChildren(whyNot() ? piece('p', whyNot()) : checkout)

settings.addEventListener('change', () => {
  chosen = valuesOf()
  set(checkout, chosen)
  remember()
})
document.getElementById('again').addEventListener('click', () => {
  lines = []
  events.replaceChildren()
  forgetAll()
  checkout.reset()
  show()
})

/** Why the element cannot pay on this page; empty where it can. */
function whyNot() {
  if (!isSecureContext) return 'This page works over https, and over http on this machine.'
  return canKeep() ? '' : 'This page needs the browser’s storage, which is switched off here.'
}

function valuesOf() {
  return Object.fromEntries([...new FormData(settings)].map(([name, value]) => [name, String(value)]))
}

function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
}

function showEvent({ type, detail }) {
  const line = { ...eventText(type, '', detail), at: new Date().toTimeString().slice(0, 8) }
  lines = [line, ...lines].slice(0, mostEvents)
  events.prepend(lineFor(line))
  while (events.childElementCount > mostEvents) events.lastElementChild.remove()
  show()
}

function lineFor({ at, name, facts }) {
  const item = document.createElement('li')
  item.dataset.event = name
  item.append(piece('time', at), piece('b', name), ...facts.map((fact) => piece('span', fact)))
  return item
}

function piece(tag, text) {
  const element = document.createElement(tag)
  element.textContent = text
  return element
}

function show() {
  empty.hidden = lines.length > 0
  remember()
}

/** Stores the events, because the page may be left for the payment page and return. */
function remember() {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ lines, chosen }))
  } catch {}
}

function recall() {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '{}')
  } catch {
    return {}
  }
}
