// Brings every story to its screen: puts its element on the stage, takes the steps of its way, and says so with
// `data-ready`. The elements and their endpoints are real; only windows and wallets are played, by this page alone.

import { holdStill, playBrowser } from './played-browser.js'
import { awaited, steps } from './steps.js'

/** Shorter than the widget waits for an answer that never comes (12 s): the screen would change under the viewer. */
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
 * Tells a story from its beginning.
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
  // The widget writes in its language's direction; here any language can be seen mirrored.
  if (dir === 'rtl') element.sentences = { dir }
  return element
}

/** A reload begins anew: what this tab remembers would be resumed instead. */
function forgetPayments() {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith('payin-checkout:')) sessionStorage.removeItem(key)
  }
}

/** One element fetches the language for all: until it is here, elements are hidden and their texts English. */
async function languageIsHere() {
  const scout = document.createElement('payin-checkout')
  const element = cards[0]?.querySelector('template').content.firstElementChild
  scout.lang = element?.lang ?? ''
  document.body.append(scout)
  await awaited(scout, ({ shadowRoot }) => shadowRoot.firstElementChild.style.visibility !== 'hidden')
  scout.remove()
}
