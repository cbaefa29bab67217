// The code in tabs, with a copy button for each file.

import { announce } from './announce.js'
import { codeFor } from './code.js'

const panel = /** @type {HTMLElement} */ (document.getElementById('code'))
const tabs = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('[role=tab]')])
const { script, integrity, tag } = /** @type {HTMLElement} */ (document.querySelector('[data-tag]')).dataset

export const shownFramework = () =>
  tabs.find((tab) => tab.getAttribute('aria-selected') === 'true')?.dataset.code

/** @param {() => void} changed called when another framework is shown */
export function startTabs(changed) {
  const show = (tab) => {
    for (const each of tabs) {
      each.setAttribute('aria-selected', String(each === tab))
      each.tabIndex = each === tab ? 0 : -1
    }
    panel.setAttribute('aria-labelledby', tab.id)
    changed()
  }
  for (const [at, tab] of tabs.entries()) {
    tab.addEventListener('click', () => show(tab))
    tab.addEventListener('keydown', (event) => {
      const forward = document.documentElement.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
      const back = forward === 'ArrowLeft' ? 'ArrowRight' : 'ArrowLeft'
      const to = { [forward]: at + 1, [back]: at - 1, Home: 0, End: -1 }[event.key]
      if (to === undefined) return
      event.preventDefault()
      const next = tabs.at(to % tabs.length)
      next.focus()
      show(next)
    })
  }
}

/** @param {{ attributes: [string, string | true][], tokens: [string, string][] }} choice */
export function showCode(choice) {
  const files = codeFor(shownFramework(), { tag, script, integrity, ...choice })
  const shown = [...panel.querySelectorAll('pre')]
  const isSame =
    shown.length === files.length && files.every(({ file }, at) => shown[at].dataset.file === file)
  // Update the same files in place, so that the reader's scroll position is kept.
  if (!isSame) panel.replaceChildren(...files.map(fileBox))
  for (const [at, pre] of [...panel.querySelectorAll('pre')].entries()) pre.textContent = files[at].text
}

function fileBox({ file }) {
  const box = document.createElement('div')
  const head = document.createElement('div')
  const name = document.createElement('code')
  const copy = document.createElement('button')
  const pre = document.createElement('pre')
  box.className = 'file'
  head.className = 'file-head'
  name.textContent = file
  copy.type = 'button'
  copy.className = 'press small'
  copy.textContent = 'Copy'
  copy.setAttribute('aria-label', `Copy ${file}`)
  pre.dir = 'ltr'
  pre.tabIndex = 0
  pre.setAttribute('role', 'group')
  pre.setAttribute('aria-label', file)
  pre.dataset.file = file
  copy.addEventListener('click', () => copyText(pre, file))
  head.append(name, copy)
  box.append(head, pre)
  return box
}

async function copyText(pre, file) {
  try {
    await navigator.clipboard.writeText(pre.textContent)
    announce(`Copied ${file}`)
  } catch {
    // Without a clipboard, as on plain HTTP, the visitor can copy by keyboard.
    getSelection()?.selectAllChildren(pre)
    announce(`${file} is selected. Copy it with your keyboard.`)
  }
}
