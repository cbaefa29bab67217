// Reads the environment once, at start. All mistakes are reported together, one message each: which variable, why, what
// to write instead. No message repeats the value of a secret.

import { z } from 'zod'
import { isLoopback, parseIban, type Settlement } from '../../server/index.ts'
import { guessableMessage, isUnguessable, sharedWithServiceMessage } from '../settings/mistakes.ts'
import { mistakesOf, readSettings } from '../settings/read.ts'
import { publicKey, publicSecret, realMoneyReason, sandboxMistakes } from '../settings/real-money.ts'
import {
  type CompleteOn,
  equivalentOrigins,
  type GivenSettings,
  type OptionName,
  type SettingNames,
  type Settings,
  SettingsError,
  type ShopperKind,
} from '../settings/settings.ts'
import { databaseMistakes, listeningMistakes, placeMistakes } from './config-mistakes.ts'

/** The configuration of a merchant server that runs by itself: the library's settings, its address and its database. */
export interface Config extends Settings {
  readonly host: string
  readonly port: number
  /** `null`: the embedded database in `dataDir`. */
  readonly databaseUrl: string | null
  readonly dataDir: string
  /** The token that Prometheus sends as `Authorization: Bearer …`; `null`: there is no `/metrics`. */
  readonly metricsToken: string | null
}

/** The environment variables of the settings (docs/merchant.md#variables). */
const variables: Readonly<Record<OptionName, string>> = {
  service: 'PAYMENTS_BASE_URL',
  'service.baseUrl': 'PAYMENTS_BASE_URL',
  'service.apiKey': 'PAYMENTS_API_KEY',
  'service.webhookSecrets': 'PAYMENTS_WEBHOOK_SECRET',
  publicUrl: 'PUBLIC_URL',
  basePath: 'PUBLIC_URL',
  hostedPageOrigins: 'HOSTED_PAGE_ORIGINS',
  allowedOrigins: 'ALLOWED_ORIGINS',
  ownOrigins: 'PUBLIC_URL',
  completeOn: 'COMPLETE_ON',
  kinds: 'KINDS',
  settlement: 'SETTLEMENT',
  payerCountry: 'PAYER_COUNTRY',
  shopName: 'SHOP_NAME',
  companyName: 'COMPANY_NAME',
  orderTokenSecrets: 'ORDER_TOKEN_SECRET',
  backofficeToken: 'BACKOFFICE_TOKEN',
  clientAddressHeader: 'CLIENT_ADDRESS_HEADER',
  keepFor: 'KEEP_FOR',
}

const list = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

const port = (name: string, other: number) =>
  z
    .string()
    .default(String(other))
    .refine((text) => /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535, {
      error: `${name} must be a port number from 1 to 65535.`,
    })
    .transform(Number)

const listed = z.string().transform(list).optional()

/** `service_balance`, `bank_account:{iban}` or `crypto_transfer:polygon:{address}` (payments-v2, Settlement methods). */
const settlement = z
  .string()
  .optional()
  .transform((text, context): Settlement | undefined => {
    if (text === undefined) return undefined
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
    return undefined
  })

/** A number of days, or `ever`. */
const days = z
  .string()
  .regex(/^(\d{1,6}|ever)$/, {
    error: 'KEEP_FOR must be a whole number of days, such as 400, or ever: nothing is cleaned.',
  })
  .transform((text) => (text === 'ever' ? null : Number(text)))
  .optional()

const shape = z.object({
  PAYMENTS_BASE_URL: z.string().optional(),
  PAYMENTS_API_KEY: z.string().optional(),
  PAYMENTS_WEBHOOK_SECRET: z.string().optional(),
  PUBLIC_URL: z.string().optional(),
  PORT: port('PORT', 4000),
  HOST: z.string().default('127.0.0.1'),
  SANDBOX_PORT: port('SANDBOX_PORT', 4100),
  SANDBOX_API_KEY: z.string().default(publicKey),
  SANDBOX_WEBHOOK_SECRET: z.string().default(publicSecret),
  HOSTED_PAGE_ORIGINS: listed,
  ALLOWED_ORIGINS: listed,
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, {
      error: 'DATABASE_URL must begin with postgres:// or postgresql://. Unset it for the embedded database.',
    })
    .optional(),
  DATA_DIR: z.string().default('.data'),
  COMPLETE_ON: z.string().optional(),
  KINDS: listed,
  SETTLEMENT: settlement,
  PAYER_COUNTRY: z.string().optional(),
  SHOP_NAME: z.string().optional(),
  COMPANY_NAME: z.string().optional(),
  ORDER_TOKEN_SECRET: listed,
  BACKOFFICE_TOKEN: z.string().optional(),
  METRICS_TOKEN: z
    .string()
    .refine(isUnguessable, {
      error: guessableMessage('METRICS_TOKEN', 'anybody who has it can read your turnover'),
    })
    .optional(),
  CLIENT_ADDRESS_HEADER: z.string().optional(),
  KEEP_FOR: days,
  NODE_ENV: z.string().optional(),
})

export type Environment = z.infer<typeof shape>

/**
 * The configuration (docs/merchant.md#variables). An empty variable counts as unset.
 * @throws {SettingsError} with all mistakes at once
 */
