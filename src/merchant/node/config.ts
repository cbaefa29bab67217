// Reads the environment of a merchant server that runs by itself, once, at start. All mistakes are reported together, one
// message each: which variable, why, what to write instead. No message repeats the value of a secret.

import { z } from 'zod'
import { guessableMessage, isUnguessable, sharedWithServiceMessage } from '../settings/mistakes.ts'
import { readSettings } from '../settings/read.ts'
import type { Settings } from '../settings/settings.ts'
import { type Environment, listIn, portIn, readVariables } from '../settings/variables.ts'
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

const shape = z.object({
  PORT: portIn('PORT', 4000),
  HOST: z.string().default('127.0.0.1'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, {
      error: 'DATABASE_URL must begin with postgres:// or postgresql://. Unset it for the embedded database.',
    })
    .optional(),
  DATA_DIR: z.string().default('.data'),
  METRICS_TOKEN: z
    .string()
    .refine(isUnguessable, {
      error: guessableMessage('METRICS_TOKEN', 'anybody who has it can read your turnover'),
    })
    .optional(),
  // Also settings of the library: here they are compared with these.
  SANDBOX_PORT: portIn('SANDBOX_PORT', 4100),
  PAYMENTS_BASE_URL: z.string().optional(),
  PAYMENTS_API_KEY: z.string().optional(),
  PAYMENTS_WEBHOOK_SECRET: z.string().default(''),
  SANDBOX_WEBHOOK_SECRET: z.string().default(''),
  BACKOFFICE_TOKEN: z.string().optional(),
  ORDER_TOKEN_SECRET: z.string().default(''),
})

/** The variables of a server that runs by itself. */
export type ServerEnvironment = z.infer<typeof shape>

/**
 * The configuration (docs/merchant.md#variables). An empty variable counts as unset.
 * @throws {SettingsError} with all mistakes at once
 */
export function loadConfig(environment: Environment): Config {
  const { env, wrong } = readVariables(shape, environment)
  const settings = readSettings({}, environment, ({ realMoney }) => [
    ...Object.values(wrong),
    ...metricsMistakes(env),
    ...placeMistakes(env, realMoney),
    ...listeningMistakes(env),
    ...('DATABASE_URL' in wrong ? [] : databaseMistakes(env)),
  ])
  return {
    ...settings,
    host: env.HOST,
    port: env.PORT,
    databaseUrl: env.DATABASE_URL ?? null,
    dataDir: env.DATA_DIR,
    metricsToken: env.METRICS_TOKEN ?? null,
  }
}

function metricsMistakes({ METRICS_TOKEN: token, ...env }: ServerEnvironment): readonly string[] {
  if (token === undefined) return []
  const ofService = [
    env.PAYMENTS_API_KEY,
    ...listIn(env.PAYMENTS_WEBHOOK_SECRET || env.SANDBOX_WEBHOOK_SECRET),
  ]
  const mistakes: string[] = []
  if (token === env.BACKOFFICE_TOKEN)
    mistakes.push(
      'BACKOFFICE_TOKEN and METRICS_TOKEN are the same: anybody who may read metrics could pay out money. Make another one with: openssl rand -base64 32',
    )
  if (listIn(env.ORDER_TOKEN_SECRET).includes(token))
    mistakes.push(
      'METRICS_TOKEN is also the secret of order tokens. Make one of its own with: openssl rand -base64 32',
    )
  if (ofService.includes(token)) mistakes.push(sharedWithServiceMessage('METRICS_TOKEN'))
  return mistakes
}
