// Hides secrets and personal data in free text before it is logged. The text may come from anybody and have any length.
// So the work is limited in two ways: only the beginning is read, and each pattern needs linear time.

/** Maximum number of characters that are read. The rest is never shown. */
const readCharacters = 2_000
/** Maximum number of characters of the result. */
const shownCharacters = 400
/** Longer than any IBAN with spaces or card number with separators. */
const longestInGroups = 64

/**
 * What is hidden, and the name that is shown instead. Keep each pattern linear: no pattern may start at every character
 * and read to the end of the text before it fails. So the part that may fail is short (link, e-mail), or it can start at
 * few places only (number).
 */
const hidden: readonly (readonly [string, RegExp])[] = [
  ['[session id]', /\bcs_[\w-]+|cs_[\w-]{20,}/],
  ['[API key]', /(?:test|live)_[^\s"',;]+/],
  ['[link]', /[A-Za-z0-9+.-]{0,31}:\/\/[^\s"'<>]+/],
  ['[e-mail]', /[^\s@"'<>]{1,128}@[^\s@"'<>]+/],
  ['[IBAN]', /[A-Z]{2}\d{2}(?: ?[A-Z0-9]{2,4}){3,}/],
  ['[number]', /\d{13,}|(?<![\w-])\d(?:[ -]?\d){12,}(?![\w-])/],
]

const anyHidden = new RegExp(hidden.map(([, { source }]) => `(${source})`).join('|'), 'g')

/**
 * Prepares a text for the log: its first 400 characters, with everything that looks like a secret hidden. If less can be
 * shown of a long text, it says how many characters were left out: an error must not look as if it had no message.
 */
export function scrub(text: string): string {
  const read = text.slice(0, readCharacters)
  const end = text.length > readCharacters ? safeEnd(read) : read.length
  const shown = hideSecrets(read, end).slice(0, shownCharacters)
  const isWhole = end === text.length || shown.length === shownCharacters
  return isWhole ? shown : `${shown}[${text.length - end} characters left out]`
}

/**
 * Where the text that was read is cut. A secret that is cut in two is not recognized by its first half. So the last
 * word is left out, and before it as many characters as a secret in groups can have.
 */
function safeEnd(read: string): number {
  let end = readCharacters - longestInGroups
  while (end > 0 && !/[\s"'<>]/.test(read.charAt(end - 1))) end--
  return end
}

/** Replaces secrets by names. @param end what starts at or after this position is not shown */
export function hideSecrets(text: string, end = text.length): string {
  let shown = ''
  let from = 0
  for (const match of text.matchAll(anyHidden)) {
    if (match.index >= end) break
    const which = match.slice(1).findIndex((group) => group !== undefined)
    shown += text.slice(from, match.index) + (hidden[which]?.[0] ?? '')
    from = match.index + match[0].length
  }
  return from < end ? shown + text.slice(from, end) : shown
}
