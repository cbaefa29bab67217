// Makes untrusted text safe for a terminal: an escape sequence could rewrite earlier lines, set the title of the window or
// write to the clipboard, and a mark of direction could show text in another order than it has.

/** C0, C1, delete, line separators, and marks that change the direction of text. */
const unsafe = '\\p{Cc}\\u061c\\u200e\\u200f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069'
const unsafeAnywhere = new RegExp(`[${unsafe}]`, 'gu')
/** The colours of our own output: never the sequence that hides text. */
const ourColours = '\u001b\\[(?:[0-27]|2[12347]|3[0-79]|4[0-79]|9[0-7]|10[0-7])m'
const colourOrUnsafe = new RegExp(`(${ourColours})|(?![\\n\\t])[${unsafe}]`, 'gu')

/** Replaces what is unsafe by the replacement character. For one field: it cannot begin a line of its own either. */
export const printable = (text: string): string => text.replace(unsafeAnywhere, '\ufffd')

/**
 * The same for everything that is written to a terminal. Line breaks and tabs stay.
 * @param hasColours whether our own output may contain colours; else they are left out
 */
export const printableLines = (text: string, hasColours: boolean): string =>
  text.replace(colourOrUnsafe, (_found, colour?: string) =>
    colour === undefined ? '\ufffd' : hasColours ? colour : '',
  )

/** JSON in which everything unsafe is escaped. `JSON.stringify` escapes C0 only. */
export function printableJson(value: unknown, indent?: number): string {
  const json = JSON.stringify(value, null, indent)
  return json.replace(unsafeAnywhere, (found) =>
    // Line breaks of the indentation. Those of a text are escaped already.
    found === '\n' ? found : `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
