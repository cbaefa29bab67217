// The stores over a shop's own database client, as in docs/merchant.md: each passes the contract of all stores.
import { programWith } from '../support/documents.ts'
import { expect, type FreshProject } from './fresh-project.ts'
import { databaseUrl, noPostgres, test, tscOptionsFor } from './shop-project.ts'

const postgresJs = programWith('docs/merchant.md', "from 'postgres'")
const contract = programWith('docs/merchant.md', 'payin-checkout/merchant/store-contract')

test.skip(databaseUrl === '', noPostgres)

/** A store over the shop's own connection, for each client. */
const stores = {
  'drizzle-orm@0.45': `import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { drizzleStore } from 'payin-checkout/merchant/drizzle'
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL ?? '' })
export const store = drizzleStore(drizzle({ client: pool }))
export const end = () => pool.end()
`,
  kysely: `import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { kyselyStore } from 'payin-checkout/merchant/kysely'
const db = new Kysely<unknown>({
  dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: process.env.DATABASE_URL ?? '' }) }),
})
export const store = kyselyStore(db)
export const end = () => db.destroy()
`,
  knex: `import createKnex from 'knex'
import { knexStore } from 'payin-checkout/merchant/knex'
const knex = createKnex({ client: 'pg', connection: process.env.DATABASE_URL ?? '' })
export const store = knexStore(knex)
export const end = () => knex.destroy()
`,
  postgres: `${postgresJs}
export const end = () => sql.end()
`,
  prisma: `import { PrismaPg } from '@prisma/adapter-pg'
import { prismaStore } from 'payin-checkout/merchant/prisma'
import { PrismaClient } from './generated/client.js'
const prisma = new PrismaClient({ adapter: new PrismaPg({ connectionString: process.env.DATABASE_URL ?? '' }) })
export const store = prismaStore(prisma)
export const end = () => prisma.$disconnect()
`,
}

/** Generates Prisma's client for the shop's tables. */
function generatePrisma(project: FreshProject): void {
  project.write(
    'schema.prisma',
    `generator client {
  provider = "prisma-client"
  output   = "./src/generated"
  importFileExtension = "js"
}
datasource db {
  provider = "postgresql"
}
model orders {
  id String @id
}
`,
  )
  project.runWell('prisma', 'generate', '--schema', 'schema.prisma')
}

for (const [client, code] of Object.entries(stores)) {
  test(`a store over ${client} passes the contract of every store`, async ({ project, shop }) => {
    // Otherwise Prisma would download its program for migrations, which this test does not need.
    project.env.PRISMA_SCHEMA_ENGINE_BINARY = process.execPath
    const packages = client === 'prisma' ? ['prisma@7', '@prisma/client@7', '@prisma/adapter-pg@7'] : [client]
    project.copy('test/projects/templates/server/tsconfig.json', 'tsconfig.json')
    project.install('pg', '@types/pg', 'typescript', '@types/node@20', ...packages)
    if (client === 'prisma') generatePrisma(project)
    project.write('src/store.ts', code)
    project.write(
      'src/contract.ts',
      `${contract.replace("import { store } from './store.js'", "import { end, store } from './store.js'")}
test.after(() => end())
`,
    )
    project.runWell('tsc', '-p', '.', ...tscOptionsFor(packages))
    Object.assign(project.env, shop.env)
    const { status, output } = project.run('node', '--test', 'out/contract.js')

    expect(status, output).toBe(0)
    expect(output).toMatch(/pass 14$/m)
  })
}
