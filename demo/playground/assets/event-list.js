// The events that the checkout dispatched, newest first, each with its detail.
import { piece } from '../../shop/assets/piece.js'
import { recall, remember } from '../../shop/assets/tab-memory.js'
import { readable } from './readable.js'
import { shownElements } from './stage.js'

const list = /** @type {HTMLElement} */ (document.getElementById('event-list'))
const empty = /** @type {HTMLElement} */ (document.getElementById('event-empty'))
const count = /** @type {HTMLElement} */ (document.getElementById('event-count'))
const mostEvents = 100

/** @typedef {{ at: string, name: string, fact: string, detail: string }} ShownEvent */

/** @type {ShownEvent[]} newest first */
let events = []

/** @param {string[]} names of the events to be listened to */
export function startEventList(names) {
  events = recall('events') ?? []
  list.append(...events.map(lineFor))
  for (const name of names) document.addEventListener(name, add)
  document.getElementById('event-clear').addEventListener('click', () => {
    events = []
    list.replaceChildren()
    show()
  })
  show()
}

function add({ type, target, detail }) {
  const page = shownElements().length > 1 ? target.parentElement?.dataset.page : ''
  const line = {
    at: new Date().toTimeString().slice(0, 8),
    name: type,
    fact: [detail?.status, page].filter(Boolean).join(' · '),
    detail: readable(detail),
  }
  events = [line, ...events].slice(0, mostEvents)
  list.prepend(lineFor(line))
  while (list.childElementCount > mostEvents) list.lastElementChild?.remove()
  show()
}

/** @param {ShownEvent} line */
function lineFor({ at, name, fact, detail }) {
  const item = document.createElement('li')
  const details = document.createElement('details')
  const summary = document.createElement('summary')
  const pre = document.createElement('pre')
  item.dataset.event = name
  summary.append(
    piece('time', 'event-time', at),
    piece('b', 'event-name', name),
    piece('span', 'event-fact', fact),
  )
  pre.textContent = detail
  pre.dir = 'ltr'
  details.append(summary, pre)
  item.append(details)
  return item
}

function show() {
  remember('events', events)
  empty.hidden = events.length > 0
  count.textContent = String(events.length)
}
