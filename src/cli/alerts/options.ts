// The address of the back office and its token, from the options and the environment.
import { isLoopback } from '../../protocol/safe-url.ts'
import { CommandError } from '../command.ts'
import { parseWebAddress } from '../web-address.ts'

/**
 * The server's address, with its path if it has one.
 * @throws {CommandError} when the token could be read on the way to it
 */
export function readUrl(option: string | undefined, { PUBLIC_URL, PORT }: NodeJS.ProcessEnv): string {
  const name = option === undefined ? 'PUBLIC_URL' : '--url'
  const text = option ?? (PUBLIC_URL?.trim() || `http://localhost:${PORT?.trim() || 4000}`)
  const url = parseWebAddress(text)
  if (!url || url.search || url.hash || url.username || url.password)
    throw new CommandError(`${name} must be the address of your server, such as https://shop.example.`)
  if (url.protocol === 'http:' && !isLoopback(url.hostname) && !url.hostname.endsWith('.localhost'))
    throw new CommandError(`${name} must begin with https: the token would be readable on the way.`)
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}

/** @throws {CommandError} without a token that can be sent; the message never contains it */
export function readToken({ BACKOFFICE_TOKEN }: NodeJS.ProcessEnv): string {
  const token = BACKOFFICE_TOKEN?.trim()
  if (!token) throw new CommandError('BACKOFFICE_TOKEN must be set, as your server has it.')
  if (/^[\x21-\x7e]+$/.test(token)) return token
  throw new CommandError(
    'BACKOFFICE_TOKEN has characters that no token has. Set it to the token of your server.',
  )
}
