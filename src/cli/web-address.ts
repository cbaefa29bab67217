// The addresses that a person gives.
import { CommandError } from './command.ts'

/** `null` if it is not an `http:` or `https:` address. */
export function parseWebAddress(text: string): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null
  return url && /^https?:$/.test(url.protocol) ? url : null
}

const shownCharacters = 80

/**
 * @param what names it in the message
 * @param example an address of this kind
 * @throws {CommandError} if it is not a full address; the message shows its beginning, without a password and the query
 */
export function readWebAddress(what: string, text: string, example: string): URL {
  const url = parseWebAddress(text)
  if (url) return url
  // As written, because it cannot be parsed: a password may contain "/", and a scheme may be missing.
  const shown = text.replace(/^([a-z][a-z\d+.-]*:\/\/)?.*@/is, '$1…@').replace(/[?#].*$/s, '?…')
  const cut = shown.length > shownCharacters ? `${shown.slice(0, shownCharacters)}…` : shown
  throw new CommandError(`${what} must be a full address such as ${example}, but is: ${cut}`)
}
