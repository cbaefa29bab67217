// The variables of the environment (docs/merchant.md#variables): they set what code does not give. No message repeats a value,
// because it may be a secret.
import { z } from 'zod'
import { isLoopback, parseIban, type Settlement } from '../../server/index.ts'
import { publicKey, publicSecret, realMoneyReason } from './real-money.ts'
import {
  type CompleteOn,
  equivalentOrigins,
  type GivenSettings,
  type OptionName,
  type SettingNames,
  type ShopperKind,
} from './settings.ts'

/** Variables by their names, such as `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>

/** The variable of each option. */
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

/** A list in a variable, separated by commas. */
export const listIn = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

const listed = z.string().transform(listIn).optional()

/** A port in a variable. */
export const portIn = (name: string, other: number) =>
  z
    .string()
    .default(String(other))
    .refine((text) => /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535, {
      error: `${name} must be a port number from 1 to 65535.`,
    })
    .transform(Number)

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
  PORT: portIn('PORT', 4000),
  SANDBOX_PORT: portIn('SANDBOX_PORT', 4100),
  SANDBOX_API_KEY: z.string().default(publicKey),
  SANDBOX_WEBHOOK_SECRET: z.string().default(publicSecret),
  HOSTED_PAGE_ORIGINS: listed,
  ALLOWED_ORIGINS: listed,
  COMPLETE_ON: z.string().optional(),
  KINDS: listed,
  SETTLEMENT: settlement,
  PAYER_COUNTRY: z.string().optional(),
  SHOP_NAME: z.string().optional(),
  COMPANY_NAME: z.string().optional(),
  ORDER_TOKEN_SECRET: listed,
  BACKOFFICE_TOKEN: z.string().optional(),
  CLIENT_ADDRESS_HEADER: z.string().optional(),
  KEEP_FOR: days,
  NODE_ENV: z.string().optional(),
})

/** The environment of this process. Some runtimes have none, and some refuse a variable that the shop did not permit. */
export function ownEnvironment(): Environment {
  const env = (globalThis as { process?: { env?: Environment } }).process?.env ?? {}
  const read = (name: string): string | undefined => {
    try {
      return env[name]
    } catch {
      return undefined
    }
  }
  return Object.fromEntries(Object.keys(shape.shape).map((name) => [name, read(name)]))
}

/**
 * Reads variables. An empty one counts as unset. A wrong one is reported, and read as if it were unset, so that it does not
 * hide the others' mistakes.
 */
export function readVariables<Shape extends z.ZodRawShape>(
  shape: z.ZodObject<Shape>,
  environment: Environment,
): { readonly env: z.infer<z.ZodObject<Shape>>; readonly wrong: Readonly<Record<string, string>> } {
  const given = Object.fromEntries(
    Object.entries(environment)
      .map(([name, value]) => [name, value?.trim()] as const)
      .filter(([, value]) => value !== undefined && value !== ''),
  )
  const read = shape.safeParse(given)
  if (read.success) return { env: read.data, wrong: {} }
  const wrong = Object.fromEntries(read.error.issues.map(({ path, message }) => [String(path[0]), message]))
  const rest = Object.fromEntries(Object.entries(given).filter(([name]) => !(name in wrong)))
  return { env: shape.parse(rest), wrong }
}

/** Settings that code has given, with the rest from the environment. */
export interface MergedSettings {
  readonly merged: Partial<GivenSettings>
  readonly names: SettingNames
  /** Why money is real; `null`: it is the sandbox's. */
  readonly realMoney: string | null
  /** Which of the settings that real money needs are given nowhere, and which variables cannot be read. */
  readonly mistakes: readonly string[]
}

