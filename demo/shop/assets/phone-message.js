// Copies the code of a payout. Without this script, a click on the code still selects all of it.
const code = /** @type {HTMLElement} */ (document.getElementById('phone-code'))
const button = /** @type {HTMLButtonElement} */ (document.getElementById('phone-copy'))
const status = /** @type {HTMLElement} */ (document.getElementById('phone-said'))

button.hidden = false
button.addEventListener('click', async () => {
  status.textContent = (await copied()) ? 'Copied' : 'The code is selected. Copy it by hand.'
})

/** Only pages over `https:` or from this machine have a clipboard, and a browser may refuse it. */
async function copied() {
  try {
    await navigator.clipboard.writeText(code.textContent ?? '')
    return true
  } catch {
    getSelection()?.selectAllChildren(code)
    return false
  }
}
