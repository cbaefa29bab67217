// Hides secrets and personal data in free text before it is logged. The text may come from anybody and have any length,
// so the work is bounded twice: only the beginning is read, and each pattern takes time in proportion to its length.

/** So much of a text is read. What comes later is never shown. */
const readCharacters = 2_000
/** So much of the result is shown. */
const shownCharacters = 400
/** An IBAN with its spaces or a card number with its separators is shorter than this. */
const longestInGroups = 64

/**
 * What is hidden, by the name that is shown in its place. Keep each pattern linear: no pattern may start at every
 * character and read to the end of the text before it fails. So what may fail is short (link, e-mail), or can begin in
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

/** A text as the log may show it: at most 400 characters, without what looks like a secret. */
export function scrub(text: string): string {
  const read = text.slice(0, readCharacters)
  const end = text.length > readCharacters ? safeEnd(read) : read.length
  if (end === 0 && text.length > 0) return `[${text.length} characters without a space]`
  return hideSecrets(read, end).slice(0, shownCharacters)
}

/**
 * A secret that is cut in two is not recognized by its first half. So the last word that was read is left out, and with
 * it as much as a secret in groups can be long.
 */
function safeEnd(read: string): number {
  let end = readCharacters - longestInGroups
  while (end > 0 && !/[\s"'<>]/.test(read.charAt(end - 1))) end--
  return end
}

/** Puts names in place of secrets. @param end nothing that begins from here on is shown */
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
