// The scenarios' buttons. A lasting scenario is active at the sandbox, for all visitors. A one-time scenario is armed in this tab, and
// is applied when the payment reaches its event.

import { recall, remember } from '../../shop/assets/tab-memory.js'
import { announce } from './announce.js'
import { askServer } from './server.js'
import { shownElements } from './stage.js'

const buttons = /** @type {HTMLButtonElement[]} */ ([...document.querySelectorAll('[data-scenario]')])
const line = document.getElementById('scenarios-on')
const trouble = document.getElementById('scenarios-trouble')
/** Stored over a redirect: the shopper can cancel after the way back. */
const armed = new Set(recall('armed') ?? [])
let lasting = []
let others = 0
let shownKind = ''

export function startScenarios() {
  if (buttons.length === 0) return
  for (const button of buttons) button.addEventListener('click', () => press(button))
  for (const name of new Set(buttons.map(({ dataset }) => dataset.after).filter(Boolean))) {
    document.addEventListener(name, ({ target, type }) => applyAfter(type, target))
  }
  document.getElementById('normal').addEventListener('click', resetAll)
  refuseWindows()
  applyAnswer(askServer('GET', '/playground/scenarios'))
}

/** Disables scenarios that this kind of payment does not support. @param {string} kind */
export function showKind(kind) {
  shownKind = kind
  for (const button of buttons) {
    const { kinds } = button.dataset
    const isPossible = !kinds || kinds.split(' ').includes(kind)
    if (!isPossible) armed.delete(button.dataset.scenario)
    button.disabled = !isPossible
  }
  show()
}

async function press(button) {
  const { scenario, how } = button.dataset
  const isOn = button.getAttribute('aria-pressed') === 'true'
  if (how === 'lasting') {
    if (!(await applyAnswer(askServer(isOn ? 'DELETE' : 'PUT', `/playground/scenarios/${scenario}`)))) return
  } else if (isOn) armed.delete(scenario)
  else armed.add(scenario)
  show()
  announce(`${button.textContent}: ${isOn ? 'taken back' : 'on'}`)
  if (!isOn && how === 'strikes') applyNow(button)
}

async function resetAll() {
  armed.clear()
  show()
  if (await applyAnswer(askServer('DELETE', '/playground/scenarios'))) announce('All back to normal')
}

/** Shows an answer about the active scenarios, or its error. */
async function applyAnswer(asked) {
  const { body, trouble: why } = await asked
  trouble.textContent = why
  if (why) return false
  ;({ on: lasting, others } = body)
  show()
  return true
}

function show() {
  if (!line) return
  const isOn = ({ dataset }) => armed.has(dataset.scenario) || lasting.includes(dataset.scenario)
  for (const button of buttons) button.setAttribute('aria-pressed', String(isOn(button)))
  const on = buttons.filter(isOn).map(({ textContent }) => textContent)
  if (others > 0) on.push(`${others} more switched on at the sandbox itself`)
  const not = buttons.filter(({ disabled }) => disabled).map(({ textContent }) => textContent)
  const summary = on.length > 0 ? `On: ${on.join(', ')}.` : line.dataset.none
  line.textContent = not.length > 0 ? `${summary} Not with ${shownKind}: ${not.join(', ')}.` : summary
  remember('armed', [...armed])
}

/** Applies a scenario at once to a payment that has reached its event already. */
function applyNow({ dataset }) {
  const phases = dataset.after.endsWith('-cancel') ? ['cancelled'] : ['waiting']
  const element = shownElements().find(({ state }) => phases.includes(state?.phase) && state.session)
  if (element) applyAfter(dataset.after, element)
}

async function applyAfter(type, { state }) {
  const session = state?.session
  for (const { dataset, textContent } of buttons) {
    if (dataset.after !== type || !armed.has(dataset.scenario) || !session) continue
    armed.delete(dataset.scenario)
    const { kind, reference } = session
    const path = `/playground/scenarios/${dataset.scenario}/strike`
    const answer = await askServer('POST', path, { kind, reference })
    trouble.textContent = answer.trouble
    if (!answer.trouble) announce(`${textContent}: happened`)
    show()
  }
}

/** Simulates a popup blocker: `window.open` returns null. */
function refuseWindows() {
  const { open } = window
  window.open = (...given) => {
    if (!armed.delete('blocked')) return open.apply(window, given)
    show()
    announce('This page refused the window, as a popup blocker does')
    return null
  }
}
