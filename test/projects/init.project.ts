// `npx payin-checkout init` as a newcomer follows it: the framework's minimum, the packed package, the printed commands, and
// a paid order in a browser. Only the ports and the database are others, so that the test can run beside anything.
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { hostedPage } from '../journeys/support/shopper.ts'
import { type Child, startChild } from '../support/child.ts'
import { freePort } from '../support/free-port.ts'
import { createOwnDatabase } from '../support/own-database.ts'
import { expect, type FreshProject, test as freshTest } from './fresh-project.ts'
import { quiet } from './pack.ts'
import { databaseUrl, noPostgres } from './shop-project.ts'

const test = freshTest.extend<{ database: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
  database: async ({}, use) => {
    const database = await createOwnDatabase(databaseUrl)
    await use(database.urlFor('init'))
    await database.drop()
  },
})

const strict = {
  target: 'es2023',
  lib: ['es2023', 'dom', 'dom.iterable'],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noUnusedLocals: true,
  verbatimModuleSyntax: true,
  noEmit: true,
}

interface Shop {
  readonly framework: string
  readonly client: string
  /** The packages of the framework's own minimum. */
  readonly packages?: readonly string[]
  /** The files that a project of this framework has before. */
  readonly minimum?: Readonly<Record<string, string>>
  readonly tsconfig?: object
  /** Whether the types of all packages compile, too. */
  readonly checksLibraries?: boolean
  /** Added to the printed command that starts the shop. */
  readonly onPort?: (port: number) => readonly string[]
}

const shops: readonly Shop[] = [
  { framework: 'node', client: 'pglite' },
  {
    framework: 'express',
    client: 'knex',
    tsconfig: { module: 'nodenext', types: ['node'] },
    checksLibraries: true,
  },
  {
    framework: 'fastify',
    client: 'kysely',
    tsconfig: { module: 'nodenext', types: ['node'] },
    checksLibraries: true,
  },
  {
    framework: 'hono',
    client: 'prisma',
    tsconfig: { module: 'nodenext', types: ['node'] },
    checksLibraries: true,
  },
  {
    framework: 'next',
    client: 'drizzle',
    tsconfig: { module: 'esnext', moduleResolution: 'bundler', jsx: 'react-jsx', types: ['node'] },
  },
  {
    framework: 'sveltekit',
    client: 'pg',
    packages: [
      '@sveltejs/kit',
      '@sveltejs/vite-plugin-svelte',
      'svelte',
      'vite',
      'svelte-check',
      'typescript',
    ],
    minimum: {
      'src/app.html':
        '<!doctype html><html lang="en"><head><link rel="icon" href="data:,">%sveltekit.head%</head><body><div>%sveltekit.body%</div></body></html>',
      'vite.config.ts': `import { sveltekit } from '@sveltejs/kit/vite'\nexport default { plugins: [sveltekit()] }\n`,
    },
    tsconfig: { module: 'esnext', moduleResolution: 'bundler', types: ['node'] },
    onPort: (port) => ['--port', `${port}`, '--strictPort'],
  },
]

for (const shop of shops) {
  const { framework, client } = shop
  test(`init leads to a paid order with ${framework} and ${client}`, async ({ project, page, database }) => {
    test.skip(databaseUrl === '' && client !== 'pglite', noPostgres)
    makeProject(project, shop)
    const said = project.runWell('payin-checkout', 'init', '--framework', framework, '--client', client)
    const commands = [...said.matchAll(/^ {2}(np[mx] .+|node .+)$/gm)].map(([, command = '']) => command)
    const [sandbox = '', start = ''] = commands.slice(-2)
    for (const command of commands.slice(0, -2)) {
      const options = command.startsWith('npm install') ? ` ${quiet.join(' ')}` : ''
      const { status, output } = project.run('sh', '-c', command + options)
      expect(status, output).toBe(0)
    }
    const [port, sandboxPort] = [await freePort(), await freePort()]
    const [, address = ''] = /^Then open (\S+) /m.exec(said) ?? []
    const ownPort = new URL(address).port
    const settings = project
      .read('.env.example')
      .replaceAll(ownPort, `${port}`)
      .replace(/^DATABASE_URL=.*/m, `DATABASE_URL=${database}`)
      .replace(/^PAYMENTS_BASE_URL=.*/m, `PAYMENTS_BASE_URL=http://localhost:${sandboxPort}`)
    project.write('.env', settings)
    Object.assign(project.env, { SANDBOX_PORT: `${sandboxPort}`, NEXT_TELEMETRY_DISABLED: '1' })
    if (framework === 'next') project.env.PORT = `${port}`
    compile(project, shop)

    const running = [launch(project, sandbox)]
    try {
      await isUp(`http://localhost:${sandboxPort}/openapi.json`, running)
      const startShop = () => {
        const served = launch(project, [start, ...(shop.onPort?.(port) ?? [])].join(' '))
        running.push(served)
        return served
      }
      const served = startShop()
      const shopAddress = address.replace(ownPort, `${port}`)
      await isUp(shopAddress, running)
      await payIn(page, shopAddress)
      await served.printed(/^Order 1001 is paid\./m)
      await expect.poll(() => eventsOf(served)).toContain('webhook_done')

      // A page that is open would report that its server is away.
      await page.goto('about:blank')
      await served.end('SIGTERM')
      const again = startShop()
      await isUp(shopAddress, running)
      expect(await press(project, '1001')).toBe(409)
      await page.goto(shopAddress)
      await expect(page.locator('payin-checkout')).toContainText('Your payment has arrived.')
      await page.goto('about:blank')
      for (const each of [served, again])
        expect(eventsOf(each).join('\n')).not.toMatch(/error|warn|deprecat|failed|refused|differs/i)
      expect(await press(project, 'abc')).toBe(422)
    } finally {
      for (const { end } of running) await end()
    }
  })
}

