// `payin-checkout init`: what it writes, what it leaves alone, and whom it asks.
import { execFileSync, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { clients, frameworks } from '../../../src/cli/init/choices.ts'
import { run } from '../../../src/cli/program.ts'
import { fakeTerminal } from './fake-terminal.ts'

type Tree = Readonly<Record<string, string>>

/** A folder with these files, which is deleted after the test. */
function folderWith(files: Tree = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'init-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

const treeOf = (folder: string): Tree =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => statSync(join(folder, path), { throwIfNoEntry: false })?.isFile())
      .sort()
      .map((path) => [path.replaceAll('\\', '/'), readFileSync(join(folder, path), 'utf8')]),
  )

async function init(folder: string, args: readonly string[] = ['--yes'], answers?: readonly string[]) {
  const { terminal, lines, errorLines } = fakeTerminal({}, answers)
  const code = await run(['init', '--dir', folder, ...args], terminal)
  return { code, text: lines.join('\n'), errorText: errorLines.join('\n') }
}

const manifest = (...dependencies: readonly string[]) => ({
  'package.json': JSON.stringify({
    dependencies: Object.fromEntries(dependencies.map((name) => [name, '*'])),
  }),
})
const svelteKit = { 'src/app.html': '' }
const pairs = Object.keys(frameworks).flatMap((framework) =>
  Object.keys(clients).map((client) => ['--framework', framework, '--client', client] as const),
)

