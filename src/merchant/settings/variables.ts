// Reads the variables of the environment (docs/merchant.md#variables). No message repeats a value, because it may be a secret.
import { z } from 'zod'
import { parseIban, type Settlement } from '../../server/index.ts'
import { publicKey, publicSecret } from './real-money.ts'

/** Variables by their names, such as `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>

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
  METRICS_TOKEN: z.string().optional(),
  CLIENT_ADDRESS_HEADER: z.string().optional(),
  KEEP_FOR: days,
  NODE_ENV: z.string().optional(),
})

/** The variables of the settings, as they were read. */
export type SettingVariables = z.infer<typeof shape>

/** Reads the variables of the settings. */
export const readSettingVariables = (environment: Environment) => readVariables(shape, environment)

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
