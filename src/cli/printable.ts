// Text of somebody else, before it goes to a terminal.

/**
 * The text without what a terminal obeys instead of showing: control characters (an escape sequence can rewrite the lines
 * above) and marks that turn the direction of writing. Each becomes a replacement character.
 */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '\ufffd')
}
