// The terminal of a real process: its colours in each environment, and an output that nobody reads.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { startChild } from '../../support/child.ts'

const terminal = fileURLToPath(new URL('../../../src/cli/terminal.ts', import.meta.url))

/** What a process with this environment writes for a bold text. */
function boldIn(env: Readonly<Record<string, string>>, isTerminal: boolean): string {
  const code =
    `${isTerminal ? 'process.stdout.isTTY = true;' : ''}` +
    `import(${JSON.stringify(terminal)}).then(({ processTerminal }) => {` +
    `  const { write, colours } = processTerminal(); write(colours.bold('text')) })`
  return execFileSync(process.execPath, ['--import', 'tsx', '-e', code], {
    env: { PATH: process.env.PATH, ...env },
    encoding: 'utf8',
  })
}

const plain = 'text\n'
const bold = '\u001B[1mtext\u001B[22m\n'

test.for([
  { env: {}, isTerminal: false, written: plain },
  { env: { TERM: 'xterm' }, isTerminal: false, written: plain },
  { env: { CI: 'true' }, isTerminal: false, written: plain },
  { env: { FORCE_COLOR: '1' }, isTerminal: false, written: bold },
  { env: { FORCE_COLOR: '0', CI: 'true' }, isTerminal: false, written: plain },
  { env: { FORCE_COLOR: '', CI: 'true' }, isTerminal: false, written: plain },
  { env: {}, isTerminal: true, written: bold },
  { env: { TERM: 'dumb' }, isTerminal: true, written: plain },
  { env: { NO_COLOR: '1', FORCE_COLOR: '1' }, isTerminal: true, written: plain },
  { env: { NO_COLOR: '' }, isTerminal: true, written: bold },
])('colours follow the terminal ($isTerminal) and the environment ($env)', ({ env, isTerminal, written }) => {
  expect(boldIn(env, isTerminal)).toBe(written)
})

test.for(['stdout', 'stderr'] as const)('a command ends by itself when nobody reads its %s', async (name) => {
  const code =
    `import(${JSON.stringify(terminal)}).then(({ processTerminal }) => {` +
    `  const { write, writeError, ended } = processTerminal();` +
    `  const timer = setInterval(() => { write('line'); writeError('line') }, 10);` +
    `  ended.addEventListener('abort', () => { clearInterval(timer); process.exitCode = 130 }) })`
  const child = startChild(process.execPath, ['--import', 'tsx', '-e', code])
  const read = child.process[name]
  read?.once('data', () => read.destroy())

  expect(await child.ended).toMatchObject({ code: 130, signal: null })
})

test.skipIf(!existsSync('/dev/full'))(
  'a result that the disk has no room for ends the program with 2',
  () => {
    const main = fileURLToPath(new URL('../../../src/cli/main.ts', import.meta.url))
    const program = `"${process.execPath}" --import tsx "${main}"`
    const { status, stderr } = spawnSync(`${program} --version > /dev/full`, {
      encoding: 'utf8',
      shell: true,
    })

    expect([status, stderr]).toEqual([2, expect.stringContaining('The output cannot be written: ENOSPC')])
  },
)

test('Ctrl-C ends a command that waits for standard input', async () => {
  const main = fileURLToPath(new URL('../../../src/cli/main.ts', import.meta.url))
  const env = { ...process.env, PAYMENTS_BASE_URL: 'http://127.0.0.1:9', PAYMENTS_API_KEY: 'test_key' }
  const child = startChild(process.execPath, ['--import', 'tsx', main, 'reconcile', '--sessions', '-'], {
    env,
    stdio: 'pipe',
  })
  // A first part shows that it reads.
  await new Promise<void>((resolve) => child.process.stdin?.write('[{}'.padEnd(2_000_000), () => resolve()))
  expect(await child.end('SIGINT')).toMatchObject({ code: 130, signal: null })
})