describe('init', () => {
  it.each(pairs)('%s %s %s %s: a second run changes nothing', async (...args) => {
    for (const language of [{}, { 'tsconfig.json': '{}' }]) {
      const folder = folderWith({ ...svelteKit, ...language })
      expect(await init(folder, args)).toMatchObject({ code: 0, errorText: '' })
      const written = treeOf(folder)
      expect(Object.keys(written).filter((path) => /merchant\.m?[jt]s$/.test(path))).toHaveLength(1)
      expect(Object.keys(written)).toEqual(expect.arrayContaining(['.env.example', 'orders.sql']))
      const again = await init(folder, args)
      expect(again.code).toBe(0)
      expect(again.text).not.toMatch(/^(written|left alone)/m)
      expect(treeOf(folder)).toEqual(written)
    }
  })

  it('takes what package.json has, and asks nothing with --yes', async () => {
    const folder = folderWith(manifest('express', 'knex', 'pg'))
    const { text } = await init(folder)
    expect(treeOf(folder)['shop.mjs']).toContain("from 'express'")
    expect(treeOf(folder)['merchant.mjs']).toContain("from 'knex'")
    expect(text).toContain('  npm install payin-checkout\n')
  })

  it.each([
    ['pnpm-lock.yaml', 'pnpm add', 'pnpm add --save-dev', 'pnpm exec', 'pnpm exec tsx'],
    ['yarn.lock', 'yarn add', 'yarn add --dev', 'yarn run', 'yarn run tsx'],
    ['bun.lock', 'bun add', 'bun add --dev', 'bunx', 'bunx tsx'],
    ['bun.lockb', 'bun add', 'bun add --dev', 'bunx', 'bunx tsx'],
    ['package-lock.json', 'npm install', 'npm install --save-dev', 'npx', 'npx tsx'],
  ])('names the commands of the package manager that wrote %s', async (lock, add, addDev, exec, tsx) => {
    const inProject = { ...manifest('express', 'pg'), 'tsconfig.json': '{}', [lock]: '' }
    const { text } = await init(folderWith(inProject))
    for (const command of [
      `${add} payin-checkout`,
      `${addDev} @types/`,
      `${exec} payin-checkout sandbox`,
      tsx,
    ])
      expect(text).toContain(`\n  ${command}`)
    const inWorkspace = folderWith({
      ...(lock === 'pnpm-lock.yaml'
        ? { 'pnpm-workspace.yaml': '' }
        : { 'package.json': '{"workspaces":["*"]}' }),
      [lock]: '',
      'shop/package.json': manifest('express', 'pg')['package.json'],
    })
    expect((await init(join(inWorkspace, 'shop'))).text).toContain(`\n  ${add} payin-checkout\n`)
  })

  it.each([{}, { 'package.json': '{}' }, { 'package.json': '{' }])(
    'does not take a lock file above that is of no workspace: %j',
    async (above) => {
      const { 'package.json': own } = manifest('express', 'pg')
      const folder = folderWith({ 'yarn.lock': '', ...above, 'shop/package.json': own })
      expect((await init(join(folder, 'shop'))).text).toContain('\n  npm install payin-checkout\n')
    },
  )

  it('runs a shop in JavaScript by "yarn node", because Yarn may keep no folder node_modules', async () => {
    const { text } = await init(folderWith({ ...manifest('express'), 'yarn.lock': '' }))
    expect(text).toContain('\n  yarn node shop.mjs\n')
  })

  it('takes the embedded database where nothing is installed, so that no Postgres is needed', async () => {
    const folder = folderWith()
    const { text } = await init(folder)
    expect(treeOf(folder)['merchant.mjs']).toContain("pgliteStore('data')")
    expect(text).toContain('  npm install payin-checkout @electric-sql/pglite@0.5\n')
    expect(text).not.toContain('your Postgres')
  })

  it('proposes what it has found, and takes a number, a name or Enter', async () => {
    const folder = folderWith(manifest('fastify'))
    const { text, code } = await init(folder, [], ['', 'KYSELI', 'kysely'])
    expect(code).toBe(0)
    expect(text).toContain('Enter takes fastify:')
    expect(text).toContain('There is no kyseli in the list. Did you mean "kysely"?')
    expect(treeOf(folder)['merchant.mjs']).toContain("from 'kysely'")
    const other = folderWith()
    await init(other, ['--client', 'pg'], ['5'])
    expect(treeOf(other)['shop.mjs']).toContain("from 'hono'")
  })

  it('writes nothing when the input ends before the answers', async () => {
    const folder = folderWith()
    expect(await init(folder, [], ['1'])).toMatchObject({ code: 2, errorText: 'Nothing was written.' })
    expect(treeOf(folder)).toEqual({})
  })

  it('writes nothing after Ctrl-C, also when all answers are there', async () => {
    const folder = folderWith()
    const { terminal, ended } = fakeTerminal({}, ['1', '1'])
    ended.abort()
    expect(await run(['init', '--dir', folder, '--yes'], terminal)).toBe(130)
    expect(treeOf(folder)).toEqual({})
  })

  it('names its options where there is no terminal to ask at', async () => {
    const folder = folderWith(manifest('hono'))
    const { code, errorText } = await init(folder, ['--client', 'pg'])
    expect(code).toBe(2)
    expect(errorText).toContain('init needs --framework and --client')
    expect(errorText).toContain('--framework hono --client pglite')
    expect(Object.keys(treeOf(folder))).toEqual(['package.json'])
  })

  it.each([
    [
      ['--framework', 'expres'],
      '--framework must be one of next, sveltekit, fastify, express, hono, node. Did you mean "express"?',
    ],
    [
      ['--client', 'prizma'],
      '--client must be one of prisma, drizzle, kysely, knex, pg, pglite. Did you mean "prisma"?',
    ],
    [['--client', 'toString'], '--client must be one of prisma, drizzle, kysely, knex, pg, pglite.'],
    [['--framwork', 'express'], "error: unknown option '--framwork'"],
  ])('%j is a mistake', async (args, sentence) => {
    const folder = folderWith()
    const { code, errorText } = await init(folder, ['--yes', ...args])
    expect([code, errorText]).toEqual([2, expect.stringContaining(sentence)])
    expect(treeOf(folder)).toEqual({})
  })
})

