// Settings of the sandbox, parsed from text: environment variables or options of a command. An error message names the
// setting, what is wrong with it, and the remedy.
import * as z from 'zod'
import type { StartSandboxOptions } from './start-sandbox.ts'

const text = (pattern: RegExp, mistake: string) => z.string().regex(pattern, mistake)

const settings = z.object({
  port: text(/^[0-9]{1,5}$/, 'is not a port; give a number from 0 to 65535, where 0 takes any free port.')
    .transform(Number)
    .refine((port) => port <= 65_535, 'is not a port; give a number from 0 to 65535.')
    .default(4100),
  host: text(
    /^([A-Za-z0-9.:_-]+|\[[0-9A-Fa-f:.]+\])$/,
    'is not a host name or address; give one like 127.0.0.1.',
  )
    // As in an address: http://[::1]:4100.
    .transform((host) => host.replace(/^\[|\]$/g, ''))
    .default('127.0.0.1'),
  allowHost: text(
    /^[A-Za-z0-9._-]+(,[A-Za-z0-9._-]+)*$/,
    'is not a host name without a port; give one like host.docker.internal, or several with commas between them.',
  )
    .transform((hosts) => hosts.split(','))
    .optional(),
  // The document's prefix for keys "for development and testing". A live key must not be used here.
  apiKey: text(
    /^test_[\x21-\x7e]+$/,
    'does not begin with "test_"; choose any key with this prefix.',
  ).default('test_sandbox'),
  keys: text(
    /^(any|test_[\x21-\x2b\x2d-\x7e]{1,200}(,test_[\x21-\x2b\x2d-\x7e]{1,200})*)$/,
    'is neither "any" nor keys with commas between them; each begins with "test_", like test_1,test_2.',
  )
    .regex(
      /^(?!.*_(read_only|no_permission)(,|$))/,
      'has a key that ends as the read-only variant of another does; choose keys with other endings.',
    )
    .transform((keys) => (keys === 'any' ? ('any' as const) : keys.split(',')))
    .optional(),
  webhookSecret: text(/\S/, 'is blank; give the same secret as your server uses, or leave it out.').default(
    'sandbox_webhook_secret',
  ),
  stateFile: text(/\S/, 'is blank; name a file, or leave it out to keep the state in memory.').optional(),
  rateLimit: text(/^[0-9]{1,6}$/, 'is not a number of calls a second; give one, or 0 for no limit.')
    .transform(Number)
    .default(50),
  seed: text(/^[0-9]{1,9}$/, 'is not a seed; give a number of up to nine digits.')
    .transform(Number)
    .default(1),
  forwardTo: z
    .string()
    .refine(isWebAddress, 'is not an address that webhooks can go to; give one like http://127.0.0.1:4000.')
    .optional(),
})

export type Setting = keyof z.infer<typeof settings>

/** The environment variable of each setting. */
export const variables: Readonly<Record<Setting, string>> = {
  port: 'SANDBOX_PORT',
  host: 'HOST',
  allowHost: 'SANDBOX_ALLOW_HOST',
  apiKey: 'SANDBOX_API_KEY',
  keys: 'SANDBOX_KEYS',
  webhookSecret: 'SANDBOX_WEBHOOK_SECRET',
  stateFile: 'SANDBOX_STATE_FILE',
  rateLimit: 'SANDBOX_RATE_LIMIT',
  seed: 'SANDBOX_SEED',
  forwardTo: 'SANDBOX_FORWARD_TO',
}

export type ParsedSettings =
  | { ok: true; value: StartSandboxOptions & Required<Pick<StartSandboxOptions, 'port' | 'host'>> }
  | { ok: false; mistakes: readonly string[] }

/**
 * Messages never contain values, because one of them is a secret.
 * @param nameOf the name of a setting for the user: its variable or its option
 */
export function parseSettings(
  given: Partial<Record<Setting, string | undefined>>,
  nameOf: (setting: Setting) => string = (setting) => variables[setting],
): ParsedSettings {
  const parsed = settings.safeParse(given)
  if (parsed.success) {
    const { stateFile, forwardTo, keys, allowHost, ...rest } = parsed.data
    const value = {
      ...rest,
      ...(stateFile && { stateFile }),
      ...(forwardTo && { forwardTo }),
      ...(keys && { keys }),
      ...(allowHost && { allowHosts: allowHost }),
    }
    return { ok: true, value }
  }
  const mistakes = parsed.error.issues.map(({ path, message }) => `${nameOf(path[0] as Setting)} ${message}`)
  return { ok: false, mistakes }
}

/** Reads each setting from its environment variable. */
export function envSettings(environment: NodeJS.ProcessEnv): Partial<Record<Setting, string | undefined>> {
  return Object.fromEntries(
    Object.entries(variables).map(([setting, variable]) => [setting, environment[variable]]),
  )
}

/**
 * Why the sandbox could not start, in one sentence with the remedy.
 * @param error what `startSandbox` threw
 */
export function startError(
  error: unknown,
  { port, host }: { port: number; host: string },
  nameOf: (setting: Setting) => string = (setting) => variables[setting],
): string {
  const code = (error as NodeJS.ErrnoException).code
  const portName = nameOf('port')
  if (code === 'EADDRINUSE') {
    return `${portName} ${port} is already in use; stop the other program or choose another ${portName}.`
  }
  if (code === 'EACCES') {
    return `${portName} ${port} needs more rights than this user has; choose a ${portName} from 1024 up.`
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return `${nameOf('host')} ${host} is no address of this computer; use 127.0.0.1, or 0.0.0.0 for all of them.`
  }
  return `The sandbox could not start: ${error instanceof Error ? error.message : String(error)}`
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol)
}
