// Reads the environment once, at start. Every mistake is one sentence: which variable, why, what to write instead.
// All mistakes are told together, and none of them repeats a secret's value.

import { z } from 'zod'
import { isLoopback, parseIban, type Settlement } from '../server/index.ts'
import {
  databaseMistakes,
  listeningMistakes,
  secretMistakes,
  serviceAddressMistakes,
} from './config-mistakes.ts'

/** What a shopper may pay by; payouts are the back office's. */
export const shopperKinds = ['payin', 'bank_transfer', 'on_ramp'] as const
export type ShopperKind = (typeof shopperKinds)[number]

export interface Config {
  readonly payments: {
    readonly baseUrl: string
    readonly apiKey: string
    readonly webhookSecrets: readonly string[]
  }
  /** The merchant's own origin. Return and webhook addresses come from here, never from a request. */
  readonly publicUrl: string
  readonly host: string
  readonly port: number
  /** Where a `redirect_url` may point. */
  readonly hostedPageOrigins: readonly string[]
  /** Other origins whose pages may use the endpoint. */
  readonly allowedOrigins: readonly string[]
  /** `null`: the embedded database in `dataDir`. */
  readonly databaseUrl: string | null
  readonly dataDir: string
  /** The payin status from which an order counts as paid. */
  readonly completeOn: 'AUTHORIZED' | 'SETTLED' | 'COMPLETED'
  /** What shoppers may pay by. */
  readonly kinds: readonly ShopperKind[]
  /** Where payins are paid out to the merchant; `null`: as agreed with the service. */
  readonly settlement: Settlement | null
  /** ISO 3166-1 alpha-2: the country that the hosted page begins with where the order names none. */
  readonly payerCountry: string | null
  /** Begins every `userId` of the legacy interface: `{companyName}{clientId}`. */
  readonly companyName: string
  /** What order tokens are signed with, the first, and were signed with, the others; none: no tokens. */
  readonly orderTokenSecrets: readonly string[]
  /** What the back office sends as `Authorization: Bearer …`; `null`: there are no back office routes. */
  readonly backofficeToken: string | null
  /** What Prometheus sends as `Authorization: Bearer …`; `null`: there is no `/metrics`. */
  readonly metricsToken: string | null
  /** The header in which your own reverse proxy writes the shopper's address; `null`: shoppers connect directly. */
  readonly clientAddressHeader: string | null
}

/** Thrown when the environment cannot work; `mistakes` holds one sentence each. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly mistakes: readonly string[]
  constructor(mistakes: readonly string[]) {
    super(mistakes.join('\n'))
    this.mistakes = mistakes
  }
}

const list = (text: string | undefined) =>
  (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

const isOrigin = (text: string) => URL.canParse(text) && new URL(text).origin === text

const port = (name: string, other: number) =>
  z
    .string()
    .default(String(other))
    .refine((text) => /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535, {
      error: `${name} must be a port number from 1 to 65535.`,
    })
    .transform(Number)

const origins = (name: string) =>
  z
    .string()
    .optional()
    .transform(list)
    .refine((all) => all.every(isOrigin), {
      error: `${name} must hold exact origins, separated by commas, such as https://pay.example: no path, no slash at the end.`,
    })

const token = (name: string, what: string) =>
  z
    .string()
    .regex(/^(?!["'])[\x21-\x7e]{24,}(?<!["'])$/, {
      error: `${name} must have at least 24 characters, no spaces and no quotes around it, because ${what}. Make one with: openssl rand -base64 32`,
    })
    .optional()

/** `service_balance`, `bank_account:{iban}` or `crypto_transfer:polygon:{address}` (payments-v2, Settlement methods). */
const settlement = z
  .string()
  .optional()
  .transform((text, context): Settlement | null => {
    if (text === undefined) return null
    const [method, first = '', address = ''] = text.split(':').map((part) => part.trim())
    const account = parseIban(first)
    if (method === 'service_balance' && text === method) return { method }
    if (method === 'bank_account' && 'iban' in account) return { method, iban: account.iban }
    if (method === 'crypto_transfer' && first === 'polygon' && /^0x[0-9a-f]{40}$/i.test(address))
      return { method, address, network: first }
    context.addIssue({
      code: 'custom',
      message:
        'SETTLEMENT must be service_balance, bank_account:{your IBAN} or crypto_transfer:polygon:{your 0x address}. Unset it to be paid as agreed with the service.',
    })
    return null
  })

const kindsSentence = `KINDS must hold what shoppers may pay by, separated by commas: ${shopperKinds.join(', ')}.`

