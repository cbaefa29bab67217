// What the tab keeps while a redirect leads away from this page and back.

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
 * Storage may be full or forbidden; what is kept then ends with the page.
 * @param {string} name
 * @param {unknown} value
 */
export function remember(name, value) {
  try {
    sessionStorage.setItem(prefix + name, JSON.stringify(value))
  } catch {}
}
