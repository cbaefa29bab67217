// Several commands build at the same moment, while servers read the result: two people start the shop from one folder, or a
// developer builds while it runs. The test uses its own copy of the project.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { root } from './built.ts'

// Inside the project, so that imports find the installed packages.
const copy = join(root, '.cache/building-at-once')
const script = join(copy, 'dist/payin-checkout.js')
const copied = [
  'dist',
  'src',
  'scripts',
  'server-example',
  'demo',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'vite.config.ts',
]

beforeAll(() => {
  rmSync(copy, { recursive: true, force: true })
  mkdirSync(copy, { recursive: true })
  for (const name of copied) cpSync(join(root, name), join(copy, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

interface Started {
  readonly child: ChildProcess
  output(): string
  /** Exit code or signal. */
  readonly ended: Promise<unknown>
}

/** Starts a command in the copy. All of its processes end with the test. */
function start(command: string, args: readonly string[], environment: Record<string, string> = {}): Started {
  const child = spawn(command, args, {
    cwd: copy,
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group of its own, because npm starts children and does not always end them.
    detached: true,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  const ended = once(child, 'exit').then(([code, signal]) => code ?? signal)
  onTestFinished(() => endGroup(child))
  return { child, output: () => output, ended }
}

function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // All of its processes have ended.
  }
}

test('two servers that start together build changed files once, and readers always see complete files', {
  timeout: 240_000,
}, async () => {
  const before = readFileSync(script, 'utf8')
  const sentences = join(copy, 'src/locales/en.ts')
  writeFileSync(sentences, readFileSync(sentences, 'utf8').replaceAll('You can close', 'You may close'))
  const servers = await Promise.all(
    ['a', 'b'].map(async () => {
      const port = String(await freePort())
      return start('npm', ['run', 'server', '--silent'], { PORT: port, DATA_DIR: 'memory://' })
    }),
  )
  const ended = Promise.race(servers.map((server) => server.ended)).then((how) => `ended: ${how}`)
  let how: unknown = null
  ended.then((result) => {
    how = result
  })
  const isOpen = () => servers.every(({ output }) => output().includes('The shop is open at'))
  const [seen, stages] = [new Set<string>(), new Set<string>()]
  while (!isOpen() && how === null) {
    seen.add(readFileSync(script, 'utf8'))
    for (const name of readdirSync(copy)) if (name.startsWith('.dist-next-')) stages.add(name)
    // A thousand reads a second leave time for the builders on a machine with two cores.
    await pause(1)
  }
  const output = servers.map(({ output }) => output()).join('\n')
  expect(how, output).toBeNull()
  expect(output).not.toMatch(/ENOENT|Error/)
  const after = readFileSync(script, 'utf8')
  expect(after).not.toBe(before)
  expect([...seen].filter((text) => text !== before && text !== after)).toEqual([])
  expect(stages.size).toBe(1)
  expect(readdirSync(copy).filter((name) => name.includes('-next-'))).toEqual([])
})
