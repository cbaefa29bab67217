// `npm run test:quick`: types, lint and the unit tests that run in seconds, all at once, for the time between two saves.
import { mkdirSync } from 'node:fs'
import { sortTests } from './quick-tests.ts'
import { runProgram } from './test-run.ts'
import { timeText } from './test-times.ts'

const { quick, left } = sortTests('test/unit')
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
  // No database is made: the tests that need one are left out.
  run('unit tests', 'vitest', ['run', '--project', 'unit', '--reporter=dot', ...quick], {
    TESTS_WITHOUT_DATABASE: 'yes',
  }),
])
const failed = results.filter(({ ok }) => !ok).map(({ title }) => title)
console.log(
  `\n${failed.length > 0 ? `Failed: ${failed.join(', ')}.` : 'All passed.'} ${timeText((performance.now() - began) / 1_000)} in all. ` +
    `\`npm test\` also runs ${left.length} files of unit tests that need a database, a program or more time, and everything in a browser.`,
)
process.exitCode = failed.length > 0 ? 1 : 0

/** Runs an installed program, which `npm run` has put into PATH. Its output is printed in one piece, and only if it failed. */
async function run(title: string, command: string, args: readonly string[], env = {}) {
  const { ok, output, seconds } = await runProgram({ command, args, env }, true)
  if (!ok) console.log(output)
  console.log(`── ${title}: ${ok ? 'passed' : 'failed'}, ${timeText(seconds)}`)
  return { title, ok }
}
