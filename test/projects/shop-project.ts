// A shop with its own Postgres, for the tests of merchant servers in fresh projects.
import { randomUUID } from 'node:crypto'
import { openPostgres } from '../../src/merchant/store/postgres.ts'
import { apiKey, webhookSecret } from '../journeys/support/world.ts'
import { freePort } from '../support/free-port.ts'
import { createOwnDatabase } from '../support/own-database.ts'
import { test as freshTest } from './fresh-project.ts'

export interface Shop {
  readonly origin: string
  readonly env: Readonly<Record<string, string>>
  /** The e-mail address of the order's payer. */
  readonly email: string
  /** Whether the order is paid in the shop's own table. */
  isPaid(): Promise<boolean>
}

/** Empty without a Postgres; then the tests are skipped. */
export const databaseUrl = process.env.TEST_DATABASE_URL ?? ''

/** A test with a Postgres in which a shop has an unpaid order. */
export const test = freshTest.extend<{ shop: Shop }>({
  shop: async ({ world }, use) => {
    const database = await createOwnDatabase(databaseUrl)
    const db = openPostgres(database.urlFor('project'), () => undefined)
    await db.query(
      'create table orders (id text primary key, total text not null, email text not null, paid_by uuid)',
    )
    // A new shopper, because the service shows a known shopper saved cards.
    const email = `${randomUUID()}@shop.example`
    await db.query(`insert into orders values ('A-1', '49.90', $1)`, [email])
    const port = String(await freePort())
    const origin = `http://localhost:${port}`
    const env = {
      PORT: port,
      PUBLIC_URL: origin,
      DATABASE_URL: database.urlFor('shop'),
      PAYMENTS_BASE_URL: world.sandbox,
      PAYMENTS_API_KEY: apiKey,
      PAYMENTS_WEBHOOK_SECRET: webhookSecret,
    }
    const isPaid = async () => (await db.query('select 1 from orders where paid_by is not null')).length === 1
    await use({ origin, env, email, isPaid })
    await db.close()
    await database.drop()
  },
})

export const noPostgres = 'TEST_DATABASE_URL names no Postgres, and a shop’s own server needs one.'

/** Drizzle's types import packages of other databases, and do not compile without these. */
export const tscOptionsFor = (packages: readonly string[]): string[] =>
  packages.some((name) => name.startsWith('drizzle')) ? ['--skipLibCheck'] : []
