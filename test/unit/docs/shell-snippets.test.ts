// Runs shell lines of the documents; only the ports and the shop's address are replaced by free ones.
import { execFile, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedOrders } from '../../../demo/orders-on-sale.ts'
import { commands } from '../../../src/cli/program.ts'
import { readSettings } from '../../../src/merchant/settings/read.ts'
import { type RunningSandbox, startSandbox } from '../../../src/sandbox/start-sandbox.ts'
import { allBlocks, type Block, placeOf } from '../../support/documents.ts'
import { type ExampleShop, startExampleShop } from '../../support/example-shop.ts'
import { freePort } from '../../support/free-port.ts'
import { fakeTerminal } from '../cli/fake-terminal.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const manifest = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))
const { scripts } = manifest
const backofficeToken = 'a-token-of-the-documents-test'
const has = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0

let sandbox: RunningSandbox
let shop: ExampleShop
let bin: string

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, rateLimit: 0 })
  const port = await freePort()
  const env = {
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    PAYMENTS_BASE_URL: sandbox.origin,
    BACKOFFICE_TOKEN: backofficeToken,
  }
  shop = await startExampleShop(env, { onEvent: [], prepare: (db) => seedOrders(db, new Date()) })
  bin = mkdtempSync(join(tmpdir(), 'payin-documents-'))
  // Some machines lack it. A request of a document must not get an error.
  writeFileSync(join(bin, 'uuidgen'), `#!/bin/sh\nexec ${process.execPath} -p 'crypto.randomUUID()'\n`)
  chmodSync(join(bin, 'uuidgen'), 0o755)
  writeFileSync(join(bin, '.curlrc'), 'fail\nsilent\nshow-error\n')
}, 60_000)
afterAll(async () => {
  await shop?.close()
  await sandbox?.close()
  if (bin) rmSync(bin, { recursive: true, force: true })
})

async function runShell({ code }: Block): Promise<string> {
  const lines = code
    .replace(/http:\/\/(localhost|127\.0\.0\.1):4100/g, sandbox.origin)
    .replace(/https:\/\/shop\.example|http:\/\/127\.0\.0\.1:4001/g, shop.origin)
  const env = {
    PATH: `${bin}:${process.env.PATH}`,
    CURL_HOME: bin,
    BACKOFFICE_TOKEN: backofficeToken,
  }
  const { stdout } = await promisify(execFile)('sh', ['-ec', lines], { cwd: root, env })
  return stdout
}

const statuses = () => sandbox.service.payins.list().map(({ status }) => status)
const faults = async () => (await fetch(`${sandbox.origin}/sandbox/faults`)).text()

/** Blocks with requests, in the order of the documents: a text that only this block contains, and a check afterwards. */
const asking: readonly (readonly [mark: string, check: (output: string) => unknown])[] = [
  ['"status":"FAILED"', () => expect(statuses()).toContain('FAILED')],
  ['"advance_ms"', (output) => expect(output).toContain('"now"')],
  ['"work":"done"', async () => expect(await faults()).toContain('"cut"')],
  ['"webhook_forged"', async () => expect(await faults()).not.toContain('"webhook_')],
  ['sandbox/state', () => expect(statuses()).toEqual([])],
  [
    '/backoffice/payouts',
    (output) =>
      expect(JSON.parse(output)).toMatchObject({
        kind: 'payout',
        outcome: 'open',
        redirect_url: null,
        claim_code: expect.stringMatching(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/),
      }),
  ],
  ['/backoffice/alerts', (output) => expect(JSON.parse(output)).toEqual({ content: [], open: 0 })],
  ['api/v2/payins', (output) => expect(JSON.parse(output)).toMatchObject({ status: 'CREATED' })],
  ['"operations":["createPayin"],"count":1}\' http', async () => expect(await faults()).toContain('"cut"')],
]

const blocks = allBlocks('sh')
const isAsking = ({ code }: Block) => code.includes('curl ')
const checkOf = ({ code }: Block) => asking.find(([mark]) => code.includes(mark))?.[1]

describe('a block with requests', () => {
  test.skipIf(!has('curl')).each(blocks.filter(isAsking).map((block) => [placeOf(block), block] as const))(
    '%s works, and does what the document says',
    async (_, block) => {
      const check = checkOf(block)
      if (!check) throw new Error(`${placeOf(block)}: say in \`asking\` what is so after this block.`)
      await check(await runShell(block))
    },
  )
})

/** A line that starts one of our programs, without its comment. */
const program = /^((?:[A-Z_]+=\S+\s+(?:\\\n\s*)?)*)(npm ci && )?npm (?:run )?([a-z:-]+)(?: -- .*)?$/
const ownFile = /^((?:[A-Z_]+=\S+\s+(?:\\\n\s*)?)*)(?:node --import tsx|python3) (\S+)$/