export function loadConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(environment)
      .map(([name, value]) => [name, value?.trim()] as const)
      .filter(([, value]) => value !== undefined && value !== ''),
  )
  const read = shape.safeParse(given)
  // A wrong variable must not hide the others' mistakes, so the rest is checked as if that variable were unset.
  const wrong = read.success ? [] : read.error.issues
  const rest = { ...given }
  for (const issue of wrong) delete rest[String(issue.path[0])]
  const env = read.success ? read.data : shape.parse(rest)
  const signs = signsIn(env)
  const realMoney = realMoneyReason(signs)
  const names: SettingNames = { nameOf: nameIn(env, realMoney), listed: ', separated by commas' }
  const settings = settingsOf(env, realMoney)
  const mistakes = [
    ...wrong.map(({ message }) => message),
    ...mistakesOf(settings, names),
    ...sandboxMistakes(
      { ...signs, apiKey: settings.service.apiKey },
      list(settings.service.webhookSecrets.toString()),
      names,
    ),
    ...metricsMistakes(env),
    ...placeMistakes(env, realMoney),
    ...listeningMistakes(env, realMoney),
    ...(wrong.some(({ path }) => path[0] === 'DATABASE_URL') ? [] : databaseMistakes(env)),
  ]
  if (mistakes.length > 0) throw new SettingsError([...new Set(mistakes)])
  return {
    ...readSettings(settings, names),
    realMoney,
    host: env.HOST,
    port: env.PORT,
    databaseUrl: env.DATABASE_URL ?? null,
    dataDir: env.DATA_DIR,
    metricsToken: env.METRICS_TOKEN ?? null,
  }
}

/** The variable of an option. When the sandbox's key or secret is in use, that variable has to be corrected. */
const nameIn =
  (env: Environment, realMoney: string | null) =>
  (option: OptionName): string => {
    const name = variables[option]
    if (realMoney !== null) return name
    if (name === 'PAYMENTS_API_KEY' && env.PAYMENTS_API_KEY === undefined) return 'SANDBOX_API_KEY'
    if (name === 'PAYMENTS_WEBHOOK_SECRET' && env.PAYMENTS_WEBHOOK_SECRET === undefined)
      return 'SANDBOX_WEBHOOK_SECRET'
    return name
  }

const signsIn = (env: Environment) => ({
  apiKey: env.PAYMENTS_API_KEY ?? env.SANDBOX_API_KEY,
  baseUrl: env.PAYMENTS_BASE_URL,
  publicUrl: env.PUBLIC_URL,
  nodeEnv: env.NODE_ENV,
})

/** With real money the sandbox's variables do not count: what is missing is reported as the sandbox's. */
function settingsOf(env: Environment, realMoney: string | null): GivenSettings {
  const sandbox =
    realMoney === null
      ? { key: env.SANDBOX_API_KEY, secret: env.SANDBOX_WEBHOOK_SECRET }
      : { key: publicKey, secret: publicSecret }
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`
  return {
    service: {
      baseUrl: env.PAYMENTS_BASE_URL ?? `http://localhost:${env.SANDBOX_PORT}`,
      apiKey: env.PAYMENTS_API_KEY ?? sandbox.key,
      webhookSecrets: list(env.PAYMENTS_WEBHOOK_SECRET ?? sandbox.secret),
    },
    publicUrl,
    hostedPageOrigins: env.HOSTED_PAGE_ORIGINS,
    allowedOrigins: env.ALLOWED_ORIGINS,
    ownOrigins: ownOrigins(publicUrl, env.PORT),
    // Unknown values are reported by the checks of the settings.
    completeOn: env.COMPLETE_ON as CompleteOn | undefined,
    kinds: env.KINDS as readonly ShopperKind[] | undefined,
    settlement: env.SETTLEMENT,
    payerCountry: env.PAYER_COUNTRY,
    shopName: env.SHOP_NAME,
    companyName: env.COMPANY_NAME,
    orderTokenSecrets: env.ORDER_TOKEN_SECRET,
    backofficeToken: env.BACKOFFICE_TOKEN,
    clientAddressHeader: env.CLIENT_ADDRESS_HEADER,
    keepFor: env.KEEP_FOR,
  }
}

/** PUBLIC_URL may be a proxy on this machine. Then pages from the server's own port belong to the same shop. */
function ownOrigins(publicUrl: string, port: number): readonly string[] {
  if (!URL.canParse(publicUrl) || !isLoopback(new URL(publicUrl).hostname)) return []
  return equivalentOrigins(new URL(`http://localhost:${port}`))
}

function metricsMistakes({ METRICS_TOKEN: token, ...env }: Environment): readonly string[] {
  if (token === undefined) return []
  const ofService = [env.PAYMENTS_API_KEY, ...list(env.PAYMENTS_WEBHOOK_SECRET ?? env.SANDBOX_WEBHOOK_SECRET)]
  const mistakes: string[] = []
  if (token === env.BACKOFFICE_TOKEN)
    mistakes.push(
      'BACKOFFICE_TOKEN and METRICS_TOKEN are the same: anybody who may read metrics could pay out money. Make another one with: openssl rand -base64 32',
    )
  if (env.ORDER_TOKEN_SECRET?.includes(token))
    mistakes.push(
      'METRICS_TOKEN is also the secret of order tokens. Make one of its own with: openssl rand -base64 32',
    )
  if (ofService.includes(token)) mistakes.push(sharedWithServiceMessage('METRICS_TOKEN'))
  return mistakes
}
