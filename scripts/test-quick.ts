// `npm run test:quick`: types, lint and the unit tests that run in seconds, for the time between two saves.
import { spawnSync } from 'node:child_process'
import { sortTests } from './quick-tests.ts'

const { quick, left } = sortTests('test/unit')
const steps = [
  ['types', 'npm', ['run', '--silent', 'types']],
  ['lint', 'npm', ['run', '--silent', 'lint']],
  ['unit tests', 'npx', ['vitest', 'run', '--project', 'unit', '--reporter=dot', ...quick]],
] as const
const failed: string[] = []
const began = performance.now()

for (const [title, command, args] of steps) {
  const start = performance.now()
  const { status } = spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0) failed.push(title)
  console.log(`── ${title}: ${status === 0 ? 'passed' : 'failed'}, ${seconds(performance.now() - start)}`)
}

console.log(
  `\n${failed.length > 0 ? `Failed: ${failed.join(', ')}.` : 'All passed.'} ${seconds(performance.now() - began)} in all. ` +
    `\`npm test\` also runs ${left.length} files of unit tests that need a database, a program or more time, and everything in a browser.`,
)
process.exitCode = failed.length > 0 ? 1 : 0

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`
}
