// The frameworks and database clients that `init` knows: how each is recognized, what it needs, and what it is called.

/** A package by its name; a value with a version, such as `knex@3`, is what the generated code was written for. */
type Packages = readonly string[]

interface Choice {
  readonly title: string
  /** The dependency by which a project is known to use it; `null`: it is what remains. */
  readonly foundBy: string | null
  readonly packages: Packages
  readonly devPackages: Packages
  /** Only for projects in TypeScript. */
  readonly types: Packages
}

export interface Framework extends Choice {
  /** Whether a build of the framework reads TypeScript. Otherwise Node runs the files themselves, or tsx. */
  readonly isBundled: boolean
  /** The program that starts the shop, without its file. */
  readonly start: string
  readonly publicUrl: string
  /** The page of the order to try. */
  readonly page: string
}

/** A server that Node runs itself. */
const onNode = {
  devPackages: [],
  types: ['@types/node', 'typescript', 'tsx'],
  isBundled: false,
  start: 'shop',
  publicUrl: 'http://localhost:4000',
  page: 'http://localhost:4000',
} as const

/** In the order in which a project with several is taken for one. */
export const frameworks = {
  next: {
    title: 'Next.js',
    foundBy: 'next',
    packages: ['next@16', 'react@19', 'react-dom@19'],
    devPackages: [],
    types: ['@types/react@19', '@types/node', 'typescript'],
    isBundled: true,
    start: 'next dev',
    publicUrl: 'http://localhost:3000/pay',
    page: 'http://localhost:3000/orders/1001',
  },
  sveltekit: {
    title: 'SvelteKit',
    foundBy: '@sveltejs/kit',
    packages: [],
    devPackages: ['@sveltejs/kit', 'svelte@5', 'vite'],
    types: ['@types/node'],
    isBundled: true,
    start: 'vite dev',
    publicUrl: 'http://localhost:5173',
    page: 'http://localhost:5173/orders/1001',
  },
  fastify: { title: 'Fastify', foundBy: 'fastify', ...onNode, packages: ['fastify@5'] },
  express: {
    ...onNode,
    title: 'Express',
    foundBy: 'express',
    packages: ['express@5'],
    types: ['@types/express@5', ...onNode.types],
  },
  hono: { title: 'Hono', foundBy: 'hono', ...onNode, packages: ['hono@4', '@hono/node-server@2'] },
  node: { title: 'plain Node', foundBy: null, ...onNode, packages: [] },
} as const satisfies Record<string, Framework>

/** A client that connects by the package pg. */
const overPg = { devPackages: [], types: ['@types/pg@8'] } as const

/** In the order in which a project with several is taken for one. */
export const clients = {
  prisma: {
    title: 'Prisma',
    foundBy: '@prisma/client',
    packages: ['@prisma/client@7', '@prisma/adapter-pg@7'],
    devPackages: ['prisma@7'],
    types: [],
  },
  drizzle: { title: 'Drizzle', foundBy: 'drizzle-orm', packages: ['drizzle-orm@0.45', 'pg@8'], ...overPg },
  kysely: { title: 'Kysely', foundBy: 'kysely', packages: ['kysely@0.29', 'pg@8'], ...overPg },
  knex: { title: 'Knex', foundBy: 'knex', packages: ['knex@3', 'pg@8'], ...overPg },
  pg: { title: 'pg', foundBy: 'pg', packages: ['pg@8'], ...overPg },
  pglite: {
    title: 'PGlite, a Postgres in a folder: nothing to install or start',
    foundBy: null,
    packages: ['@electric-sql/pglite@0.5'],
    devPackages: [],
    types: [],
  },
} as const satisfies Record<string, Choice>

export type FrameworkName = keyof typeof frameworks
export type ClientName = keyof typeof clients

export interface Chosen {
  readonly framework: FrameworkName
  readonly client: ClientName
}
