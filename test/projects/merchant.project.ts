// The merchant's server as in docs/merchant.md and docs/running.md, in separate projects on a Postgres: a shopper pays in a browser, and the
// order is fulfilled.
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { letTimePass } from '../journeys/support/shared-world.ts'
import { hostedPage } from '../journeys/support/shopper.ts'
import type { World } from '../journeys/support/world.ts'
import { type Child, hasEnded, startChild } from '../support/child.ts'
import { programWith, readDocument } from '../support/documents.ts'
import { expect, type FreshProject } from './fresh-project.ts'
import { databaseUrl, noPostgres, type Shop, test, tscOptionsFor } from './shop-project.ts'

const alone = programWith('docs/merchant.md', 'postgresStore({ connectionString: DATABASE_URL })')
const program = (mark: string) => programWith('docs/running.md', mark)
const express = program('response.send(`<!doctype html>')
const withSession = program("from 'express-session'")
const fastify = program("from 'fastify'")
const next = program('payin-checkout/merchant/next')
const runtimes = { deno: program('Deno.serve('), bun: program('Bun.serve(') }
const drizzle = program("from 'drizzle-orm'")

/** The same merchant without its own server. */
const within = alone
  .replace(/^const server = await merchant\.serve\(\)\nprocess\.on\(.*$/m, '')
  .replace('const merchant =', 'export const merchant =')
if (within.includes('serve('))
  throw new Error('The program of docs/merchant.md begins to listen in another way.')

test.skip(databaseUrl === '', noPostgres)

/** What a shop has printed so far. */
type Printed = () => string

/** Starts a program of the project, and ends it after the work. @returns its output */
async function running(
  project: FreshProject,
  { env }: Shop,
  command: readonly [string, ...string[]],
  work: (printed: Printed) => Promise<void>,
): Promise<string> {
  const [program, ...args] = command
  const place = { detached: true, cwd: project.folder, env: { ...project.env, ...env } }
  const child = startChild(program, args, place)
  try {
    const isUp = expect.poll(() => answers(child, env), { timeout: 50_000 }).toBe(200)
    await isUp.catch((error) => Promise.reject(new Error(`${error.message}\n${child.output()}`)))
    await work(child.output)
  } finally {
    await child.end()
  }
  return child.output()
}

function answers({ process: child }: Child, env: Shop['env']): Promise<number> {
  if (hasEnded(child)) throw new Error(`The server ended with exit code ${child.exitCode}.`)
  return fetch(`${env.PUBLIC_URL}/healthz`).then(
    ({ status }) => status,
    () => 0,
  )
}

/** The lines by which a shop fulfils its order. */
const fulfilments = (printed: string): readonly string[] => printed.match(/^Order A-1 is paid\..*$/gm) ?? []

/** A shopper pays the order on the page, and the order is paid in the shop, which fulfils it a moment later. */
async function pays(page: Page, world: World, shop: Shop, printed: Printed): Promise<void> {
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: /^Pay/ }).click()
  await hostedPage.pay(await opened)
  await letTimePass(world, 2_000)
  await expect(page.locator('payin-checkout')).toContainText('Your payment has arrived.')
  expect(await shop.isPaid()).toBe(true)
  await expect.poll(() => fulfilments(printed()).length).toBeGreaterThan(0)
  // The server ends now, and a read of the page would not find it.
  await page.goto('about:blank')
}

/** Opens a page that this test serves. */
async function onOwnPage(page: Page, { origin }: Shop): Promise<void> {
  const body = `<!doctype html><link rel="icon" href="data:,"><script src="/payin-checkout.js" async></script>
    <payin-checkout endpoint="/checkout" order="A-1"></payin-checkout>`
  await page.route(`${origin}/`, (route) => route.fulfill({ contentType: 'text/html', body }))
  await page.goto(origin)
}

/** Compiles the merchant of the documents. */
function compile(project: FreshProject, file: string, code: string, ...packages: readonly string[]): void {
  project.copy('test/projects/templates/server/tsconfig.json', 'tsconfig.json')
  project.install('pg', 'typescript', '@types/node@20', ...packages)
  project.write(`src/${file}.ts`, code)
  project.runWell('tsc', '-p', '.', ...tscOptionsFor(packages))
}

test('a server of thirty lines takes a payment on a Postgres', async ({ project, page, world, shop }) => {
  compile(project, 'server', alone)
  const written = await running(project, shop, ['node', 'out/server.js'], async (printed) => {
    await onOwnPage(page, shop)
    await pays(page, world, shop, printed)
  })

  expect(fulfilments(written)).toHaveLength(1)
})

