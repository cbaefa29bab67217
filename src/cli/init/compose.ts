// The files of a shop, from the templates: one of the client, one of the framework, and those that all shops share.
import { readFileSync } from 'node:fs'
import { type Chosen, clients, frameworks } from './choices.ts'
import type { Project } from './project.ts'
import { withoutTypes } from './without-types.ts'

export interface ShopFile {
  /** Within the project, with `/` on every system. */
  readonly path: string
  readonly text: string
  readonly about: string
  /** What to do if the project has another file of this name. */
  readonly byHand: string
  /** What such a file has if nothing is to do. */
  readonly isEnough?: RegExp
}

/** A file before its language is decided. Its template is a text of this folder. */
interface Part extends Omit<ShopFile, 'text'> {
  readonly template: string
}

const templates = new URL('templates/', import.meta.url)
export const readTemplate = (name: string): string => readFileSync(new URL(name, templates), 'utf8')

/** The files of a shop. Lines end with LF on every system. */
export function compose(chosen: Chosen, project: Project): readonly ShopFile[] {
  const names = namesFor(chosen, project)
  return partsOf(chosen, project).map(({ path, template, ...more }) => ({
    ...more,
    path: names.file(path),
    text: names.code(path, textOf(template, chosen, project)),
  }))
}

function textOf(template: string, { framework, client }: Chosen, { isSvelteKit2 }: Project): string {
  if (template === 'merchant.ts')
    return client === 'pglite' ? overPglite(merchantOf('pg')) : merchantOf(client)
  const text = readTemplate(template)
  const { publicUrl, isBundled } = frameworks[framework]
  if (template === 'environment.ts')
    return [
      text,
      ...(isBundled ? [readTemplate('public-url.ts').replace('http://localhost:4000', publicUrl)] : []),
      ...(client === 'pglite' ? [] : [readTemplate('database-url.ts')]),
    ].join('\n')
  if (template === 'sveltekit/src/hooks.server.ts' && isSvelteKit2)
    return text.replace('kit/hooks', 'kit').replace('$app/env', '$app/environment')
  if (template === 'next/next.config.mjs') return text.replace('knex', unbundled[client] ?? '')
  if (template !== 'env.example') return text
  const environment = text.replace('PUBLIC_URL=http://localhost:4000', `PUBLIC_URL=${publicUrl}`)
  const withPort = isBundled
    ? environment.replace(
        '# Where the shop listens, and its public address.\nPORT=4000\n',
        '# The public address.\n',
      )
    : environment
  return client === 'pglite' ? withPort.replace(/# Your Postgres\.\n.*\n\n/, '') : withPort
}

/** The file merchant, with what depends on the client: what it begins with, and how an order is read and marked as paid. */
function merchantOf(client: string): string {
  const [head = '', ...queries] = readTemplate(`clients/${client}.ts`).split(/\n\/\/ (?:find|setPaid)\n/)
  const [find = '', setPaid = ''] = queries.map((code) => code.trimEnd().replace(/^(?=.)/gm, '      '))
  return readTemplate('merchant.ts')
    .replace('// head', () => head.trimEnd())
    .replace('      // find', () => find)
    .replace('      // setPaid', () => setPaid)
}

/** The file of pg with the store of PGlite, which needs no address. */
const overPglite = (text: string): string =>
  text
    .replace('the Postgres of DATABASE_URL', 'the folder data')
    .replace('postgresStore }', 'pgliteStore }')
    .replace('merchant/postgres', 'merchant/pglite')
    .replace('{ databaseUrl } from ', '')
    .replace('postgresStore({ connectionString: databaseUrl })', "pgliteStore('data')")

/** How files are named and import each other, in the language of the project. */
function namesFor({ framework }: Chosen, { isTypeScript, isModule }: Project) {
  const { isBundled } = frameworks[framework]
  const script = (name: string) => {
    if (isBundled) return name.replace(/\.ts(x?)$/, isTypeScript ? '.ts$1' : '.js$1')
    if (!isTypeScript) return name.replace(/\.ts$/, '.mjs')
    return isModule ? name : name.replace(/\.ts$/, '.mts')
  }
  const compiled = isTypeScript && isModule ? '.js' : '.mjs'
  return {
    file: script,
    code(path: string, text: string): string {
      if (!/\.(tsx?|svelte)$/.test(path)) return text
      const code = text.replace(
        /((?:from |import |import\()'\.[^']*)\.ts'/g,
        `$1${isBundled ? '' : compiled}'`,
      )
      return isTypeScript ? code : withoutTypes(code)
    },
  }
}

function partsOf({ framework, client }: Chosen, { hasSource }: Project): readonly Part[] {
  const code = { next: hasSource ? 'src/' : '', sveltekit: 'src/lib/server/' }[framework as string] ?? ''
  return [
    {
      path: `${code}merchant.ts`,
      template: 'merchant.ts',
      about: `finds an order and marks it as paid, with ${clients[client].title.split(',')[0]}`,
      byHand: 'let it export `merchant`, as docs/merchant.md of the package shows',
    },
    {
      path: `${code}environment.ts`,
      template: 'environment.ts',
      about: 'reads .env',
      byHand: `let it read .env${client === 'pglite' ? '' : ', and export `databaseUrl`'}: the file merchant imports it`,
    },
    ...frameworkParts(framework, code),
    ...(framework === 'next' ? nextConfig(client) : []),
    ...(client === 'prisma' ? [prismaSchema] : []),
    {
      path: 'orders.sql',
      template: 'orders.sql',
      about: 'the table of the orders, with order 1001 to try',
      byHand: 'the file merchant runs it at each start: give the table the columns that it reads',
    },
    {
      path: '.env.example',
      template: 'env.example',
      about: 'the variables',
      byHand: `add the variables ${client === 'pglite' ? '' : 'DATABASE_URL, '}PUBLIC_URL, PAYMENTS_BASE_URL, PAYMENTS_API_KEY and PAYMENTS_WEBHOOK_SECRET`,
    },
    {
      path: '.gitignore',
      template: 'gitignore',
      about: 'keeps .env and the database out of git',
      byHand: `let it have a line .env${client === 'pglite' ? ', and a line data' : ''}`,
      isEnough:
        client === 'pglite' ? /^\/?data\/?$[\s\S]*^\.env\b|^\.env\b[\s\S]*^\/?data\/?$/m : /^\.env\b/m,
    },
  ]
}

const prismaSchema: Part = {
  path: 'prisma/schema.prisma',
  template: 'prisma/schema.prisma',
  about: 'the orders as Prisma’s model',
  byHand: 'add a model Order with @@map("orders"), as orders.sql has it',
}

/** The packages that do not work within a bundle of Next.js. It leaves Prisma and pg out by itself. */
const unbundled: Partial<Record<Chosen['client'], string>> = { knex: 'knex', pglite: '@electric-sql/pglite' }

function nextConfig(client: Chosen['client']): readonly Part[] {
  const name = unbundled[client]
  if (name === undefined) return []
  return [
    {
      path: 'next.config.mjs',
      template: 'next/next.config.mjs',
      about: `keeps ${name} out of the bundle`,
      byHand: `add serverExternalPackages: ['${name}']`,
      isEnough: new RegExp(`serverExternalPackages[^\\]]*${name}`),
    },
  ]
}

function frameworkParts(framework: Chosen['framework'], code: string): readonly Part[] {
  if (framework === 'next')
    return [
      {
        path: `${code}app/pay/[...path]/route.ts`,
        template: 'next/app/pay/[...path]/route.ts',
        about: 'the checkout’s addresses, below /pay',
        byHand: 'export the handlers of toNext(…) there, as docs/running.md#nextjs of the package shows',
      },
      {
        path: `${code}app/orders/[id]/page.tsx`,
        template: 'next/app/orders/[id]/page.tsx',
        about: 'the page of an order',
        byHand: 'render <Pay order={id} /> of the file pay beside it',
      },
      {
        path: `${code}app/orders/[id]/pay.tsx`,
        template: 'next/app/orders/[id]/pay.tsx',
        about: 'the pay button',
        byHand: 'render <PayinCheckout endpoint="/pay/checkout" order={order} /> of payin-checkout/react',
      },
      {
        path: `${code}app/layout.tsx`,
        template: 'next/app/layout.tsx',
        about: 'what all pages share',
        byHand: 'nothing: any layout will do',
        isEnough: /^/,
      },
    ]
  if (framework === 'sveltekit')
    return [
      {
        path: 'src/hooks.server.ts',
        template: 'sveltekit/src/hooks.server.ts',
        about: 'hands the checkout’s addresses to it',
        byHand:
          'call merchant.start() in init, and begin handle with: if (merchant.handles(event.url.pathname)) return merchant.fetch(event.request)',
      },
      {
        path: 'src/routes/orders/[id]/+page.svelte',
        template: 'sveltekit/src/routes/orders/[id]/+page.svelte',
        about: 'the page of an order',
        byHand: 'put <payin-checkout endpoint="/checkout" order={…}> into it',
      },
    ]
  return [
    {
      path: 'shop.ts',
      template: `${framework}/shop.ts`,
      about: 'the shop: the checkout beside your own pages',
      byHand: byHandIn[framework],
    },
    {
      path: 'page.html',
      template: 'page.html',
      about: 'the page with the pay button',
      byHand:
        'put <payin-checkout endpoint="/checkout" order="1001"> and the script /payin-checkout.js into it',
    },
  ]
}

/** How the checkout gets into a server that is there already. */
const byHandIn = {
  node: 'call toNode(merchant)(request, response, next) before your own code, and merchant.start() once',
  express: 'write app.use(toNode(merchant)) above app.use(express.json()), and merchant.start() once',
  fastify: 'add the onRequest hook of docs/running.md#fastify of the package, and merchant.start() once',
  hono: 'begin with app.use(async (c, next) => (merchant.handles(c.req.path) ? merchant.fetch(c.req.raw, c.env) : next())), and call merchant.start() once',
} as const
