// The sandbox of a run: one that runs already, or one that `verify` starts and closes.
import { parseSettings, startError, startSandbox } from '../../../demo/sandbox/index.ts'
import { CommandError } from '../command.ts'
import type { Terminal } from '../terminal.ts'
import { type VerifyOptions, webAddress } from './options.ts'
import { Service, UnknownApiKey } from './service.ts'

/** Uses the sandbox that runs at the address, or starts one there and closes it afterwards. @throws {CommandError} */
export async function reachSandbox(
  { sandbox, apiKey, webhookSecret }: VerifyOptions,
  { ended, writeError }: Terminal,
): Promise<{ service: Service; closeSandbox(): Promise<void> }> {
  const address = new URL(webAddress('--sandbox', sandbox))
  const service = new Service(address.origin, { apiKey, webhookSecret }, ended)
  if (await isSandbox(service)) {
    writeError(`The sandbox at ${address.origin} is already running, so the payments of this run stay in it.`)
    return { service, closeSandbox: async () => undefined }
  }
  const nameOf = () => '--sandbox'
  const settings = parseSettings(
    { apiKey, webhookSecret, host: address.hostname, port: address.port || '80', rateLimit: '0' },
    nameOf,
  )
  if (!settings.ok) throw new CommandError(settings.mistakes.join('\n'))
  const running = await startSandbox(settings.value).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE')
      throw new CommandError(
        `--sandbox ${address.origin} is used by a program that is not a sandbox. Stop that program, or give another address.`,
      )
    throw new CommandError(startError(error, settings.value, nameOf))
  })
  return { service, closeSandbox: () => running.close() }
}

async function isSandbox(service: Service): Promise<boolean> {
  try {
    const state: unknown = await service.state()
    return typeof state === 'object' && state !== null && 'payins' in state
  } catch (error) {
    if (error instanceof CommandError && !(error instanceof UnknownApiKey)) return false
    throw error
  }
}