test('a bundle of esbuild with just two packages takes a payment', async ({ project, page, world, shop }) => {
  compile(project, 'server', alone, 'esbuild')
  const [, options = ''] =
    /esbuild bundles a server with `([^`]+)`/.exec(readDocument('docs/running.md')) ?? []
  project.runWell('esbuild', 'out/server.js', ...options.split(' '), '--outfile=bundled/server.js')
  const written = await running(project, shop, ['node', 'bundled/server.js'], async (printed) => {
    await onOwnPage(page, shop)
    await pays(page, world, shop, printed)
  })

  expect(fulfilments(written)).toHaveLength(1)
})

test('the orders of a shop with Drizzle are paid in its own transaction', async ({
  project,
  page,
  world,
  shop,
}) => {
  compile(project, 'server', drizzle, '@types/pg', 'drizzle-orm@0.45')
  const written = await running(project, shop, ['node', 'out/server.js'], async (printed) => {
    await onOwnPage(page, shop)
    await pays(page, world, shop, printed)
  })

  expect(fulfilments(written)).toHaveLength(1)
})

for (const [name, code] of [
  ['express', express],
  ['fastify', fastify],
] as const) {
  test(`${name} takes a payment next to its own pages`, async ({ project, page, world, shop }) => {
    compile(project, 'merchant', within, name)
    project.write('out/server.js', code)
    const written = await running(project, shop, ['node', 'out/server.js'], async (printed) => {
      await page.goto(`${shop.origin}/orders/A-1`)
      await pays(page, world, shop, printed)
      const elsewhere = await fetch(`${shop.origin}/checkout/of-the-shop`)
      expect([elsewhere.status, elsewhere.headers.get('content-type')]).not.toContain(
        'application/problem+json',
      )
    })

    expect(fulfilments(written)).toHaveLength(1)
  })
}

test('the session of an express shop says who may pay', async ({ project, shop }) => {
  compile(project, 'merchant', within, 'express', 'express-session')
  const signIn =
    "app.get('/sign-in', (request, response) => {\n  request.session.email = request.query.email\n  response.end()\n})\n"
  project.write('out/server.js', withSession.replace('app.listen(', `${signIn}app.listen(`))
  project.env.SESSION_SECRET = randomUUID()
  const statusFor = async (email?: string) => {
    const signedIn = email && (await fetch(`${shop.origin}/sign-in?${new URLSearchParams({ email })}`))
    const cookie = signedIn ? (signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '') : ''
    const answer = await fetch(`${shop.origin}/checkout/sessions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID(), cookie },
      body: '{"order":"A-1"}',
    })
    return answer.status
  }
  await running(project, shop, ['node', 'out/server.js'], async () => {
    expect(await statusFor()).toBe(422)
    expect(await statusFor('eve@shop.example')).toBe(422)
    expect(await statusFor(shop.email.toUpperCase())).toBe(201)
  })
})

test('a route of next takes a payment under its own path', async ({ project, page, world, shop }) => {
  project.install('pg', 'next', 'react', 'react-dom', 'typescript', '@types/node@20', '@types/react')
  project.copy('test/projects/templates/next-route')
  // `next start` is production: the server starts only if the shop says who may pay.
  project.write('merchant.ts', within.replace('async fulfil', 'mayPay: async () => true,\n    async fulfil'))
  project.write('app/pay/[...path]/route.js', next)
  // Without these variables, because a build has no database and no key.
  project.runWell('next', 'build')
  const { PORT = '' } = shop.env
  const start = ['next', 'start', '--port', PORT, '--hostname', 'localhost']
  const paths = { ...shop, env: { ...shop.env, PUBLIC_URL: `${shop.origin}/pay` } }
  const written = await running(project, paths, ['npx', '--no-install', ...start], async (printed) => {
    await page.goto(shop.origin)
    await pays(page, world, shop, printed)
  })

  expect(fulfilments(written)).toHaveLength(1)
})

for (const [runtime, code] of Object.entries(runtimes))
  test(`${runtime} takes a payment`, async ({ project, page, world, shop }) => {
    compile(project, 'merchant', within, runtime)
    project.write('out/server.js', code)
    const args = runtime === 'deno' ? ['run', '-A', 'out/server.js'] : ['out/server.js']
    const written = await running(
      project,
      shop,
      ['npx', '--no-install', runtime, ...args],
      async (printed) => {
        await onOwnPage(page, shop)
        await pays(page, world, shop, printed)
      },
    )

    expect(fulfilments(written)).toHaveLength(1)
    expect(written).not.toContain('no_client_address')
  })

test('express.json() before the merchant gives an error that names the line to move', async ({
  project,
  shop,
}) => {
  compile(project, 'merchant', within, 'express')
  const swapped = express.replace(
    'app.use(toNode(merchant))\napp.use(express.json())',
    'app.use(express.json())\napp.use(toNode(merchant))',
  )
  expect(swapped).not.toBe(express)
  project.write('out/server.js', swapped)
  await running(project, shop, ['node', 'out/server.js'], async () => {
    const answer = await fetch(`${shop.origin}/checkout/sessions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: '{"order":"A-1"}',
    })
    expect(answer.status).toBe(500)
    expect(await answer.text()).toContain(
      'Put the line app.use(toNode(merchant)) above the line app.use(express.json())',
    )
  })
})

test('without the package pg, the start prints what to install', async ({ project, shop }) => {
  compile(project, 'server', alone)
  expect(project.run('npm', 'uninstall', 'pg', '--no-audit', '--no-fund', '--offline').status).toBe(0)
  Object.assign(project.env, shop.env)
  const { status, output } = project.run('node', 'out/server.js')
  expect(status).not.toBe(0)
  expect(output).toContain('The package pg is missing. Install it: npm install pg')
})
