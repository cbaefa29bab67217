// Enhancements of forms that work without scripts: grouped digits, copy buttons, settings that apply at once.

const inFours = (/** @type {string} */ text) => text.replace(/(.{4})(?=.)/g, '$1 ')
group('#card-number', (typed) => inFours(typed.replace(/\D/g, '').slice(0, 19)))
group('#card-expiry', (typed) =>
  typed
    .replace(/\D/g, '')
    .slice(0, 4)
    .replace(/^(..)(?=.)/, '$1/'),
)
group('#iban', (typed) => inFours(typed.replace(/[\s-]/g, '').toUpperCase()))

/**
 * Only while the caret is at the end: a rewrite would move a caret in the middle.
 * @param {string} selector
 * @param {(typed: string) => string} grouped
 */
function group(selector, grouped) {
  const input = document.querySelector(selector)
  if (!(input instanceof HTMLInputElement)) return
  input.addEventListener('input', () => {
    if (input.selectionStart === input.value.length) input.value = grouped(input.value)
  })
}

for (const button of document.querySelectorAll('button[data-copy]')) offerCopy(button)

/**
 * Without a secure origin there is no clipboard: then the button stays hidden, and the text can be selected. If the browser
 * refuses to copy, the button selects the text.
 * @param {Element} button
 */
function offerCopy(button) {
  if (!(button instanceof HTMLButtonElement) || !navigator.clipboard) return
  const label = button.textContent
  button.hidden = false
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(button.getAttribute('data-copy') ?? '')
    } catch {
      return getSelection()?.selectAllChildren(button.previousElementSibling ?? button)
    }
    button.textContent = button.getAttribute('data-copied')
    setTimeout(() => {
      button.textContent = label
    }, 2000)
  })
}

const notKept = '[data-secret], [type=hidden], [type=radio]:not(:checked)'
for (const form of document.querySelectorAll('form[data-settings]')) {
  if (!(form instanceof HTMLFormElement)) continue
  form.addEventListener('change', () => form.requestSubmit())
  // What is typed on the page goes with the settings, or it would be lost.
  form.addEventListener('formdata', ({ formData }) => {
    for (const input of document.querySelectorAll(`main input:not(${notKept})`))
      if (input instanceof HTMLInputElement) formData.append(input.name, input.value)
  })
}
