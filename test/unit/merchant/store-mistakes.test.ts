// What is wrong with the place of the database is said in one sentence, before anything connects, and without the address.
import { expect, test } from 'vitest'
import { migrate, SettingsError } from '../../../src/merchant/index.ts'
import { pgliteStore } from '../../../src/merchant/pglite.ts'
import { postgresStore } from '../../../src/merchant/postgres.ts'

/** What a start with this address throws. */
const thrownFor = async (connectionString: string): Promise<unknown> => {
  const store = postgresStore({ connectionString })
  return migrate(store).catch((error: unknown) => error)
}

test.each<[string, RegExp]>([
  ['mysql://canary@a', /must begin with postgres:\/\//],
  ['https://canary@a', /must begin with postgres:\/\//],
  ['postgres://user:can#ary@db/shop', /cannot be read/],
  ['postgres://user:can/ary@db/shop', /cannot be read/],
  ['postgres://user:canary@db:99999/shop', /cannot be read/],
  ['postgres://user:canary@[::/shop', /cannot be read/],
  ['postgres://user:canary@db/shop?port=x', /cannot be read/],
  ['postgres://user:canary@db/shop?sslrootcert=/no/such/file', /names a certificate/],
])('the address %s is refused', async (address, reason) => {
  const error = await thrownFor(address)
  expect(error).toBeInstanceOf(SettingsError)
  const { message } = error as SettingsError
  expect(message).toMatch(reason)
  expect(message).toMatch(/^The address of the database .* DATABASE_URL\)/)
  expect(message).not.toMatch(/canary|can#ary|\n/)
})

test.each([
  'postgres://user:p%23ss@127.0.0.1:9/shop?application_name=shop',
  'postgres://user@%2Fno%2Fsuch%2Ffolder/shop',
  'postgresql://127.0.0.1:9/shop',
  '/no/such/folder',
  'socket:/no/such/folder?db=shop',
])('the address %s is tried', async (address) => {
  expect(String(await thrownFor(address))).toMatch(/^DatabaseUnreachable: /)
})

test.each(['memory:', 'file:///data', '', undefined, { dataDir: './data' }])(
  'the embedded database does not take %j for a folder',
  (folder) => {
    expect(() => pgliteStore(folder as string)).toThrow(
      new SettingsError(['pgliteStore needs a folder, or memory:// for none.']),
    )
  },
)
