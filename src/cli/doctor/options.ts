// Reads the options and variables of `payin-checkout doctor`.
import { CommandError } from '../command.ts'
import { readHeaders } from '../own-headers.ts'
import { readWebAddress } from '../web-address.ts'
import type { DoctorInput } from './check-context.ts'
import { displayText } from './display.ts'
import { resolve } from './page/page.ts'

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

/** Without its fragment. @throws {CommandError} if it is not an http: or https: address */
export function parseAddress(text: string, what: string): URL {
  const url = readWebAddress(what, text, 'https://shop.example/cart')
  url.hash = ''
  return url
}

/**
 * Reads everything except the page's address.
 * @throws {CommandError} for an invalid address
 */
export function readInput(options: DoctorOptions, env: NodeJS.ProcessEnv): DoctorInput {
  const { endpoint = null, returnUrl, webhookUrl, session } = options
  if (endpoint !== null && !resolve(endpoint, new URL('https://shop.example'))) {
    throw new CommandError(
      `--endpoint must be an address such as /checkout, but is: ${displayText(endpoint, 80)}`,
    )
  }
  return {
    endpoint,
    returnUrl: returnUrl === undefined ? null : parseAddress(returnUrl, '--return-url'),
    webhookUrl: webhookUrl === undefined ? null : parseAddress(webhookUrl, '--webhook-url'),
    headers: readHeaders(options.header ?? [], 'doctor'),
    allowedOrigins: (options.allowOrigin ?? []).map((text) => parseAddress(text, '--allow-origin').origin),
    session: (session ?? env.DOCTOR_SESSION)?.trim() || null,
    // The same form as the merchant server's: several secrets with commas. The first one signs.
    webhookSecrets: (env.PAYMENTS_WEBHOOK_SECRET ?? '')
      .split(',')
      .map((secret) => secret.trim())
      .filter(Boolean),
  }
}