const shape = z.object({
  PAYMENTS_BASE_URL: z.string().optional(),
  PAYMENTS_API_KEY: z.string().optional(),
  PAYMENTS_WEBHOOK_SECRET: z.string().optional(),
  PUBLIC_URL: z.string().optional(),
  PORT: port('PORT', 4000),
  HOST: z.string().default('127.0.0.1'),
  SANDBOX_PORT: port('SANDBOX_PORT', 4100),
  SANDBOX_API_KEY: z.string().default('test_sandbox'),
  SANDBOX_WEBHOOK_SECRET: z.string().default('sandbox_webhook_secret'),
  HOSTED_PAGE_ORIGINS: origins('HOSTED_PAGE_ORIGINS'),
  ALLOWED_ORIGINS: origins('ALLOWED_ORIGINS'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, {
      error: 'DATABASE_URL must begin with postgres:// or postgresql://. Unset it for the embedded database.',
    })
    .optional(),
  DATA_DIR: z.string().default('.data'),
  COMPLETE_ON: z
    .enum(['AUTHORIZED', 'SETTLED', 'COMPLETED'], {
      error:
        'COMPLETE_ON must be AUTHORIZED, SETTLED or COMPLETED: the payin status from which an order counts as paid.',
    })
    .default('COMPLETED'),
  KINDS: z
    .string()
    .default('payin')
    .transform(list)
    .pipe(z.array(z.enum(shopperKinds, { error: kindsSentence })).min(1, { error: kindsSentence })),
  SETTLEMENT: settlement,
  PAYER_COUNTRY: z
    .string()
    .regex(/^[A-Z]{2}$/, { error: 'PAYER_COUNTRY must be two capitals of ISO 3166-1, such as DE.' })
    .optional(),
  COMPANY_NAME: z
    .string()
    .regex(/^[A-Za-z0-9]{1,50}$/, {
      error: 'COMPANY_NAME must hold letters and digits only: the service puts a client id right behind it.',
    })
    .optional(),
  ORDER_TOKEN_SECRET: z
    .string()
    .optional()
    .transform(list)
    .refine((all) => all.every((secret) => /^(?!["'])[\x21-\x7e]{24,}(?<!["'])$/.test(secret)), {
      error:
        'ORDER_TOKEN_SECRET must have at least 24 characters, no spaces and no quotes around it, because who has it can open any order’s payment. Make one with: openssl rand -base64 32. Separate an old one by a comma.',
    }),
  BACKOFFICE_TOKEN: token('BACKOFFICE_TOKEN', 'who has it can send your money away'),
  METRICS_TOKEN: token('METRICS_TOKEN', 'who has it can read your turnover'),
  CLIENT_ADDRESS_HEADER: z
    .string()
    .regex(/^[\w-]+$/, {
      error: 'CLIENT_ADDRESS_HEADER must be the name of one header, such as X-Real-IP.',
    })
    .refine((name) => name.toLowerCase() !== 'forwarded', {
      error:
        'CLIENT_ADDRESS_HEADER cannot be Forwarded, whose form this server does not read. Let your proxy write the address alone into another header, such as X-Real-IP.',
    })
    .optional(),
  NODE_ENV: z.string().optional(),
})

type Environment = z.infer<typeof shape>

/**
 * The configuration (PROTOCOL §3). An empty variable counts as unset.
 * @throws {ConfigError} with all mistakes at once
 */
export function loadConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(environment)
      .map(([name, value]) => [name, value?.trim()] as const)
      .filter(([, value]) => value !== undefined && value !== ''),
  )
  const read = shape.safeParse(given)
  // A wrong field must not hide the others' mistakes: what was read wrongly is checked as if it were unset.
  const wrong = read.success ? [] : read.error.issues
  const rest = { ...given }
  for (const issue of wrong) delete rest[String(issue.path[0])]
  const env = read.success ? read.data : shape.parse(rest)
  const mistakes = [
    ...new Set(wrong.map(({ message }) => message)),
    ...paymentMistakes(env),
    ...serviceAddressMistakes(env),
    ...secretMistakes(env),
    ...placeMistakes(env),
    ...listeningMistakes(env),
    ...(wrong.some(({ path }) => path[0] === 'DATABASE_URL') ? [] : databaseMistakes(env)),
  ]
  if (mistakes.length > 0) throw new ConfigError(mistakes)
  return toConfig(env)
}

