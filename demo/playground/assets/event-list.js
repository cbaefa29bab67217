// The events that the page was told, newest first, each with its detail; and the elements' state.
import { shownElements } from './stage.js'

const list = /** @type {HTMLElement} */ (document.getElementById('told'))
const empty = /** @type {HTMLElement} */ (document.getElementById('told-empty'))
const count = /** @type {HTMLElement} */ (document.getElementById('told-count'))
const state = /** @type {HTMLElement} */ (document.getElementById('state'))
const mostEvents = 100

/**
 * JSON for reading. A session's id and its address are capabilities: only their beginning is shown.
 * @param {unknown} value
 */
export function readable(value) {
  const shorten = (key, text) =>
    (key === 'id' || key === 'redirect_url') && typeof text === 'string' && text.length > 12
      ? `${text.slice(0, key === 'id' ? 6 : 22)}…`
      : text
  return JSON.stringify(value, shorten, 2)
}

/** @param {string[]} names of the events to be listened to */
export function startEventList(names) {
  for (const name of names) document.addEventListener(name, add)
  document.getElementById('told-clear').addEventListener('click', () => {
    list.replaceChildren()
    show()
  })
}

function add(event) {
  const item = document.createElement('li')
  const details = document.createElement('details')
  const summary = document.createElement('summary')
  const pre = document.createElement('pre')
  const page = event.target.parentElement?.dataset.page
  const isOneOfTwo = shownElements().length > 1
  item.dataset.event = event.type
  summary.append(
    piece('time', 'told-time', new Date().toTimeString().slice(0, 8)),
    piece('b', 'told-name', event.type),
    piece('span', 'told-fact', [event.detail?.status, isOneOfTwo ? page : ''].filter(Boolean).join(' · ')),
  )
  pre.textContent = readable(event.detail)
  pre.dir = 'ltr'
  details.append(summary, pre)
  item.append(details)
  list.prepend(item)
  while (list.childElementCount > mostEvents) list.lastElementChild?.remove()
  show()
}

function piece(tag, className, text) {
  const element = document.createElement(tag)
  element.className = className
  element.textContent = text
  return element
}

function show() {
  empty.hidden = list.childElementCount > 0
  count.textContent = String(list.childElementCount)
}

/** Shows the state of what is in the preview. */
export function showState() {
  const states = shownElements().map((element) => element.state)
  const text = readable(states.length === 1 ? states[0] : states) ?? ''
  if (state.textContent !== text) state.textContent = text
}

/** Shows it again with each change of an element, which is seen in its shadow root. */
export function watchState() {
  const observer = new MutationObserver(showState)
  const what = { subtree: true, childList: true, characterData: true, attributes: true }
  observer.disconnect()
  for (const { shadowRoot } of shownElements()) if (shadowRoot) observer.observe(shadowRoot, what)
  showState()
  return () => observer.disconnect()
}
