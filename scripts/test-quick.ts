// `npm run test:quick`: types, lint and the unit tests that run in seconds, all at once, for the time between two saves.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { sortTests } from './quick-tests.ts'

const { quick, left } = sortTests('test/unit')
const isWindows = process.platform === 'win32'
const began = performance.now()
mkdirSync('.cache', { recursive: true })

/** TypeScript remembers what it has checked, so that a second run takes a fraction of the first. */
const types = (project: string, name: string) =>
  ['-p', project, '--incremental', '--tsBuildInfoFile', `.cache/${name}.tsbuildinfo`] as const

const results = await Promise.all([
  run('types of src', 'tsc', types('src', 'types-src')),
  run('types of the rest', 'tsc', types('.', 'types')),
  run('lint and format', 'biome', ['check', '.']),
  run('import directions of folders', 'tsx', ['scripts/folder-cycles.ts']),
  run('one place that writes payments', 'tsx', ['scripts/one-writer.ts']),
  // No database is made: the tests that need one are left out. Threads start sooner than processes.
  run('unit tests', 'vitest', ['run', '--project', 'unit', '--reporter=dot', '--pool=threads', ...quick], {
    TESTS_WITHOUT_DATABASE: 'yes',
  }),
])
const failed = results.filter(({ ok }) => !ok).map(({ title }) => title)
console.log(
  `\n${failed.length > 0 ? `Failed: ${failed.join(', ')}.` : 'All passed.'} ${secondsSince(began)} in all. ` +
    `\`npm test\` also runs ${left.length} files of unit tests that need a database, a program or more time, and everything in a browser.`,
)
process.exitCode = failed.length > 0 ? 1 : 0

/** Runs an installed program, which `npm run` has put into PATH. Its output is printed in one piece, and only if it failed. */
async function run(
  title: string,
  command: string,
  args: readonly string[],
  env: Record<string, string> = {},
) {
  const start = performance.now()
  const child = spawn(command, args, { env: { ...process.env, ...env }, shell: isWindows })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (output += text))
  const [exitCode] = await once(child, 'close')
  const ok = exitCode === 0
  if (!ok) console.log(output.trimEnd())
  console.log(`── ${title}: ${ok ? 'passed' : 'failed'}, ${secondsSince(start)}`)
  return { title, ok }
}

function secondsSince(start: number): string {
  return `${((performance.now() - start) / 1_000).toFixed(1)} s`
}
