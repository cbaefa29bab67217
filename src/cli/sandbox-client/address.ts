// Where the sandbox is.
import { CommandError } from '../command.ts'

/** The option of every command that talks to a running sandbox, and what the help says of it. */
export const urlOption = [
  '--url <address>',
  'where the sandbox is (SANDBOX_URL, or http://127.0.0.1:4100)',
] as const

const example = 'give one like http://127.0.0.1:4100'

/** As `urlOption`: which of the sandbox's worlds. */
export const keyOption = [
  '--api-key <key>',
  'whose payments: the key that your server sends (SANDBOX_API_KEY, or the sandbox’s own)',
] as const

/**
 * The key from the option or the environment; `undefined` when neither says one: the levers then move the sandbox's own world.
 * @throws {CommandError} for a key that no world can have. It is never a part of the sentence.
 */
export function sandboxKey(option: string | undefined, env: NodeJS.ProcessEnv): string | undefined {
  const key = option ?? (env.SANDBOX_API_KEY || undefined)
  if (key === undefined || /^test_[\x21-\x7e]+$/.test(key)) return key
  const name = option === undefined ? 'SANDBOX_API_KEY' : '--api-key'
  throw new CommandError(
    `${name} does not begin with "test_"; give the key that the sandbox was started with.`,
  )
}

/**
 * The sandbox's origin, from the option or the environment.
 * @throws {CommandError} where what is given is no address of a sandbox
 */
export function sandboxOrigin(option: string | undefined, env: NodeJS.ProcessEnv): string {
  const name = option === undefined ? 'SANDBOX_URL' : '--url'
  const text = option ?? (env.SANDBOX_URL || 'http://127.0.0.1:4100')
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new CommandError(`${name} is no address of the web; ${example}.`)
  }
  // /sandbox is the control panel: what somebody has in the address bar.
  if (!/^\/(sandbox\/?)?$/.test(url.pathname) || url.search || url.hash || url.username || url.password) {
    throw new CommandError(`${name} says more than where the sandbox is; ${example}.`)
  }
  return url.origin
}
