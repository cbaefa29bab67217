// `--header` of `doctor` and `verify`: the merchant's own headers, such as a cookie. They are secrets, so no message and no
// report shows their values.
import { validateHeaderName, validateHeaderValue } from 'node:http'
import { CommandError } from './command.ts'

/** They belong to the connection, so the command sets them itself. */
const framing = new Set([
  ...['host', 'content-length', 'transfer-encoding', 'connection', 'accept-encoding'],
  ...['keep-alive', 'upgrade', 'expect'],
])

/**
 * Reads the values of `--header`. The name ends at the first colon. A header that is given twice is sent as one.
 * @param command its name, for messages
 * @returns the values by name in lower case
 * @throws {CommandError} if it is no name with a value, or a header that the command sets itself
 */
export function readHeaders(given: readonly string[], command: string): Readonly<Record<string, string>> {
  // Not an object: it has a `constructor` already.
  const headers = new Map<string, string>()
  for (const text of given) {
    const [written = '', ...rest] = text.split(':')
    const [name, value] = [written.trim().toLowerCase(), rest.join(':').trim()]
    if (!isHeader(name, value)) {
      throw new CommandError(
        "--header must be a name and a value, such as --header 'Cookie: session=…'. What was given is not shown, because it may be a secret.",
      )
    }
    if (framing.has(name)) throw new CommandError(`--header cannot set ${name}: ${command} sets it itself.`)
    const before = headers.get(name)
    headers.set(name, before === undefined ? value : `${before}${name === 'cookie' ? '; ' : ', '}${value}`)
  }
  return Object.fromEntries(headers)
}

function isHeader(name: string, value: string): boolean {
  try {
    validateHeaderName(name)
    validateHeaderValue(name, value)
    return value !== ''
  } catch {
    return false
  }
}

/** The secrets in headers: each value, each cookie, a token after its scheme, also as a page decodes it. */
export function secretsIn(headers: Readonly<Record<string, string>>): readonly string[] {
  const parts = Object.values(headers).flatMap((value) => [
    value,
    ...value.split(/[;\s]+/).flatMap((part) => [part, part.slice(part.indexOf('=') + 1)]),
  ])
  return parts.flatMap((part) => [part, decoded(part)]).filter(({ length }) => length >= 6)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A text in which `…` stands for each secret. */
export const withoutSecrets = (text: string, secrets: readonly string[]): string =>
  secrets.reduce(withoutSecret, text)

/** Long enough not to be in a text by chance. */
const telling = 8

/** Removes a secret, and also its beginning: a text that was cut to a length may end in the middle of it. */
function withoutSecret(text: string, secret: string): string {
  const begin = secret.slice(0, telling)
  let scrubbed = ''
  let from = 0
  for (let at = text.indexOf(begin); at >= 0; at = text.indexOf(begin, from)) {
    let length = begin.length
    while (length < secret.length && secret[length] === text[at + length]) length++
    scrubbed += `${text.slice(from, at)}…`
    from = at + length
  }
  return scrubbed + text.slice(from)
}
