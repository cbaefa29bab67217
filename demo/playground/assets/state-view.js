// Shows the current state of the elements in the preview.
import { readable } from './readable.js'
import { shownElements } from './stage.js'

const state = /** @type {HTMLElement} */ (document.getElementById('state'))

/** Shows the state of the elements in the preview. */
function showState() {
  const states = shownElements().map((element) => element.state)
  const text = readable(states.length === 1 ? states[0] : states) ?? ''
  if (state.textContent !== text) state.textContent = text
}

/** Updates it at each change of an element's shadow root. */
export function watchState() {
  const observer = new MutationObserver(showState)
  const what = { subtree: true, childList: true, characterData: true, attributes: true }
  for (const { shadowRoot } of shownElements()) if (shadowRoot) observer.observe(shadowRoot, what)
  showState()
  return () => observer.disconnect()
}
