// What cannot work in the environment and shows only in the middle of something else: in a stack trace, or at the service.
// One sentence each: which variable, why, what to write instead. None repeats a value, for it may hold a password.
import { accessSync, constants, statSync } from 'node:fs'
import { isIP } from 'node:net'
import { dirname, resolve } from 'node:path'
import pg from 'pg'
import { isLoopback } from '../server/index.ts'

interface Variables {
  readonly PAYMENTS_BASE_URL?: string | undefined
  readonly PAYMENTS_API_KEY?: string | undefined
  readonly PAYMENTS_WEBHOOK_SECRET?: string | undefined
  readonly SANDBOX_API_KEY: string
  readonly SANDBOX_WEBHOOK_SECRET: string
  readonly SANDBOX_PORT: number
  readonly PUBLIC_URL?: string | undefined
  readonly PORT: number
  readonly HOST: string
  readonly DATABASE_URL?: string | undefined
  readonly DATA_DIR: string
  readonly ORDER_TOKEN_SECRET: readonly string[]
  readonly BACKOFFICE_TOKEN?: string | undefined
  readonly METRICS_TOKEN?: string | undefined
}

/** What is wrong with the service's address, beside its scheme (config.ts). The client would refuse it later. */
export function serviceAddressMistakes({ PAYMENTS_BASE_URL: base, PORT }: Variables): string[] {
  if (base === undefined || !URL.canParse(base)) return []
  const { username, password, pathname, hostname, port } = new URL(base)
  const mistakes: string[] = []
  if (username || password)
    mistakes.push(
      'PAYMENTS_BASE_URL must hold no user and no password. The key belongs into PAYMENTS_API_KEY.',
    )
  if (/[?#]/.test(base))
    mistakes.push(
      'PAYMENTS_BASE_URL must hold no query and no fragment. Leave origin and path, such as https://payments.example.',
    )
  if (/\/api\/v2(\/|$)/.test(pathname))
    mistakes.push(
      'PAYMENTS_BASE_URL holds /api/v2, which the server adds itself. Leave what stands before it, such as https://payments.example.',
    )
  if (isLoopback(hostname) && Number(port) === PORT)
    mistakes.push(
      'PAYMENTS_BASE_URL names this very server, whose port is PORT. Set it to the service, or unset it for the sandbox.',
    )
  return mistakes
}

/** What is wrong with where the server listens, and with what others are told of it. */
export function listeningMistakes(env: Variables): string[] {
  const mistakes: string[] = []
  if (isIP(env.HOST) === 0 && !/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(env.HOST))
    mistakes.push(
      'HOST must be an address or a name of this machine, such as 0.0.0.0 or ::1, without http://, brackets or a port.',
    )
  if (env.PAYMENTS_BASE_URL === undefined && env.PORT === env.SANDBOX_PORT)
    mistakes.push(
      'PORT and SANDBOX_PORT are the same: the shop and the sandbox need a port each. Change one of them.',
    )
  const isLive = (env.PAYMENTS_API_KEY ?? env.SANDBOX_API_KEY).startsWith('live_')
  if (isLive && env.PUBLIC_URL === undefined)
    mistakes.push(
      "PUBLIC_URL is missing: with a live_ key, shoppers and webhooks would be sent to http://localhost. Set it to the shop's own origin, such as https://shop.example.",
    )
  return mistakes
}

/** Why the database cannot be opened; that nobody answers there shows at the start only (store/open.ts). */
export function databaseMistakes({ DATABASE_URL, DATA_DIR }: Variables): string[] {
  if (DATABASE_URL !== undefined) return postgresMistakes(DATABASE_URL)
  if (DATA_DIR.startsWith('memory://')) return []
  if (/^[a-z]+:/i.test(DATA_DIR) && process.platform !== 'win32')
    return ['DATA_DIR must be a folder, or memory:// for none.']
  const why = whyNoFolder(resolve(DATA_DIR))
  return why === null ? [] : [`DATA_DIR ${why}. Set it to a folder in which this server may write.`]
}

function postgresMistakes(url: string): string[] {
  // The driver's own reading: it takes more than `URL` does, and it is what will be asked. It connects to nothing yet.
  try {
    const { port } = new pg.Client({ connectionString: url })
    if (Number.isInteger(port)) return []
  } catch (error) {
    if (error instanceof Error && 'path' in error)
      return ['DATABASE_URL names a certificate or key file that cannot be read. Check its ssl parameters.']
  }
  return [
    'DATABASE_URL cannot be read as an address. Write it as postgres://user:password@host:5432/database, with %23 for # and %2F for / in user and password.',
  ]
}

/** A folder that is not there yet is made at the start, in the nearest one that is. */
function whyNoFolder(folder: string): string | null {
  try {
    if (!statSync(folder).isDirectory()) return 'is a file, or lies below one'
    accessSync(folder, constants.W_OK | constants.X_OK)
    return null
  } catch (error) {
    const isMissing = /^(ENOENT|ENOTDIR)$/.test(String((error as NodeJS.ErrnoException).code))
    if (!isMissing) return 'is not writable'
    return dirname(folder) === folder ? null : whyNoFolder(dirname(folder))
  }
}

/** What is wrong with secrets, beside their form (config.ts). */
export function secretMistakes(env: Variables): string[] {
  const mistakes: string[] = []
  const secrets = env.PAYMENTS_WEBHOOK_SECRET ?? env.SANDBOX_WEBHOOK_SECRET
  const secretName =
    env.PAYMENTS_WEBHOOK_SECRET === undefined ? 'SANDBOX_WEBHOOK_SECRET' : 'PAYMENTS_WEBHOOK_SECRET'
  const all = secrets.split(',').map((secret) => secret.trim())
  if (all.some((secret) => /[\s"'\p{Cc}]/u.test(secret)))
    mistakes.push(
      `${secretName} must hold no spaces and no quotes. Copy the secret whole, without quotes; separate several by commas.`,
    )
  if (env.BACKOFFICE_TOKEN !== undefined && env.BACKOFFICE_TOKEN === env.METRICS_TOKEN)
    mistakes.push(
      'BACKOFFICE_TOKEN and METRICS_TOKEN are the same: whoever may read numbers could send money away. Make another one with: openssl rand -base64 32',
    )
  const others = [env.PAYMENTS_API_KEY, ...all]
  if (
    env.ORDER_TOKEN_SECRET.some((secret) =>
      [...others, env.BACKOFFICE_TOKEN, env.METRICS_TOKEN].includes(secret),
    )
  )
    mistakes.push(
      'ORDER_TOKEN_SECRET is also used for something else. Make one of its own with: openssl rand -base64 32',
    )
  for (const name of ['BACKOFFICE_TOKEN', 'METRICS_TOKEN'] as const) {
    if (env[name] !== undefined && others.includes(env[name]))
      mistakes.push(
        `${name} is also the key or a secret of the payment service. Make one of its own with: openssl rand -base64 32`,
      )
  }
  return mistakes
}