/** Takes what code does not give from the environment, and outside real money the rest from the sandbox. */
export function withEnvironment(given: Partial<GivenSettings>, environment: Environment): MergedSettings {
  const { env, wrong } = readVariables(shape, environment)
  const inCode = given.service
  const isService = inCode === undefined || (typeof inCode === 'object' && inCode !== null)
  const service = isService ? (inCode ?? {}) : {}
  // Only what is undefined is not given: a wrong value of a shop without types must be reported.
  const { publicUrl = env.PUBLIC_URL } = given
  const { baseUrl = env.PAYMENTS_BASE_URL, apiKey = env.PAYMENTS_API_KEY } = service
  const realMoney = realMoneyReason({
    apiKey: apiKey ?? env.SANDBOX_API_KEY,
    baseUrl,
    publicUrl,
    nodeEnv: env.NODE_ENV,
  })
  // With real money the sandbox's variables do not count: what is missing is reported as the sandbox's.
  const sandbox =
    realMoney === null
      ? { key: env.SANDBOX_API_KEY, secret: env.SANDBOX_WEBHOOK_SECRET }
      : { key: publicKey, secret: publicSecret }
  const address = publicUrl === undefined ? `http://localhost:${env.PORT}` : publicUrl
  const { webhookSecrets = listIn(env.PAYMENTS_WEBHOOK_SECRET ?? sandbox.secret) } = service
  const fromEnvironment: Omit<GivenSettings, 'service'> = {
    publicUrl: address,
    hostedPageOrigins: env.HOSTED_PAGE_ORIGINS,
    allowedOrigins: env.ALLOWED_ORIGINS,
    ownOrigins: ownOrigins(address, env.PORT),
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
  return {
    merged: {
      ...fromEnvironment,
      ...withoutGaps(given),
      service: isService
        ? {
            ...service,
            baseUrl: baseUrl === undefined ? `http://localhost:${env.SANDBOX_PORT}` : baseUrl,
            apiKey: apiKey === undefined ? sandbox.key : apiKey,
            webhookSecrets,
          }
        : inCode,
    },
    names: namesOf(given, env, realMoney),
    realMoney,
    mistakes: [
      ...Object.values(wrong),
      ...missingMistakes(realMoney, { baseUrl: isService ? baseUrl : inCode, publicUrl }),
    ],
  }
}

const withoutGaps = (given: object): object =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))

/** The public address may be a proxy on this machine. Then pages from the server's own port belong to the same shop. */
function ownOrigins(publicUrl: unknown, port: number): readonly string[] {
  const address = String(publicUrl)
  if (!URL.canParse(address) || !isLoopback(new URL(address).hostname)) return []
  return equivalentOrigins(new URL(`http://localhost:${port}`))
}

/** With real money the sandbox's addresses are no defaults. */
function missingMistakes(
  realMoney: string | null,
  { baseUrl, publicUrl }: { readonly baseUrl: unknown; readonly publicUrl: unknown },
): readonly string[] {
  if (realMoney === null) return []
  const mistakes: string[] = []
  if (baseUrl === undefined)
    mistakes.push(
      `PAYMENTS_BASE_URL is missing: with ${realMoney}, payments would go to a sandbox on this machine. Set it to the address of the payment service. For a trial with a sandbox, set it to the sandbox’s address, and unset NODE_ENV.`,
    )
  if (publicUrl === undefined)
    mistakes.push(
      `PUBLIC_URL is missing: with ${realMoney}, shoppers and webhooks would be sent to http://localhost. Set it to the shop's own origin, such as https://shop.example.`,
    )
  return mistakes
}

/** A setting has the name under which it was given: the option's in code, else the variable's. */
function namesOf(
  given: Partial<GivenSettings>,
  env: z.infer<typeof shape>,
  realMoney: string | null,
): SettingNames {
  const isInCode = (option: OptionName) => {
    const [first = '', second] = option.split('.')
    const value = (given as Record<string, unknown>)[first]
    return second === undefined
      ? value !== undefined
      : (value as Record<string, unknown> | null | undefined)?.[second] !== undefined
  }
  function variableOf(option: OptionName): string {
    const name = variables[option]
    // When the sandbox's key or secret is in use, that variable has to be corrected.
    if (realMoney !== null) return name
    if (name === 'PAYMENTS_API_KEY' && env.PAYMENTS_API_KEY === undefined) return 'SANDBOX_API_KEY'
    if (name === 'PAYMENTS_WEBHOOK_SECRET' && env.PAYMENTS_WEBHOOK_SECRET === undefined)
      return 'SANDBOX_WEBHOOK_SECRET'
    return name
  }
  return {
    nameOf: (option) => (isInCode(option) ? option : variableOf(option)),
    listed: (option) => (isInCode(option) ? '' : ', separated by commas'),
  }
}
