// Stores values in the tab while a redirect leaves this page and returns. Storage may be full or forbidden: then a value is lost
// with the page.

const prefix = 'payin-demo:'

/**
 * @param {string} name
 * @returns {any} `null` when there is none
 */
export function recall(name) {
  try {
    return JSON.parse(sessionStorage.getItem(prefix + name) ?? 'null')
  } catch {
    return null
  }
}

/**
 * @param {string} name
 * @param {unknown} value
 */
export function remember(name, value) {
  try {
    sessionStorage.setItem(prefix + name, JSON.stringify(value))
  } catch {}
}
