// The address and the API key of a running sandbox, from options or the environment.
import { CommandError, parseWebAddress } from '../command.ts'

/** The option of every command that calls a running sandbox. */
export const urlOption = [
  '--url <address>',
  'the address of the sandbox (SANDBOX_URL, or http://127.0.0.1:4100)',
] as const

const example = 'give one like http://127.0.0.1:4100'

/** What to do if no sandbox answers at this address. */
export const urlRemedy =
  'Start the sandbox with "npx payin-checkout sandbox", or give its address with --url or SANDBOX_URL.'

/** Selects one of the sandbox's worlds. */
export const keyOption = [
  '--api-key <key>',
  'the API key of your server (SANDBOX_API_KEY, or the sandbox’s own)',
] as const

/**
 * The key from the option or the environment. `undefined` selects the sandbox's own world.
 * @throws {CommandError} for an invalid key; the message never contains it
 */
export function sandboxKey(option: string | undefined, env: NodeJS.ProcessEnv): string | undefined {
  const key = option ?? (env.SANDBOX_API_KEY || undefined)
  if (key === undefined || /^test_[\x21-\x7e]+$/.test(key)) return key
  const name = option === undefined ? 'SANDBOX_API_KEY' : '--api-key'
  throw new CommandError(`${name} does not begin with "test_"; give the key that the sandbox uses.`)
}

/**
 * The sandbox's origin, from the option or the environment.
 * @throws {CommandError} if it is not the address of a sandbox
 */
export function sandboxOrigin(option: string | undefined, env: NodeJS.ProcessEnv): string {
  return option === undefined
    ? readOrigin('SANDBOX_URL', env.SANDBOX_URL || 'http://127.0.0.1:4100')
    : readOrigin('--url', option)
}

/**
 * @param name of the option or variable, for messages
 * @throws {CommandError} if it is not the address of a sandbox
 */
export function readOrigin(name: string, text: string): string {
  const url = parseWebAddress(text)
  if (!url) throw new CommandError(`${name} is not a web address; ${example}.`)
  // Accept /sandbox: it is the control panel, whose address people copy.
  if (!/^\/(sandbox\/?)?$/.test(url.pathname) || url.search || url.hash || url.username || url.password) {
    throw new CommandError(`${name} must be only the origin of the sandbox; ${example}.`)
  }
  return url.origin
}
