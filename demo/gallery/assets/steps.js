// The steps of a story: actions of a shopper or of other pages. A step gets its story and the rest of its line.
import { openedWindow, refuseNextWindow } from './played-browser.js'

/**
 * Resolves as soon as an element fulfils a condition. It checks again at each change of the shadow root.
 * @param {HTMLElement} element
 * @param {(element: HTMLElement) => boolean} isFulfilled
 */
export function awaited(element, isFulfilled) {
  return new Promise((resolve) => {
    if (isFulfilled(element)) return resolve()
    const observer = new MutationObserver(() => {
      if (!isFulfilled(element)) return
      observer.disconnect()
      resolve()
    })
    observer.observe(element.shadowRoot, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    })
  })
}

const part = ({ element }, selector) => element.shadowRoot.querySelector(selector)
const seen = ({ element }, selector) =>
  awaited(element, ({ shadowRoot }) => shadowRoot.querySelector(selector))

export const steps = {
  /** Presses pay. */
  begin(story) {
    story.element.open()
    story.window = openedWindow()
  },

  /** Presses pay, and waits for the result. */
  async pay(story) {
    steps.begin(story)
    await awaited(story.element, ({ state }) => state.phase !== 'creating')
  },

  /** Presses pay in a browser that opens no window. */
  async refuse(story) {
    refuseNextWindow()
    await steps.pay(story)
  },

  /** The window reads as closed. */
  async close(story) {
    story.window.close()
    await seen(story, '.panel > .primary')
  },

  /** The return page in another window sends its message to this one. */
  async return({ element }) {
    const page = document.createElement('payin-return')
    page.hidden = true
    page.setAttribute('endpoint', element.getAttribute('endpoint'))
    page.setAttribute('session', element.state.session.id)
    document.body.append(page)
    await seen({ element }, '.spin')
    page.remove()
  },

  /** Replaces the element by a new one, as after a reload, with the tab's storage. */
  async reload(story) {
    const element = story.newElement()
    story.element.replaceWith(element)
    story.element = element
  },

  cancel: ({ element }) => element.cancel(),

  /** Chooses a method. */
  choose({ element }, method) {
    const offered = element.getAttribute('methods').split(' ')
    const radios = element.shadowRoot.querySelectorAll('[type=radio]')
    radios[offered.indexOf(method)].click()
  },

  // Events without a real focus: a page has only one focus, and many lists are open here.
  focus: (story) => part(story, '#field').dispatchEvent(new FocusEvent('focus')),
  /**
   * Waits until all banks are there, with a closed list. While they load, an open list closes as soon as another story scrolls
   * its field out of sight.
   */
  async banks(story, last) {
    steps.focus(story)
    while (!part(story, '[role=option]')) {
      steps.type(story, last)
      await new Promise(requestAnimationFrame)
    }
    steps.type(story, '')
    part(story, '#field').dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', cancelable: true }))
  },
  leave: (story) => part(story, '#field').dispatchEvent(new FocusEvent('blur')),
  open: (story) => part(story, '#field').click(),

  /** Types into the field, all at once. */
  type(story, text) {
    const field = part(story, '#field')
    field.value = text
    field.dispatchEvent(new InputEvent('input', { bubbles: true }))
  },

  /** Presses a key in the field. */
  async key(story, key) {
    await seen(story, '[role=option]')
    part(story, '#field').dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true }))
  },

  /** Chooses the first row of the list. */
  async take(story) {
    await seen(story, '[role=option]')
    part(story, '[role=option]').click()
  },

  async unfold(story) {
    await seen(story, 'details')
    part(story, 'details').open = true
  },

  /** Waits for a phase, for another text in the notice, or for a match of a selector. */
  async await(story, what) {
    // An element starts after all properties of the same turn are set.
    await null
    if (what === 'idle') return awaited(story.element, ({ state }) => state.phase === 'idle')
    if (what !== 'change') return seen(story, what)
    await seen(story, '.panel > .text')
    const text = part(story, '.panel > .text').textContent
    await awaited(story.element, () => part(story, '.panel > .text').textContent !== text)
  },

  /** Waits until the page has loaded: a navigation before that would replace its history entry. */
  loaded: () =>
    new Promise((resolve) => {
      if (document.readyState === 'complete') resolve()
      else addEventListener('load', () => resolve(), { once: true })
    }),
}
