// Builders are separate processes, and each may be killed at any time.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

const program = fileURLToPath(new URL('../../support/builder-process.ts', import.meta.url))
const loader = import.meta.resolve('tsx')

let folder: string
let builders: Builder[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'payin-builders-'))
  writeFileSync(join(folder, 'source'), '1')
  builders = []
})
afterEach(async () => {
  await Promise.all(builders.map(({ kill }) => kill()))
  rmSync(folder, { recursive: true })
})

interface Builder {
  /** Its output, one word for each step. */
  said(): string[]
  /** Ends its build. */
  go(): void
  kill(): Promise<void>
  readonly ended: Promise<unknown[]>
}

function start(): Builder {
  const child: ChildProcess = spawn(process.execPath, ['--import', loader, program], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout?.on('data', (chunk) => {
    output += chunk
  })
  child.stdin?.on('error', () => undefined)
  const ended = once(child, 'exit')
  const builder: Builder = {
    said: () => output.split('\n').filter(Boolean),
    go: () => child.stdin?.write('go\n'),
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    ended,
  }
  builders.push(builder)
  return builder
}

/** The builder that builds; the others wait for it. */
async function whoBuilds(among: readonly Builder[]): Promise<Builder> {
  const building = () => among.filter(({ said }) => said().at(-1) === 'building')
  await expect.poll(() => building().length).toBe(1)
  const [one] = building()
  if (!one) throw new Error('Nobody builds.')
  return one
}

const file = () => readFileSync(join(folder, 'out/file'), 'utf8')

test('one of three simultaneous builders builds, and the others find a fresh build', async () => {
  const all = [start(), start(), start()]
  const one = await whoBuilds(all)
  expect(existsSync(join(folder, 'out'))).toBe(false)
  one.go()
  expect((await Promise.all(all.map(({ ended }) => ended))).map(([code]) => code)).toEqual([0, 0, 0])
  const others = all.filter((builder) => builder !== one)
  expect([one.said(), ...others.map(({ said }) => said())]).toEqual([
    ['building', 'built'],
    ['fresh'],
    ['fresh'],
  ])
  expect([file(), readdirSync(folder).sort()]).toEqual(['whole', ['.cache', 'out', 'source']])
  expect(readdirSync(join(folder, '.cache'))).toEqual(['stamp'])
})

test('the next builder builds at once when one is killed, and no incomplete file is visible', async () => {
  const first = start()
  first.go()
  await first.ended
  writeFileSync(join(folder, 'source'), '2')
  const both = [start(), start()]
  const killed = await whoBuilds(both)
  await killed.kill()
  expect(file()).toBe('whole')
  const next = await whoBuilds(both.filter((builder) => builder !== killed))
  next.go()
  expect((await next.ended)[0]).toBe(0)
  expect(next.said()).toEqual(['building', 'built'])
})

test('leftovers of a crash do not delay the next builder', async () => {
  const killed = start()
  await whoBuilds([killed])
  await killed.kill()
  const next = start()
  await whoBuilds([next])
  next.go()
  expect((await next.ended)[0]).toBe(0)
})
