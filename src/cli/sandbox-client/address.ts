// Where the sandbox is.
import { CommandError } from '../command.ts'

/** The option of every command that talks to a running sandbox, and what the help says of it. */
export const urlOption = [
  '--url <address>',
  'where the sandbox is (SANDBOX_URL, or http://127.0.0.1:4100)',
] as const

const example = 'give one like http://127.0.0.1:4100'

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
