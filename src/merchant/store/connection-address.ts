// Finds mistakes in the address of a Postgres before anything connects: otherwise they would show as a stack trace of the
// driver, or as a host that nobody knows.
import pg from 'pg'
import { SettingsError } from '../settings/settings.ts'

const named = 'The address of the database (connectionString of postgresStore, often DATABASE_URL)'

/**
 * Checks an address of `postgresStore`. No message repeats it, because it may hold a password.
 * @throws {SettingsError} when the driver cannot read it
 */
export function requireReadableAddress(connectionString: string): void {
  // A folder with a socket, or `socket:`, is an address of the driver, too.
  if (/^(?!postgres(ql)?:|socket:)[a-z][a-z\d+.-]*:\/\//i.test(connectionString))
    throw new SettingsError([`${named} must begin with postgres:// or postgresql://.`])
  // Parsed by the driver: it accepts more addresses than `URL`, and it is what will connect. This does not connect yet.
  try {
    if (Number.isInteger(new pg.Client({ connectionString }).port)) return
  } catch (error) {
    if (error instanceof Error && 'path' in error)
      throw new SettingsError([
        `${named} names a certificate or key file that cannot be read. Check its ssl parameters.`,
      ])
  }
  throw new SettingsError([
    `${named} cannot be read. Write it as postgres://user:password@host:5432/database, with %23 for # and %2F for / in user and password.`,
  ])
}
