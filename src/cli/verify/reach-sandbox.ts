// The sandbox of a run: one that runs already, or one that `verify` starts and closes.
import { parseSettings, startError, startSandbox } from '../../sandbox/index.ts'
import { CommandError } from '../command.ts'
import { readOrigin } from '../sandbox-client/address.ts'
import type { Terminal } from '../terminal.ts'
import type { VerifyOptions } from './options.ts'
import { endpointKey, Service, UnknownApiKey } from './service.ts'

/** Uses the sandbox that runs at the address, or starts one there and closes it afterwards. */
export async function reachSandbox(
  endpoint: string,
  { sandbox, apiKey, webhookSecret }: VerifyOptions,
  { ended, writeError }: Terminal,
): Promise<{ service: Service; closeSandbox(): Promise<void> }> {
  const address = new URL(readOrigin('--sandbox', sandbox))
  const service = new Service(address.origin, { apiKey, webhookSecret }, ended)
  const whyNone = await whyNoSandbox(service)
  if (whyNone === null) {
    const other = await service.otherEndpoint()
    if (other)
      throw new CommandError(
        `Another verify runs at the moment, with the sandbox at ${address.origin}, and checks ${other}. Wait for it, or give this run a sandbox of its own: --sandbox http://127.0.0.1:4101`,
      )
    writeError(`The sandbox at ${address.origin} is already running, so the payments of this run stay in it.`)
    return { service, closeSandbox: async () => undefined }
  }
  if (address.protocol !== 'http:')
    throw new CommandError(...whyNone, 'verify starts a sandbox itself only at an http: address.')
  const nameOf = () => '--sandbox'
  const settings = parseSettings(
    {
      ...{ apiKey, webhookSecret, keys: endpointKey, rateLimit: '0' },
      ...{ host: address.hostname, port: address.port || '80' },
    },
    nameOf,
  )
  if (!settings.ok) throw new CommandError(...settings.mistakes)
  const running = await startSandbox(settings.value).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE')
      throw new CommandError(
        `--sandbox ${address.origin} is used by a program that is not a sandbox. Stop that program, or give another address.`,
      )
    throw new CommandError(startError(error, settings.value, nameOf))
  })
  await service.storeEndpoint(endpoint)
  return { service, closeSandbox: () => running.close() }
}

/** @returns why no sandbox answers, in lines for a person; `null` when one does */
async function whyNoSandbox(service: Service): Promise<readonly string[] | null> {
  try {
    await service.state()
    return null
  } catch (error) {
    if (error instanceof CommandError && !(error instanceof UnknownApiKey)) return error.lines
    throw error
  }
}
