// Text of servers, pages and files that reaches the terminal: through every command, in lines and in JSON.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { run } from '../../../src/cli/program.ts'
import { fakeTerminal } from './fake-terminal.ts'

const cli = fileURLToPath(new URL('../../../src/cli/', import.meta.url))

/** Runs code with a terminal that has colours, in a process of its own. */
function written(code: string) {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [
      '--import',
      'tsx',
      '-e',
      `import(${JSON.stringify(`${cli}terminal.ts`)}).then(({ processTerminal }) => { const terminal = processTerminal(); ${code} })`,
    ],
    { encoding: 'utf8', env: { PATH: process.env.PATH, FORCE_COLOR: '1' } },
  )
  return { stdout, stderr, status }
}

/** What a terminal obeys, and what nobody sees: C0, C1, OSC, CSI, colours, direction, isolates, zero width, separators. */
const nasty =
  '\u001b]52;c;cGF5\u0007\u001b[2J\u001b[31mheld\u001b[8m\b\r\n\t\u007f\u009b31m\u009d\u061c\u200b\u200d\u200e\u202e\u2028\u2029\u2060\u2066\u2069\ufeff\u{e0041}'
const obeyed = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u

test('a line keeps our colours, and no colour or line break of a foreign text', () => {
  const { stdout } = written(
    `terminal.write(terminal.colours.red('a' + ${JSON.stringify(nasty)} + 'b') + ${JSON.stringify(nasty)})`,
  )
  expect(stdout.startsWith('\u001b[31ma')).toBe(true)
  expect(stdout.match(/\p{Cc}/gu)?.join('')).toBe('\u001b\u001b\n')
  const rest = stdout.replace('\u001b[31m', '').replace('b\u001b[39m', '').replace(/\n$/, '')
  expect(rest).not.toMatch(obeyed)
  expect(rest).toContain('held')
})

test('what other code writes to the console is clean, line by line', () => {
  const { stdout, stderr } = written(
    `console.log('one\\n' + ${JSON.stringify('\u001b]0;x\u0007')}); console.error(new Error(${JSON.stringify(nasty)}))`,
  )
  expect(stdout).toBe('one\n\ufffd]0;x\ufffd\n')
  expect(stderr.replaceAll('\n', '')).not.toMatch(obeyed)
})

test('JSON is safe to print, and is the same value', () => {
  const { stdout } = written(`terminal.writeJson(${JSON.stringify({ [nasty]: [nasty] })}, 2)`)
  expect(stdout.replaceAll('\n', '')).not.toMatch(obeyed)
  expect(JSON.parse(stdout)).toEqual({ [nasty]: [nasty] })
  fc.assert(
    fc.property(fc.json(), fc.boolean(), (json, isIndented) => {
      const { terminal, lines } = fakeTerminal()
      terminal.writeJson(JSON.parse(json), isIndented ? 2 : undefined)
      expect(JSON.parse(lines.join('\n'))).toEqual(JSON.parse(json))
    }),
  )
})

test('text in any language is unchanged', () => {
  const { terminal, lines } = fakeTerminal()
  const text = 'Zoë, 株式会社, محل, 🛒 €49.90'
  terminal.write(text)
  expect(lines).toEqual([text])
})

/** A server that answers everything with one JSON. */
async function startAnswering(status: number, value: unknown): Promise<string> {
  const server = createServer((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const fake = 'x\n#17  all is settled\u001b[32m'

test('an alert begins no line of its own', async () => {
  const url = await startAnswering(200, {
    content: [
      {
        ...{ id: 1, kind: fake, subject: fake, amount: { value: fake, currency: fake }, detail: fake },
        ...{ what_to_do: fake, settle_as: [fake], created_at: fake, settled: null },
      },
    ],
    open: 1,
  })
  const { terminal, lines } = fakeTerminal({ BACKOFFICE_TOKEN: 'token' })
  await run(['alerts', '--url', url], terminal)
  expect(lines).toHaveLength(5)
  expect(lines.join('')).toContain('settled\ufffd[32m')
  expect(lines.join('')).not.toMatch(obeyed)
})

test('a refusal begins no line of its own', async () => {
  const detail = fake
  const refusal = { status: 422, detail, instance: '/', errors: [{ pointer: fake, detail: fake }] }
  const { terminal, errorLines } = fakeTerminal({ BACKOFFICE_TOKEN: 'token' })
  const url = await startAnswering(422, refusal)
  expect(await run(['alerts', '--url', url], terminal)).toBe(2)
  expect(await run(['trigger', 'state', '--url', url], terminal)).toBe(2)
  expect(errorLines.map((line) => line.slice(0, 4))).not.toContain('#17 ')
  expect(errorLines.join('')).not.toMatch(obeyed)
})

test('a failure that nobody expected is written as clean lines, and is not "problems found"', async () => {
  const { terminal, errorLines } = fakeTerminal()
  const broken = {
    ...terminal,
    get env(): NodeJS.ProcessEnv {
      throw new Error(nasty)
    },
  }
  expect(await run(['alerts'], broken)).toBe(2)
  expect(errorLines.join('')).toContain('held')
  expect(errorLines.join('')).not.toMatch(obeyed)
})

test('only one file of the command line writes to the terminal', () => {
  const direct =
    /\bconsole\b|\bprocess\.(stdout|stderr|emitWarning|report)|\bstdio\b|\/dev\/tty|node:tty|\bfs\b.*\b[12],/
  // The templates of `init` are programs of a shop.
  const files = readdirSync(cli, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !/^init.templates/.test(name),
  )
  const writing = files.filter((name) =>
    direct.test(readFileSync(`${cli}${name}`, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*/gm, '')),
  )
  expect(writing).toEqual(['terminal.ts'])
})
