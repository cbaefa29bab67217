// What happened, for eyes and for screen readers, in one place.

const said = /** @type {HTMLElement} */ (document.getElementById('said'))
let fading = 0

/** @param {string} text */
export function say(text) {
  said.textContent = text
  clearTimeout(fading)
  fading = setTimeout(() => {
    said.textContent = ''
  }, 4_000)
}
