// The stores over a shop's own database client, as in docs/running.md, pass the contract of all stores: with the newest
// version of each client, and with the lowest one that the package promises.
import { readFileSync } from 'node:fs'
import { programWith } from '../support/documents.ts'
import { createOwnDatabase } from '../support/own-database.ts'
import { expect, type FreshProject, test } from './fresh-project.ts'
import { databaseUrl, noPostgres } from './shop-project.ts'

const postgresJs = programWith('docs/running.md', "from 'postgres'")
const contract = programWith('docs/running.md', 'payin-checkout/merchant/store-contract')
const { peerDependencies } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { readonly peerDependencies: Readonly<Record<string, string>> }

test.skip(databaseUrl === '', noPostgres)

interface Client {
  /** The package whose lowest version is promised; without it, the client is a shop's own choice for `createStore`. */
  readonly peer?: string
  readonly newest: readonly string[]
  /** Packages that need the same version. */
  readonly beside?: readonly string[]
  /** A store over the shop's own connection. */
  readonly code: string
  /** How many facts it must pass. */
  readonly facts: number
}

const pool = "new pg.Pool({ connectionString: process.env.DATABASE_URL ?? '' })"

const clients: Readonly<Record<string, Client>> = {
  pg: {
    peer: 'pg',
    newest: ['pg'],
    code: `import { postgresStore } from 'payin-checkout/merchant/postgres'
export const store = postgresStore({ connectionString: process.env.DATABASE_URL ?? '' })
export const end = () => store.close()
`,
    facts: 14,
  },
  pglite: {
    peer: '@electric-sql/pglite',
    newest: ['@electric-sql/pglite'],
    code: `import { pgliteStore } from 'payin-checkout/merchant/pglite'
export const store = pgliteStore('memory://')
export const end = () => store.close()
`,
    facts: 10,
  },
  drizzle: {
    peer: 'drizzle-orm',
    newest: ['drizzle-orm@0.45'],
    code: `import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { drizzleStore } from 'payin-checkout/merchant/drizzle'
const pool = ${pool}
export const store = drizzleStore(drizzle({ client: pool }))
export const end = () => pool.end()
`,
    facts: 14,
  },
  kysely: {
    peer: 'kysely',
    newest: ['kysely'],
    code: `import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { kyselyStore } from 'payin-checkout/merchant/kysely'
const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: ${pool} }) })
export const store = kyselyStore(db)
export const end = () => db.destroy()
`,
    facts: 14,
  },
  knex: {
    peer: 'knex',
    newest: ['knex'],
    code: `import createKnex from 'knex'
import { knexStore } from 'payin-checkout/merchant/knex'
const knex = createKnex({ client: 'pg', connection: process.env.DATABASE_URL ?? '' })
export const store = knexStore(knex)
export const end = () => knex.destroy()
`,
    facts: 14,
  },
  prisma: {
    peer: '@prisma/client',
    newest: ['@prisma/client@7', 'prisma@7', '@prisma/adapter-pg@7'],
    beside: ['prisma', '@prisma/adapter-pg'],
    code: `import { PrismaPg } from '@prisma/adapter-pg'
import { prismaStore } from 'payin-checkout/merchant/prisma'
import { PrismaClient } from './generated/client.js'
const prisma = new PrismaClient({ adapter: new PrismaPg({ connectionString: process.env.DATABASE_URL ?? '' }) })
export const store = prismaStore(prisma)
export const end = () => prisma.$disconnect()
`,
    facts: 14,
  },
  postgresJs: {
    newest: ['postgres'],
    code: postgresJs,
    facts: 14,
  },
}

/** `>=8.11` as npm takes an exact version: `8.11.0`. */
const lowest = (peer: string): string => {
  const [major = '', minor = '0', patch = '0'] = (peerDependencies[peer] ?? '').replace('>=', '').split('.')
  return [major, minor, patch].join('.')
}
const lowestOf = ({ peer = '', beside = [] }: Client): readonly string[] =>
  peer === '' ? [] : [peer, ...beside].map((name) => `${name}@${lowest(peer)}`)

/** Generates Prisma's client for the shop's tables. */
function generatePrisma(project: FreshProject): void {
  // Otherwise Prisma would download its program for migrations, which this test does not need.
  project.env.PRISMA_SCHEMA_ENGINE_BINARY = process.execPath
  project.write(
    'schema.prisma',
    `generator client {
  provider = "prisma-client"
  output   = "./src/prisma/generated"
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

const urlOf = (client: string): string => `DATABASE_URL_OF_${client.toUpperCase()}`

/** The program of the document; a store with one connection leaves out what needs two. */
const programOf = (facts: number): string => {
  const chosen = facts === 14 ? 'storeContract' : 'storeContract.filter((fact) => !fact.needsTwoConnections)'
  return contract.replace('of storeContract', `of ${chosen}`)
}

/** @param checksLibraries also the types of the clients: old ones do not compile with a new compiler */
function compile(project: FreshProject, checksLibraries: boolean): void {
  project.copy('test/projects/templates/server/tsconfig.json', 'tsconfig.json')
  project.runWell('tsc', '-p', '.', '--skipLibCheck')
  if (!checksLibraries) return
  // Drizzle's types import packages of other databases, and do not compile without these.
  project.write('tsconfig.strict.json', '{ "extends": "./tsconfig.json", "exclude": ["src/drizzle"] }')
  project.runWell('tsc', '-p', 'tsconfig.strict.json', '--noEmit')
}

for (const { which, packagesOf, checksLibraries } of [
  { which: 'newest', packagesOf: ({ newest }: Client) => newest, checksLibraries: true },
  { which: 'lowest promised', packagesOf: lowestOf, checksLibraries: false },
]) {
  test(`the store over the ${which} version of each client passes the contract of every store`, async ({
    project,
  }) => {
    const tested = Object.entries(clients).filter(([, client]) => packagesOf(client).length > 0)
    const packages = tested.flatMap(([, client]) => packagesOf(client))
    project.install('@types/pg', 'typescript', '@types/node@20', ...packages)
    generatePrisma(project)
    for (const [name, { code, facts }] of tested) {
      project.write(`src/${name}/store.ts`, code.replace('.DATABASE_URL', `.${urlOf(name)}`))
      project.write(`src/${name}/contract.ts`, programOf(facts))
    }
    compile(project, checksLibraries)

    // Each has a database of its own, so that they can run at the same time.
    const databases = await Promise.all(
      tested.map(async ([name]) => [name, await createOwnDatabase(databaseUrl)] as const),
    )
    for (const [name, database] of databases) project.env[urlOf(name)] = database.urlFor(name)
    const programs = tested.map(([name]) => `out/${name}/contract.js`)
    const { status, output } = project.run('node', '--test', '--test-concurrency=8', ...programs)
    for (const [, database] of databases) await database.drop()
    expect(status, output).toBe(0)
    const all = tested.reduce((sum, [, { facts }]) => sum + facts, 0)
    expect(/^(?:#|ℹ) pass (\d+)$/m.exec(output)?.[1], output).toBe(String(all))
  })
}
