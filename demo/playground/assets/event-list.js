// The events that the page was told, newest first, each with its detail.
import { readable } from './readable.js'
import { shownElements } from './stage.js'
import { recall, remember } from './tab-memory.js'

const list = /** @type {HTMLElement} */ (document.getElementById('told'))
const empty = /** @type {HTMLElement} */ (document.getElementById('told-empty'))
const count = /** @type {HTMLElement} */ (document.getElementById('told-count'))
const mostEvents = 100

/** @typedef {{ at: string, name: string, fact: string, detail: string }} Told already fit to be read */

/** @type {Told[]} newest first */
let told = []

/** @param {string[]} names of the events to be listened to */
export function startEventList(names) {
  told = recall('events') ?? []
  list.append(...told.map(lineFor))
  for (const name of names) document.addEventListener(name, add)
  document.getElementById('told-clear').addEventListener('click', () => {
    told = []
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
  told = [line, ...told].slice(0, mostEvents)
  list.prepend(lineFor(line))
  while (list.childElementCount > mostEvents) list.lastElementChild?.remove()
  show()
}

/** @param {Told} line */
function lineFor({ at, name, fact, detail }) {
  const item = document.createElement('li')
  const details = document.createElement('details')
  const summary = document.createElement('summary')
  const pre = document.createElement('pre')
  item.dataset.event = name
  summary.append(
    piece('time', 'told-time', at),
    piece('b', 'told-name', name),
    piece('span', 'told-fact', fact),
  )
  pre.textContent = detail
  pre.dir = 'ltr'
  details.append(summary, pre)
  item.append(details)
  return item
}

function piece(tag, className, text) {
  const element = document.createElement(tag)
  element.className = className
  element.textContent = text
  return element
}

function show() {
  remember('events', told)
  empty.hidden = told.length > 0
  count.textContent = String(told.length)
}
