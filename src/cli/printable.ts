// Makes untrusted text safe for a terminal.

/**
 * Replaces control characters and marks that change the direction of text by the replacement character. An escape
 * sequence could otherwise rewrite earlier lines of the terminal.
 */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '\ufffd')
}
