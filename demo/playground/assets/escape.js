// Escapes a value so that each language reads the same value back.

const entities = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' }

/**
 * Escapes a double-quoted HTML attribute.
 * @param {string} value
 */
export function htmlText(value) {
  return value.replace(/[&"<>\r]/g, (character) => entities[character])
}

/**
 * Escapes a double-quoted attribute of a Svelte template, where a brace begins an expression.
 * @param {string} value
 */
export function svelteText(value) {
  return htmlText(value).replace(/[{}]/g, (brace) => `&#${brace.charCodeAt(0)};`)
}

/**
 * The value of a JSX attribute: a plain string, or an expression if JSX would read the string differently.
 * @param {string} value
 */
export function jsxValue(value) {
  return /^[^"&<>{}\\\p{Cc}]*$/u.test(value) ? `"${value}"` : `{${jsString(value)}}`
}

/** @param {string} value */
export function jsString(value) {
  // Avoid `</script>` and `<!--`, because the code may be pasted into HTML.
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

/**
 * Font families in CSS: other than plain names are quoted. No value can end the declaration, or a
 * `<style>` around it.
 * @param {string} families comma-separated, quoted or not
 */
export function fontFamilies(families) {
  const read = families.match(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^,]+/g) ?? []
  return read
    .map((family) => family.trim().replace(/^(["'])(.*)\1$/, '$2'))
    .filter((family) => family !== '')
    .map((family) => (/^-?[a-z_][\w-]*( [a-z_][\w-]*)*$/i.test(family) ? family : cssString(family)))
    .join(', ')
}

/** @param {string} value */
function cssString(value) {
  const escaped = value.replace(
    /["\\<\p{Cc}]/gu,
    (character) => `\\${character.codePointAt(0)?.toString(16)} `,
  )
  return `"${escaped}"`
}
