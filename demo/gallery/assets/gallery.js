// Brings every story to its screen: inserts its element, performs its steps, and then sets
// `data-ready`. The elements and their endpoints are real; only windows and wallets are simulated.

import { holdStill, playBrowser } from './played-browser.js'
import { awaited, steps } from './steps.js'

/** Shorter than the widget's timeout for an answer (12 s), after which the screen would change. */
const renewEveryMs = 9_000

playBrowser()
forgetPayments()
const { dir, dataset } = document.documentElement
if (dataset.width) document.documentElement.style.setProperty('--stage', `${dataset.width}px`)
const cards = [...document.querySelectorAll('[data-story]')]
customElements.whenDefined('payin-return').then(async () => {
  const letGo = holdStill()
  await languageIsHere()
  await Promise.all(cards.map(show))
  letGo()
})
setInterval(() => {
  for (const card of document.querySelectorAll('[data-held][data-ready]')) {
    if (!card.contains(document.activeElement)) show(card)
  }
}, renewEveryMs)

/**
 * Plays a story from its beginning.
 * @param {HTMLElement} card
 */
async function show(card) {
  const { way, phase, shows } = card.dataset
  const story = { element: newElement(card), newElement: () => newElement(card), window: null }
  card.querySelector('.stage').replaceChildren(story.element)
  for (const line of way ? way.split('\n') : []) {
    const [verb, ...words] = line.split(' ')
    await steps[verb](story, words.join(' '))
  }
  const isReached = ({ state, shadowRoot }) =>
    (!phase || state.phase === phase) && shadowRoot.querySelector(shows) !== null
  await awaited(story.element, isReached)
  card.dataset.ready = ''
}

/** @param {HTMLElement} card */
function newElement(card) {
  const element = document.importNode(card.querySelector('template').content, true).firstElementChild
  // The widget uses its language's direction; here any language can be shown mirrored.
  if (dir === 'rtl') element.sentences = { dir }
  return element
}

/** Clears this tab's storage, or a reload would resume stored payments. */
function forgetPayments() {
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith('payin-checkout:')) sessionStorage.removeItem(key)
    }
  } catch {
    // Storage is forbidden. Then nothing is stored.
  }
}

/** One element loads the language for all. Until it is loaded, elements are hidden, because their texts are English. */
async function languageIsHere() {
  const scout = document.createElement('payin-checkout')
  const element = cards[0]?.querySelector('template').content.firstElementChild
  scout.lang = element?.lang ?? ''
  document.body.append(scout)
  await awaited(scout, ({ shadowRoot }) => shadowRoot.firstElementChild.style.visibility !== 'hidden')
  scout.remove()
}
