/**
 * A part of the line of an event.
 * @param {string} tag
 * @param {string} className
 * @param {string} text
 */
export function piece(tag, className, text) {
  const element = document.createElement(tag)
  element.className = className
  element.textContent = text
  return element
}
