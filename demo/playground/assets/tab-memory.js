// Stores values in the tab while a redirect leaves this page and returns.

const prefix = 'payin-playground:'

/** @param {string} name */
export function recall(name) {
  try {
    return JSON.parse(sessionStorage.getItem(prefix + name) ?? 'null')
  } catch {
    return null
  }
}

/**
 * Storage may be full or forbidden; then the value is lost with the page.
 * @param {string} name
 * @param {unknown} value
 */
export function remember(name, value) {
  try {
    sessionStorage.setItem(prefix + name, JSON.stringify(value))
  } catch {}
}