/** An empty folder with what the framework itself needs, and the package. */
function makeProject(
  project: FreshProject,
  { framework, packages = [], minimum = {}, tsconfig }: Shop,
): void {
  project.install(...packages)
  // As `npm init -y` makes it; `sv create` makes a project of modules.
  if (framework !== 'sveltekit') project.run('npm', 'pkg', 'set', 'type=commonjs')
  // Otherwise Prisma would download its program for migrations, which no command here needs.
  project.env.PRISMA_SCHEMA_ENGINE_BINARY = process.execPath
  for (const [path, text] of Object.entries(minimum)) project.write(path, text)
  const compilerOptions = { ...strict, ...tsconfig }
  if (tsconfig) project.write('tsconfig.json', JSON.stringify({ compilerOptions }))
}

/** The strictest compiler accepts what was written, with the types that it imports. */
function compile(project: FreshProject, { framework, tsconfig, checksLibraries = false }: Shop): void {
  if (!tsconfig) return
  if (framework === 'sveltekit') {
    project.runWell('svelte-kit', 'sync')
    // The first is of SvelteKit 2. npm takes SvelteKit 3 where Node is new enough for it.
    const [base, ...types] = project.has('.svelte-kit/tsconfig.json')
      ? ['./.svelte-kit/tsconfig.json']
      : ['$app/tsconfig', '$app/types']
    const own = { extends: base, compilerOptions: { ...strict, types: ['node', ...types] } }
    project.write('tsconfig.json', JSON.stringify(own))
    project.runWell('svelte-check', '--tsconfig', 'tsconfig.json')
    return
  }
  const tsc = ['tsc', '--pretty', 'false', '-p', '.', '--skipLibCheck', `${!checksLibraries}`]
  project.runWell(...tsc)
  if (framework !== 'next') project.runWell(...tsc, '--module', 'esnext', '--moduleResolution', 'bundler')
}

function launch({ folder: cwd, env }: FreshProject, command: string): Child {
  const [program = '', ...args] = command.split(' ')
  return startChild(program, args, { cwd, env, detached: true })
}

/** What a shop has written, in whole lines. A line of JSON is an event of the merchant, of which the first says that it has started. */
const eventsOf = ({ output }: Child): string[] =>
  output()
    .split('\n')
    .slice(0, -1)
    .map((line) => (line.startsWith('{') ? JSON.parse(line).event : line))

async function isUp(address: string, running: readonly Child[]): Promise<void> {
  const status = () =>
    fetch(address).then(
      (answer) => answer.status,
      () => 0,
    )
  const up = expect.poll(status, { timeout: 60_000 }).toBe(200)
  const written = () => running.map(({ output }) => output()).join('\n')
  await up.catch((error) => Promise.reject(new Error(`${error.message}\n${written()}`)))
}

/** A shopper pays order 1001, and nothing is written to the console of the page. */
async function payIn(page: Page, address: string): Promise<void> {
  const noise: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) noise.push(message.text())
  })
  page.on('pageerror', (error) => noise.push(error.message))
  await page.goto(address)
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: /^Pay/ }).click()
  await hostedPage.pay(await opened)
  await expect(page.getByRole('heading', { name: 'Thank you for order 1001' })).toBeVisible({
    timeout: 20_000,
  })
  await expect(page.locator('payin-checkout')).toContainText('Paid')
  expect(noise).toEqual([])
}

/**
 * Presses pay for an order. An id that the table cannot hold is no order and no failure of the server (422); a paid one is
 * refused (409). @returns the status
 */
async function press(project: FreshProject, order: string): Promise<number> {
  const [, publicUrl = ''] = /^PUBLIC_URL=(.+)$/m.exec(project.read('.env')) ?? []
  const answer = await fetch(`${publicUrl}/checkout/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({ order }),
  })
  return answer.status
}
