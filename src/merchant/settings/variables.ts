// Reads the variables of the environment (docs/settings.md#variables). No message repeats a value, because it may be a secret.
import { z } from 'zod'
import { publicKey, publicSecret } from './real-money.ts'
import { rows } from './rows.ts'
import { portIn, text } from './texts.ts'

/** Variables by their names, such as `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>

/** The variables that decide which service is used, and where. */
const places = z.object({
  PAYMENTS_BASE_URL: text,
  PAYMENTS_API_KEY: text,
  PAYMENTS_WEBHOOK_SECRET: text,
  PUBLIC_URL: text,
  PORT: portIn('PORT', 4000),
  SANDBOX_PORT: portIn('SANDBOX_PORT', 4100),
  SANDBOX_API_KEY: z.string().default(publicKey),
  SANDBOX_WEBHOOK_SECRET: z.string().default(publicSecret),
  NODE_ENV: text,
})

const shape = z.object({
  ...Object.fromEntries(
    Object.values(rows).flatMap(({ variable, text: read }) => (read ? [[variable, read]] : [])),
  ),
  ...places.shape,
})

/** The names of all variables that the library reads. */
export const variableNames: readonly string[] = Object.keys(shape.shape)

/** The variables of the settings, as they were read. */
export type SettingVariables = z.infer<typeof places> & Readonly<Record<string, unknown>>

/** Reads the variables of the settings. */
export const readSettingVariables = (environment: Environment) =>
  readVariables(shape, environment) as {
    readonly env: SettingVariables
    readonly wrong: Readonly<Record<string, string>>
  }

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
  return Object.fromEntries(variableNames.map((name) => [name, read(name)]))
}

/**
 * Reads variables. An empty one counts as unset. A wrong one is reported, and read as if it were unset, so that it does not
 * hide the others' mistakes.
 */
export function readVariables<Shape extends z.ZodRawShape>(
  given: z.ZodObject<Shape>,
  environment: Environment,
): { readonly env: z.infer<z.ZodObject<Shape>>; readonly wrong: Readonly<Record<string, string>> } {
  const set = Object.fromEntries(
    Object.entries(environment)
      .map(([name, value]) => [name, value?.trim()] as const)
      .filter(([, value]) => value !== undefined && value !== ''),
  )
  const read = given.safeParse(set)
  if (read.success) return { env: read.data, wrong: {} }
  const wrong = Object.fromEntries(read.error.issues.map(({ path, message }) => [String(path[0]), message]))
  const rest = Object.fromEntries(Object.entries(set).filter(([name]) => !(name in wrong)))
  return { env: given.parse(rest), wrong }
}
