// `sandbox`: runs the sandbox until Ctrl-C.
import { once } from 'node:events'
import {
  envSettings,
  parseSettings,
  type RunningSandbox,
  type Setting,
  startError,
  startSandbox,
  variables,
} from '../../sandbox/index.ts'
import { CommandError, exitCodes } from '../command.ts'
import type { Terminal } from '../terminal.ts'
import { type SandboxOptions, sandboxOptions } from './options.ts'

/** @returns the exit code. @throws {CommandError} if it cannot start */
export async function runSandbox({ json, ...options }: SandboxOptions, terminal: Terminal): Promise<number> {
  const nameOf = (setting: Setting) =>
    options[setting] === undefined && terminal.env[variables[setting]] !== undefined
      ? variables[setting]
      : (sandboxOptions[setting][0].split(' ')[0] ?? setting)
  const settings = parseSettings({ ...envSettings(terminal.env), ...options }, nameOf)
  if (!settings.ok) throw new CommandError(...settings.mistakes)
  const sandbox = await startSandbox(settings.value).catch((error: unknown) => {
    throw new CommandError(startError(error, settings.value, nameOf))
  })
  const addresses = addressesOf(sandbox, settings.value.forwardTo)
  if (json) terminal.writeJson(addresses)
  else for (const line of linesOf(addresses, terminal)) terminal.write(line)
  if (!terminal.ended.aborted) await once(terminal.ended, 'abort')
  await sandbox.close()
  // The sandbox itself has said why its state file cannot be written.
  return sandbox.isSaved() ? exitCodes.fine : exitCodes.failed
}

type Addresses = ReturnType<typeof addressesOf>

function addressesOf({ origin }: RunningSandbox, forwardTo: string | undefined) {
  return {
    origin,
    panel: `${origin}/sandbox`,
    openapi: `${origin}/openapi.json`,
    forward_to: forwardTo ?? null,
  }
}

/** Never prints the key or the secret, because terminal output ends up in screenshots and logs. */
function linesOf({ origin, panel, openapi, forward_to }: Addresses, { colours }: Terminal): string[] {
  return [
    `Sandbox: ${colours.bold(origin)}  (the PAYMENTS_BASE_URL of your server)`,
    `  panel:    ${panel}`,
    `  OpenAPI:  ${openapi}`,
    `  webhooks: ${forward_to ? `all to ${forward_to}` : 'to the webhook_url of each payment'}`,
    colours.dim('Ctrl-C ends it.'),
  ]
}
