// Shows the result of an action, and announces it to screen readers.

const line = /** @type {HTMLElement} */ (document.getElementById('said'))
let fading = 0

/** @param {string} text */
export function announce(text) {
  line.textContent = text
  clearTimeout(fading)
  fading = setTimeout(() => {
    line.textContent = ''
  }, 4_000)
}
