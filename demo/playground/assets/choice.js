// Reads the values of the controls, and writes them into the address.
import { tokenValue } from './code.js'

/** @typedef {HTMLInputElement | HTMLSelectElement} Field */

const form = /** @type {HTMLFormElement} */ (document.getElementById('controls'))
const controls = /** @type {HTMLElement[]} */ ([...form.querySelectorAll('[data-control]')])

/** @type {Record<string, (control: HTMLElement) => string>} */
const readers = {
  choice: (control) => control.querySelector(':checked')?.value ?? '',
  several: (control) => [...control.querySelectorAll(':checked')].map(({ value }) => value).join(' '),
  flag: (control) => String(fieldOf(control).checked),
  text: (control) => fieldOf(control).value,
  language: (control) => fieldOf(control).value,
  color: (control) => (usualBoxOf(control).checked ? '' : fieldOf(control).value),
  length: (control) => (usualBoxOf(control).checked ? '' : `${fieldOf(control).value}px`),
}

const fieldOf = (control) => control.querySelector('input, select')
const usualBoxOf = (control) => control.querySelector('[data-usual-box]')
const valueIn = (control) => readers[control.dataset.field](control)

/** The element's tag, with the attributes and tokens to write. */
export function readChoice() {
  const chosen = controls
    .map((control) => ({ ...control.dataset, value: valueIn(control) }))
    .filter(({ value, usual }) => value !== usual)
  const ofSort = (sort) => chosen.filter((each) => each.sort === sort)
  return {
    attributes: ofSort('attribute').map(({ control, field, value }) => [
      control,
      field === 'flag' ? true : value,
    ]),
    tokens: ofSort('token')
      .map(({ control, value }) => [control, tokenValue(control, value)])
      .filter(([, value]) => value !== ''),
  }
}

/**
 * Puts a text into a control, as a visitor would type it.
 * @param {string} name
 * @param {string} value
 */
export function writeText(name, value) {
  const field = form.querySelector(`[data-control="${name}"] input`)
  if (field) field.value = value
}

/**
 * Does the same, and makes it the initial value from now on.
 * @param {string} name
 * @param {string} value
 */
export function begin(name, value) {
  writeText(name, value)
  const control = form.querySelector(`[data-control="${name}"]`)
  if (control) control.dataset.initial = value
}

/** @param {string} name */
export function readText(name) {
  return form.querySelector(`[data-control="${name}"] input`)?.value ?? ''
}

/** Calls the listener at each change. A change of a value unchecks its "default". */
export function watchControls(changed) {
  // Enter in a field must not reload the page.
  form.addEventListener('submit', (event) => event.preventDefault())
  form.addEventListener('input', ({ target }) => {
    const control = target.closest('[data-control]')
    const usualBox = control && usualBoxOf(control)
    if (usualBox && target !== usualBox) usualBox.checked = false
    showLengths()
    changed()
  })
  showLengths()
}

function showLengths() {
  for (const control of controls) {
    const output = control.querySelector('output')
    if (output) output.value = valueIn(control)
  }
}

// One order is one try: a shared address opens a playground with a new order. A session's id is a capability,
// which no address may contain.
const never = ['order', 'session']

/**
 * The query that restores this state, without initial values.
 * @param {Record<string, string>} frame what differs around the controls
 */
export function queryOf(frame) {
  const query = new URLSearchParams(frame)
  for (const control of controls) {
    const { control: name, initial } = control.dataset
    const value = valueIn(control)
    if (value !== initial && !never.includes(name)) query.set(name, value)
  }
  return query
}
