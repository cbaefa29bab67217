// The event log: every event of every checkout on the page, newest last. Stored in the tab, because a redirect
// to the hosted page and back would otherwise lose the earlier events.
import { eventText } from './event-text.js'
import { piece } from './piece.js'
import { recall, remember } from './tab-memory.js'

/** @typedef {import('./event-text.js').EventText & { at: string }} Line */

const mostLines = 200

const panel = /** @type {HTMLDetailsElement} */ (document.getElementById('log'))
const body = /** @type {HTMLElement} */ (panel.querySelector('[role="log"]'))
const list = /** @type {HTMLElement} */ (document.getElementById('log-lines'))
const empty = /** @type {HTMLElement} */ (document.getElementById('log-empty'))
const count = /** @type {HTMLElement} */ (document.getElementById('log-count'))
const latest = /** @type {HTMLElement} */ (document.getElementById('log-latest'))
const clear = /** @type {HTMLButtonElement} */ (document.getElementById('log-clear'))

/** @type {Line[]} */
let lines = recall('log') ?? []

/** Shows the stored events. On a small screen the panel starts closed, so that the shop stays visible. */
export function startEventLog() {
  if (matchMedia('(max-width: 700px), (max-height: 560px)').matches) panel.open = false
  for (const line of lines) list.append(lineElement(line))
  clear.addEventListener('click', () => {
    lines = []
    list.replaceChildren()
    show()
    panel.querySelector('summary')?.focus()
  })
  show()
}

/**
 * Adds one event.
 * @param {Event} event
 */
export function logEvent(event) {
  const detail = event instanceof CustomEvent ? event.detail : null
  const named = event.target instanceof Element ? event.target.getAttribute('order') : null
  // A payout has no order, but a reference of the merchant.
  const order = named ?? String(detail?.reference ?? '')
  const line = { ...eventText(event.type, order, detail), at: new Date().toTimeString().slice(0, 8) }
  lines = [...lines, line].slice(-mostLines)
  list.append(lineElement(line))
  while (list.childElementCount > mostLines) list.firstElementChild?.remove()
  show()
  body.scrollTop = body.scrollHeight
}

function show() {
  remember('log', lines)
  empty.hidden = lines.length > 0
  clear.hidden = lines.length === 0
  count.textContent = String(lines.length)
  const last = lines.at(-1)
  latest.textContent = last ? `${last.name} ${last.order}` : ''
}

/** @param {Line} line */
function lineElement({ at, name, order, facts }) {
  const item = document.createElement('li')
  item.dataset.event = name
  item.append(
    piece('time', 'log-time', at),
    piece('b', 'log-event', name),
    piece('bdi', 'log-order', order),
    ...facts.map((fact) => piece('bdi', 'log-fact', fact)),
  )
  return item
}