/** A line without a command. */
const nobody = fakeTerminal().terminal

/** A command of the package. */
const tool = /^npx payin-checkout ([a-z]+) ([\s\S]*)$/

function mistakeInTool(name: string, args: string): string | null {
  const made = commands.map((make) => make(nobody, () => undefined))
  const command = made.find((each) => each.name() === name)
  if (!command) return `there is no command ${name}`
  // A quoted text belongs to another program.
  const flags = args.replace(/"[^"]*"/g, '').match(/--[a-z-]+/g) ?? []
  const options = [command, ...command.commands].flatMap((each) => each.options)
  const wrong = flags.find((flag) => !options.some(({ long }) => long === flag))
  return wrong === undefined ? null : `${name} has no option ${wrong}`
}

/** A shop installs the package, and packages of package.json. */
const installing = /^npm install ([\w@/ -]+)$/

function mistakeInInstalling(packages: readonly string[]): string | null {
  const wrong = packages.find((name) => name !== manifest.name && !(name in manifest.peerDependencies))
  return wrong === undefined ? null : `${wrong} is no peer of the package`
}

/** Run by cli-snippets.test.ts. */
const ownCommand = /^npx payin-checkout (trigger|listen)\b/

/** Run by test/projects/quickstart.project.ts. */
const ofQuickstart: ReadonlySet<string> = new Set(['npx payin-checkout sandbox', 'node shop.mjs'])

/** The error of a command that starts a program, or nothing. */
function mistakeIn(command: string): string | null {
  if (ownCommand.test(command) || ofQuickstart.has(command)) return null
  const [, packages] = installing.exec(command) ?? []
  if (packages !== undefined) return mistakeInInstalling(packages.split(' '))
  const [, toolName, toolArgs = ''] = tool.exec(command) ?? []
  if (toolName !== undefined) return mistakeInTool(toolName, toolArgs)
  const [, ownSettings = '', , script = ''] = program.exec(command) ?? []
  const [, fileSettings = '', file = ''] = ownFile.exec(command) ?? []
  if (!script && !file) return `is started by no rule of this test: ${command}`
  if (script && !(script in scripts) && script !== 'ci') return `npm has no script "${script}"`
  if (file.endsWith('.ts') && !existsSync(root + file)) return `there is no ${file}`
  const settings = [...(ownSettings || fileSettings).matchAll(/([A-Z_]+)=(\S+)/g)]
  // The Python server has its own variables.
  if (settings.length === 0 || file.endsWith('.py')) return null
  readSettings(
    {},
    Object.fromEntries(
      settings.map(([, name = '', value = '']) => [
        name,
        value.replaceAll('…', name.toLowerCase().padEnd(24, 'x')),
      ]),
    ),
  )
  return null
}

const commandsOf = (code: string) =>
  code
    .replace(/ +#.*$/gm, '')
    .split(/(?<!\\)\n/)
    .filter((line) => line.trim() !== '')

describe('a command that starts a program', () => {
  // test/projects/examples.project.ts runs those of examples/.
  const starting = blocks.filter(
    (block) => !isAsking(block) && !block.code.startsWith('echo ') && !block.file.startsWith('examples/'),
  )

  test.each(starting.flatMap((block) => commandsOf(block.code).map((command) => [placeOf(block), command])))(
    '%s starts an existing program: %s',
    (_, command) => {
      expect(mistakeIn(command)).toBeNull()
    },
  )

  test('is an error when the program does not exist', () => {
    expect(mistakeIn('npm run nothing')).toContain('no script "nothing"')
    expect(mistakeIn('node --import tsx src/merchant/nothing.ts')).toContain('there is no')
    expect(mistakeIn('npm install payin-checkout left-pad')).toContain('left-pad is no peer')
    expect(mistakeIn('npx payin-checkout verify http://x --nothing "a --b"')).toContain('no option --nothing')
    expect(mistakeIn('npx payin-checkout nothing at all')).toContain('no command nothing')
    expect(mistakeIn('rm -rf dist')).toContain('no rule')
    expect(() => mistakeIn('PORT=many npm start')).toThrow('PORT must be')
  })
})

describe('the hash of the script', () => {
  const block = blocks.find(({ code }) => code.startsWith('echo '))
  const script = `${root}dist/payin-checkout.js`

  test.skipIf(!existsSync(script) || !has('openssl'))(
    'computed by the line of docs/security.md, is the one of `integrity`',
    async () => {
      const hash = createHash('sha384').update(readFileSync(script)).digest('base64')
      expect(await runShell(block as Block)).toBe(`sha384-${hash}\n`)
    },
  )
})
