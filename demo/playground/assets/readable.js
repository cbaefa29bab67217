/**
 * JSON for reading. A session's id and its address are capabilities: only their beginning is shown.
 * @param {unknown} value
 */
export function readable(value) {
  const shorten = (key, text) =>
    ['id', 'redirect_url', 'url'].includes(key) && typeof text === 'string' && text.length > 12
      ? `${text.slice(0, key === 'id' ? 6 : 22)}…`
      : text
  return JSON.stringify(value, shorten, 2)
}
