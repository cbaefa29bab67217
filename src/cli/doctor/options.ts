// Reads the options and variables of `payin-checkout doctor`.
import { validateHeaderName, validateHeaderValue } from 'node:http'
import { CommandError } from '../command.ts'
import type { DoctorInput } from './check-context.ts'
import { displayText } from './display.ts'

export interface DoctorOptions {
  readonly endpoint?: string
  readonly returnUrl?: string
  readonly webhookUrl?: string
  readonly session?: string
  readonly header?: readonly string[]
  readonly allowOrigin?: readonly string[]
  readonly all?: true
  readonly json?: true
}

/** @throws {CommandError} if it is not an http: or https: address */
export function parseAddress(text: string, what: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url && (url.protocol === 'https:' || url.protocol === 'http:')) {
    url.hash = ''
    return url
  }
  const withoutPassword = text.replace(/\/\/[^@/]*@/, '//…@')
  throw new CommandError(
    `${what} must be a full address such as https://shop.example/cart, but is: ${displayText(withoutPassword, 80)}`,
  )
}

/**
 * Reads everything except the page's address.
 * @throws {CommandError} for an invalid address
 */
export function readInput(options: DoctorOptions, env: NodeJS.ProcessEnv): DoctorInput {
  const { endpoint = null, returnUrl, webhookUrl, session } = options
  if (endpoint !== null && !URL.canParse(endpoint, 'https://shop.example')) {
    throw new CommandError(
      `--endpoint must be an address such as /checkout, but is: ${displayText(endpoint, 80)}`,
    )
  }
  return {
    endpoint,
    returnUrl: returnUrl === undefined ? null : parseAddress(returnUrl, '--return-url'),
    webhookUrl: webhookUrl === undefined ? null : parseAddress(webhookUrl, '--webhook-url'),
    headers: readHeaders(options.header ?? []),
    allowedOrigins: (options.allowOrigin ?? []).map((text) => parseAddress(text, '--allow-origin').origin),
    session: (session ?? env.DOCTOR_SESSION)?.trim() || null,
    // The same form as the merchant server's: several secrets with commas. The first one signs.
    webhookSecrets: (env.PAYMENTS_WEBHOOK_SECRET ?? '')
      .split(',')
      .map((secret) => secret.trim())
      .filter(Boolean),
  }
}

/** Doctor sets them itself. */
const framing = new Set(['host', 'content-length', 'transfer-encoding', 'connection', 'accept-encoding'])

/** @throws {CommandError} which never shows a value: it may be a secret */
function readHeaders(given: readonly string[]): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {}
  for (const text of given) {
    const [written = '', ...rest] = text.split(':')
    const [name, value] = [written.trim().toLowerCase(), rest.join(':').trim()]
    if (!isHeader(name, value)) {
      throw new CommandError(
        "--header must be a name and a value, such as --header 'Cookie: session=…'. What was given is not shown, because it may be a secret.",
      )
    }
    if (framing.has(name)) throw new CommandError(`--header cannot set ${name}: doctor sets it itself.`)
    const before = headers[name]
    headers[name] = before === undefined ? value : `${before}${name === 'cookie' ? '; ' : ', '}${value}`
  }
  return headers
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

/** The secrets in the merchant's headers: each value, each cookie, a token after its scheme, also as a page decodes it. */
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