describe('a file that is there', () => {
  it('stays as it is, and the output says what to do by hand', async () => {
    const mine = { 'merchant.mjs': 'mine', 'page.html': '<p>mine', '.env.example': 'A=1\r\n' }
    const folder = folderWith(mine)
    const { code, text } = await init(folder, ['--framework', 'express', '--client', 'pg'])
    expect(code).toBe(0)
    expect(treeOf(folder)).toMatchObject(mine)
    expect(treeOf(folder)).toHaveProperty(['shop.mjs'])
    expect(text).toMatch(/^left alone {2}merchant\.mjs/m)
    expect(text).toContain('  merchant.mjs: let it export `merchant`')
    expect(text).toContain('  page.html: put <payin-checkout')
  })

  it('in another language is named as it is there, also by the command that starts the shop', async () => {
    const folder = folderWith({ 'shop.js': 'mine', 'merchant.ts': 'mine' })
    const { text } = await init(folder)
    expect(text).toMatch(/^left alone {2}shop\.js /m)
    expect(text).toContain('  merchant.ts, in place of merchant.mjs: let it export `merchant`')
    expect(text).toContain('\n  node shop.js\n')
  })

  it('.env is written into, and no file is copied over it', async () => {
    const folder = folderWith({ '.env': 'KEY=mine', '.env.example': 'KEY=' })
    const { text } = await init(folder, ['--framework', 'node', '--client', 'pg'])
    expect([text, ...Object.values(treeOf(folder))].join()).not.toMatch(/copy /i)
    expect(text).toContain('First write the address of your Postgres into .env, as DATABASE_URL')
    expect(text).toContain('  .env.example: add the variables DATABASE_URL, PUBLIC_URL')
  })

  it('is no other file when git has changed the ends of its lines', async () => {
    const folder = folderWith()
    await init(folder)
    const written = treeOf(folder)
    writeFileSync(join(folder, 'shop.mjs'), (written['shop.mjs'] ?? '').replaceAll('\n', '\r\n'))
    expect((await init(folder)).text).not.toContain('left alone')
  })

  it.each([
    ['app/layout.jsx', 'layout.tsx'],
    ['merchant.js', 'merchant.ts'],
    ['next.config.ts', 'next.config.mjs'],
    ['app/orders/[slug]/page.tsx', 'app/orders/[id]/page.tsx'],
  ])('%s is not joined by a second one of its kind', async (path, ours) => {
    const folder = folderWith({ [path]: 'mine', 'tsconfig.json': '{}' })
    await init(folder, ['--framework', 'next', '--client', 'knex'])
    expect(treeOf(folder)[path]).toBe('mine')
    expect(Object.keys(treeOf(folder)).filter((each) => each.endsWith(ours))).toEqual([])
  })

  it.each([
    ['.env\ndata\n', false],
    ['data/\n.env*\n', false],
    ['dist\n', true],
    ['data\n', true],
  ])('%j as .gitignore is mentioned only when it lacks something', async (text, isMentioned) => {
    const { text: said } = await init(folderWith({ '.gitignore': text }))
    expect(said.includes('.gitignore: let it have')).toBe(isMentioned)
  })

  it('that is a link to nowhere is not written through', async () => {
    const folder = folderWith()
    const target = join(folderWith(), 'elsewhere.mjs')
    symlinkSync(target, join(folder, 'merchant.mjs'))
    expect((await init(folder)).code).toBe(0)
    expect(existsSync(target)).toBe(false)
  })
})

describe('init writes nothing at all', () => {
  it('into a folder of another project, behind a link', async () => {
    const other = folderWith()
    const folder = folderWith()
    symlinkSync(other, join(folder, 'app'))
    const { code, errorText } = await init(folder, ['--framework', 'next', '--client', 'pg'])
    expect([code, errorText]).toEqual([2, expect.stringContaining('outside of the folder')])
    expect([treeOf(other), readdirSync(folder)]).toEqual([{}, ['app']])
  })

  it('where a part of a path is a file', async () => {
    const folder = folderWith({ 'app/pay': 'a file' })
    const { code, errorText } = await init(folder, ['--framework', 'next', '--client', 'pg'])
    expect([code, errorText]).toEqual([2, expect.stringContaining('Nothing was written.')])
    expect(treeOf(folder)).toEqual({ 'app/pay': 'a file' })
  })

  it.skipIf(process.platform !== 'linux')('into a folder that nobody may write', async () => {
    const { code, errorText } = await init('/proc/init-of-a-test')
    expect([code, errorText]).toEqual([2, expect.stringContaining('A file cannot be written')])
  })

  it('when one of its files cannot be written: those before it are removed', async () => {
    const folder = folderWith({ src: 'a file in place of a folder', 'app/page.jsx': '' })
    const before = readdirSync(folder, { recursive: true })
    mkdirSync(join(folder, 'app/orders'))
    writeFileSync(join(folder, 'app/orders/[id]'), 'a file')
    const { code } = await init(folder, ['--framework', 'next', '--client', 'pg'])
    expect(code).toBe(2)
    expect(readdirSync(folder, { recursive: true })).toEqual(
      expect.arrayContaining([...before, 'app/orders', 'app/orders/[id]']),
    )
    expect(readdirSync(folder).sort()).toEqual(['app', 'src'])
  })

  // A limit for the size of files fails as a full disk does: the file is there before its text cannot be written.
  it.skipIf(process.platform === 'win32')('where the disk is full', () => {
    const folder = folderWith()
    const start = `ulimit -f 1; exec "${process.execPath}" --import tsx src/cli/main.ts init --yes --dir "${folder}/shop"`
    const { status, stderr } = spawnSync('bash', ['-c', start], { encoding: 'utf8' })
    expect([status, stderr]).toEqual([
      2,
      expect.stringMatching(/^A file cannot be written: .*\nNothing was written\.\n$/),
    ])
    expect(readdirSync(folder)).toEqual([])
  })

  it('where --dir is a file', async () => {
    const folder = folderWith({ file: '' })
    expect(await init(join(folder, 'file'))).toMatchObject({
      code: 2,
      errorText: expect.stringContaining('is a file'),
    })
  })

  it.each(['{ "name": ', '[]', 'null', '"text"'])('where package.json is %s', async (text) => {
    const folder = folderWith({ 'package.json': text })
    const { code, errorText } = await init(folder)
    expect([code, errorText]).toEqual([2, expect.stringContaining('package.json')])
    expect(Object.keys(treeOf(folder))).toEqual(['package.json'])
  })

  it('without a SvelteKit project, which it does not make', async () => {
    const folder = folderWith()
    const { code, errorText } = await init(folder, ['--framework', 'sveltekit', '--client', 'pg'])
    expect([code, errorText]).toEqual([2, expect.stringContaining('npx sv create')])
    expect(treeOf(folder)).toEqual({})
  })
})

