// Finds mistakes in the environment of a server that runs by itself: those that would otherwise show late, as a stack
// trace or as an error of the service. Each message says which variable is wrong, why, and what to write instead. No
// message repeats a value, because the value may contain a password.
import { accessSync, constants, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { isIP } from 'node:net'
import { dirname, resolve } from 'node:path'
import type pg from 'pg'
import { isLoopback } from '../../server/index.ts'
import { isMissing, missingMessage } from '../store/optional-package.ts'
import type { ServerEnvironment } from './config.ts'

/** Mistakes in the addresses of the service and the database. @param realMoney why money is real */
export function placeMistakes(env: ServerEnvironment, realMoney: string | null): string[] {
  const mistakes: string[] = []
  const { PAYMENTS_BASE_URL: base, PORT } = env
  if (base !== undefined && URL.canParse(base) && isLoopback(new URL(base).hostname)) {
    if (Number(new URL(base).port) === PORT)
      mistakes.push(
        'PAYMENTS_BASE_URL names this very server, whose port is PORT. Set it to the service, or unset it for the sandbox.',
      )
  }
  if (realMoney === null) return mistakes
  // PGlite never calls fsync and takes one process only: a power cut could lose a paid order.
  if (env.DATABASE_URL === undefined)
    mistakes.push(
      `DATABASE_URL is missing: the embedded database is for trying out, not for ${realMoney}. Set it to a Postgres address.`,
    )
  return mistakes
}

/** Mistakes in the address where the server listens. */
export function listeningMistakes(env: ServerEnvironment): string[] {
  const mistakes: string[] = []
  if (isIP(env.HOST) === 0 && !/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(env.HOST))
    mistakes.push(
      'HOST must be an address or a name of this machine, such as 0.0.0.0 or ::1, without http://, brackets or a port.',
    )
  if (env.PAYMENTS_BASE_URL === undefined && env.PORT === env.SANDBOX_PORT)
    mistakes.push(
      'PORT and SANDBOX_PORT are the same: the shop and the sandbox need a port each. Change one of them.',
    )
  return mistakes
}

/** Why the database cannot be opened. Whether Postgres answers shows only at the start (open-store.ts). */
export function databaseMistakes({ DATABASE_URL, DATA_DIR }: ServerEnvironment): string[] {
  if (DATABASE_URL !== undefined) return postgresMistakes(DATABASE_URL)
  if (DATA_DIR.startsWith('memory://')) return []
  if (/^[a-z]+:/i.test(DATA_DIR) && process.platform !== 'win32')
    return ['DATA_DIR must be a folder, or memory:// for none.']
  const why = whyUnusable(resolve(DATA_DIR))
  return why === null ? [] : [`DATA_DIR ${why}. Set it to a folder in which this server may write.`]
}

function postgresMistakes(url: string): string[] {
  // Parsed by the driver: it accepts more addresses than `URL`, and it is what will connect. This does not connect yet.
  try {
    // Loaded only here: not every shop has the package, and the embedded database does not need it.
    const { Client } = createRequire(import.meta.url)('pg') as typeof pg
    const { port } = new Client({ connectionString: url })
    if (Number.isInteger(port)) return []
  } catch (error) {
    if (isMissing(error, 'pg')) return [`DATABASE_URL is set. ${missingMessage('pg')}`]
    if (error instanceof Error && 'path' in error)
      return ['DATABASE_URL names a certificate or key file that cannot be read. Check its ssl parameters.']
  }
  return [
    'DATABASE_URL cannot be read as an address. Write it as postgres://user:password@host:5432/database, with %23 for # and %2F for / in user and password.',
  ]
}

/** Why a folder cannot be used. A missing folder is created at the start, so its nearest existing parent is checked. */
function whyUnusable(folder: string): string | null {
  try {
    if (!statSync(folder).isDirectory()) return 'is a file, or lies below one'
    accessSync(folder, constants.W_OK | constants.X_OK)
    return null
  } catch (error) {
    const isMissing = /^(ENOENT|ENOTDIR)$/.test(String((error as NodeJS.ErrnoException).code))
    if (!isMissing) return 'is not writable'
    return dirname(folder) === folder ? null : whyUnusable(dirname(folder))
  }
}