function toConfig(env: Environment): Config {
  const baseUrl = (env.PAYMENTS_BASE_URL ?? `http://localhost:${env.SANDBOX_PORT}`).replace(/\/+$/, '')
  return {
    payments: {
      baseUrl,
      apiKey: env.PAYMENTS_API_KEY ?? env.SANDBOX_API_KEY,
      webhookSecrets: list(env.PAYMENTS_WEBHOOK_SECRET ?? env.SANDBOX_WEBHOOK_SECRET),
    },
    publicUrl: publicUrlOf(env),
    host: env.HOST,
    port: env.PORT,
    hostedPageOrigins:
      env.HOSTED_PAGE_ORIGINS.length > 0 ? env.HOSTED_PAGE_ORIGINS : sameMachine(new URL(baseUrl)),
    allowedOrigins: env.ALLOWED_ORIGINS,
    databaseUrl: env.DATABASE_URL ?? null,
    dataDir: env.DATA_DIR,
    completeOn: env.COMPLETE_ON,
    kinds: env.KINDS,
    settlement: env.SETTLEMENT,
    payerCountry: env.PAYER_COUNTRY ?? null,
    companyName: env.COMPANY_NAME ?? 'Demo',
    orderTokenSecrets: env.ORDER_TOKEN_SECRET,
    backofficeToken: env.BACKOFFICE_TOKEN ?? null,
    metricsToken: env.METRICS_TOKEN ?? null,
    clientAddressHeader: env.CLIENT_ADDRESS_HEADER?.toLowerCase() ?? null,
  }
}

/** The origin itself; on this machine under all its names, since localhost and 127.0.0.1 are the same sandbox. */
export function sameMachine(url: URL): string[] {
  if (!isLoopback(url.hostname)) return [url.origin]
  const port = url.port ? `:${url.port}` : ''
  return ['localhost', '127.0.0.1', '[::1]'].map((host) => `${url.protocol}//${host}${port}`)
}

const publicUrlOf = (env: Environment) => env.PUBLIC_URL ?? `http://localhost:${env.PORT}`

/** `https:`, or `http:` on this machine. */
const isEncryptedOrLocal = (url: URL) =>
  url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))

function paymentMistakes(env: Environment): string[] {
  const mistakes: string[] = []
  const base = env.PAYMENTS_BASE_URL
  if (base !== undefined && !(URL.canParse(base) && isEncryptedOrLocal(new URL(base)))) {
    mistakes.push(
      'PAYMENTS_BASE_URL must be an absolute https: address (http: is for loopback only), because the API key travels to it.',
    )
  }
  // The sandbox's key and secret are public. With a real service they would be a lock that everybody can open.
  const isElsewhere = base !== undefined && !(URL.canParse(base) && isLoopback(new URL(base).hostname))
  for (const name of ['PAYMENTS_API_KEY', 'PAYMENTS_WEBHOOK_SECRET'] as const) {
    if (isElsewhere && env[name] === undefined) {
      mistakes.push(
        `${name} is missing: the sandbox's is public, and PAYMENTS_BASE_URL names another service. Set it to that service's own.`,
      )
    }
  }
  if (isElsewhere && env.COMPANY_NAME === undefined && env.KINDS.some((kind) => kind !== 'payin')) {
    mistakes.push(
      'COMPANY_NAME is missing: bank transfers and on-ramps name each user as {companyName}{clientId}. Set it to the name that the service knows you by, or take bank_transfer and on_ramp out of KINDS.',
    )
  }
  const key = env.PAYMENTS_API_KEY ?? env.SANDBOX_API_KEY
  const name = env.PAYMENTS_API_KEY === undefined ? 'SANDBOX_API_KEY' : 'PAYMENTS_API_KEY'
  if (!/^(test|live)_[\x21-\x7e]+$/.test(key) || /["']/.test(key)) {
    mistakes.push(
      `${name} must begin with test_ or live_ and hold no spaces. Copy the key whole, without quotes.`,
    )
  }
  if (list(env.PAYMENTS_WEBHOOK_SECRET ?? env.SANDBOX_WEBHOOK_SECRET).length === 0) {
    mistakes.push(
      'PAYMENTS_WEBHOOK_SECRET holds only commas. Set it to one secret, or to several separated by commas.',
    )
  }
  return mistakes
}

function placeMistakes(env: Environment): string[] {
  const mistakes: string[] = []
  const publicUrl = publicUrlOf(env)
  if (!isOrigin(publicUrl) || !isEncryptedOrLocal(new URL(publicUrl))) {
    mistakes.push(
      "PUBLIC_URL must be the shop's own origin without a path or a slash at the end, such as https://shop.example (http: is for loopback only), because shoppers and webhooks come back to it.",
    )
  }
  // PGlite never calls fsync and takes one process only: a power cut could lose a paid order.
  const live = (env.PAYMENTS_API_KEY ?? env.SANDBOX_API_KEY).startsWith('live_')
  if (env.DATABASE_URL === undefined && (live || env.NODE_ENV === 'production')) {
    mistakes.push(
      `DATABASE_URL is missing: the embedded database is for trying out, not for ${live ? 'a live_ key' : 'NODE_ENV=production'}. Set it to a Postgres address.`,
    )
  }
  return mistakes
}