describe('SvelteKit', () => {
  const asks = (range: string) => ({
    'package.json': JSON.stringify({ devDependencies: { '@sveltejs/kit': range } }),
  })
  const installed = (version: string) => ({
    'node_modules/@sveltejs/kit/package.json': JSON.stringify({ version }),
  })

  it.each<[string, Tree, string]>([
    ['asked for', asks('^2.16.0'), '$app/environment'],
    ['installed', { ...asks('latest'), ...installed('2.60.1') }, '$app/environment'],
    ['asked for, newer', asks('^3.0.0'), '$app/env'],
    ['installed, newer than the range', { ...asks('>=2'), ...installed('3.2.0') }, '$app/env'],
    ['not there yet', {}, '$app/env'],
    ['of no number', asks('latest'), '$app/env'],
  ])('has the modules of its version: %s', async (_, project, name) => {
    const folder = folderWith({ 'src/app.html': '', ...project })
    expect((await init(folder, ['--framework', 'sveltekit', '--client', 'pg'])).code).toBe(0)
    const hooks = treeOf(folder)['src/hooks.server.js'] ?? ''
    expect(hooks).toContain(`from '${name}'`)
    expect(hooks).toContain("import('./lib/server/merchant')")
  })
})

describe('where the files are', () => {
  it('a folder of --dir is made, and the first command leads into it', async () => {
    const folder = join(folderWith(), 'my shop')
    const { code, text } = await init(folder)
    expect(code).toBe(0)
    expect(text).toMatch(/^ {2}cd ".*my shop"$/m)
    expect(Object.keys(treeOf(folder))).toContain('shop.mjs')
  })

  it.each(['my "best" shop', '$HOME', "Mara's&co", 'a`pwd`#1'])(
    'a shell reads the folder %s as it is named',
    async (name) => {
      const folder = join(folderWith(), name)
      const cd = /^ {2}(cd .*)$/m.exec((await init(folder)).text)?.[1]
      expect(execFileSync('sh', ['-c', `${cd} && pwd -P`], { encoding: 'utf8' }).trim()).toBe(
        realpathSync(folder),
      )
    },
  )

  it('a project in TypeScript gets .ts as a module, .mts otherwise, and tsx runs them', async () => {
    const typed = { 'tsconfig.json': '{}' }
    const module = folderWith({ ...typed, 'package.json': '\ufeff{ "type": "module" }' })
    expect((await init(module)).text).toContain('  npx tsx shop.ts\n')
    expect(treeOf(module)['shop.ts']).toContain("from './merchant.js'")
    const script = folderWith({ ...typed, 'package.json': '{}' })
    expect((await init(script)).text).toContain('  npx tsx shop.mts\n')
    expect(treeOf(script)['shop.mts']).toContain("from './merchant.mjs'")
  })

  it('a Next.js project with src/app gets everything that is compiled in src', async () => {
    const folder = folderWith({ 'src/app/layout.tsx': 'mine', 'tsconfig.json': '{}' })
    await init(folder, ['--framework', 'next', '--client', 'pg'])
    const paths = Object.keys(treeOf(folder))
    expect(paths).toContain('src/app/pay/[...path]/route.ts')
    expect(paths).toContain('src/merchant.ts')
    expect(paths).toContain('orders.sql')
  })
})

it('an empty --dir, as of a variable that is not set, is not the current folder', async () => {
  // Without the mistake, this folder has no SvelteKit, so nothing is written either.
  const { code, errorText } = await init('', ['--framework', 'sveltekit', '--yes'])
  expect([code, errorText]).toEqual([2, '--dir is empty. Name the folder of your project.'])
})
