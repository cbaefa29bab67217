// `verify --watch`: what counts as a change, and what a new run prints.
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { CommandError } from '../../../../src/cli/command.ts'
import type { Result, Verdict } from '../../../../src/cli/verify/promise-run.ts'
import { OtherService } from '../../../../src/cli/verify/prove-sandbox.ts'
import { type Changes, runOnChanges, watchFiles } from '../../../../src/cli/verify/run-on-changes.ts'
import { fakeTerminal } from '../fake-terminal.ts'
import { runCli } from '../running-sandbox.ts'

async function watchFolder(...paths: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'watch-'))
  await mkdir(join(folder, 'src'))
  await writeFile(join(folder, 'src/server.js'), '1')
  const ended = new AbortController()
  const changes = await watchFiles(
    paths.map((path) => join(folder, path)),
    ended.signal,
  )
  onTestFinished(async () => {
    await changes.close()
    await rm(folder, { recursive: true })
  })
  let changeCount = 0
  const listening = (async () => {
    for (;;) {
      await changes.next()
      changeCount++
    }
  })().catch((error: unknown) => error)
  return {
    file: (name: string) => join(folder, name),
    times: () => changeCount,
    async end() {
      ended.abort()
      return listening
    },
  }
}

describe('a change', () => {
  test('can be several files that are saved at once', async () => {
    const { file, times, end } = await watchFolder('src')
    for (const name of ['src/server.js', 'src/new.js', 'src/other.js']) await writeFile(file(name), '2')
    await expect.poll(times).toBe(1)
    await writeFile(file('src/server.js'), '3')
    await expect.poll(times).toBe(2)
    expect(await end()).toMatchObject({ name: 'AbortError' })
    expect(times()).toBe(2)
  })

  test('can be a file that an editor replaces', async () => {
    const { file, times } = await watchFolder('src/server.js')
    await writeFile(file('src/server.js~'), '2')
    await rename(file('src/server.js~'), file('src/server.js'))
    await expect.poll(times).toBe(1)
  })

  test('is not a change of a hidden or installed file', async () => {
    const { file, times } = await watchFolder('.')
    for (const name of ['.git', 'node_modules', 'src/.cache']) {
      await mkdir(file(name))
      await writeFile(file(`${name}/file`), '2')
    }
    await writeFile(file('src/server.js'), '2')
    await expect.poll(times).toBe(1)
    await writeFile(file('.git/file'), '3')
    await writeFile(file('src/server.js'), '3')
    await expect.poll(times).toBe(2)
  })
})

const resultOf = (id: string, verdict: Verdict) => ({ promise: { id }, verdict }) as Result

/** Runs once for each of these, and ends after the last. */
async function runThrough(...runs: readonly (readonly Result[] | Error)[]) {
  const { terminal, lines, errorLines, ended } = fakeTerminal()
  let at = 0
  const changes: Changes = {
    async next() {
      if (at < runs.length) return
      ended.abort()
      throw terminal.ended.reason
    },
    close: async () => {},
  }
  const code = await runOnChanges(
    changes,
    async (results) => {
      const run = runs[at++] ?? []
      if (run instanceof Error) throw run
      results.push(...run)
    },
    terminal,
  )
  return { code, lines, errorLines }
}

const waiting = 'Waiting for a change. Ctrl-C ends it.'

test('each run prints the promises whose verdict has changed', async () => {
  expect(
    await runThrough(
      [resultOf('press', 'held'), resultOf('paid', 'broken')],
      [resultOf('press', 'broken'), resultOf('paid', 'broken')],
      [resultOf('press', 'broken'), resultOf('paid', 'held')],
    ),
  ).toEqual({
    code: 130,
    lines: ['  press: held → broken', '  paid: broken → held'],
    errorLines: [waiting, waiting, waiting],
  })
})

test('a server that does not start is reported, and the next change is awaited', async () => {
  const broken = new CommandError('--start ended by itself.')
  const { lines, errorLines } = await runThrough([resultOf('press', 'held')], broken, [
    resultOf('press', 'broken'),
  ])
  expect(lines).toEqual(['  press: held → broken'])
  expect(errorLines).toEqual([waiting, '--start ended by itself.', waiting, waiting])
})

test('a server that uses another payment service ends the watch, since each run would make a payment there', async () => {
  await expect(runThrough(new OtherService('elsewhere'))).rejects.toThrow('elsewhere')
})

test('an error of the program itself ends the watch', async () => {
  await expect(runThrough(new TypeError('mine'))).rejects.toThrow('mine')
})

test.each([
  [['--watch', 'src'], /^--watch needs --start/],
  [['--start', 'x', '--watch', '/no/such/folder'], /^--watch: there is no file or folder \/no\/such\/folder/],
])('%j is refused with a message', async (more, sentence) => {
  const { code, errorText } = await runCli([
    'verify',
    'http://127.0.0.1:1/checkout',
    '--order',
    'A-{n}',
    ...more,
  ])
  expect([code, errorText]).toEqual([2, expect.stringMatching(sentence)])
})
