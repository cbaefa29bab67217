// `npm test`: everything that must hold, in one command. The last line is `N passed, N failed`.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { findChromium } from './find-chromium.ts'
import { installChromium } from './install-chromium.ts'

const reports = '.cache/test-reports'
let passed = 0
let failed = 0
let skipped = 0

function run(title: string, command: string, args: readonly string[]): boolean {
  console.log(`\n── ${title}`)
  const { status } = spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' })
  return status === 0
}

/** A check that either holds or does not: counts as one. */
function check(title: string, script: string): void {
  if (run(title, 'npm', ['run', '--silent', script])) passed++
  else failed++
}

/** A test runner: counts what its JSON report counts; a runner that fails without a failed test counts as one. */
function suite(
  title: string,
  args: readonly string[],
  count: () => { passed: number; failed: number; skipped: number },
): void {
  const ok = run(title, 'npx', args)
  let counted = { passed: 0, failed: 0, skipped: 0 }
  try {
    counted = count()
  } catch (error) {
    console.error(`No report of ${title}: ${error instanceof Error ? error.message : String(error)}`)
  }
  passed += counted.passed
  failed += !ok && counted.failed === 0 ? 1 : counted.failed
  skipped += counted.skipped
  if (ok && counted.passed === 0) {
    console.error(`${title} ran no test.`)
    failed++
  }
}

function report(name: string): Record<string, unknown> {
  return JSON.parse(readFileSync(`${reports}/${name}.json`, 'utf8'))
}

if (!findChromium()) installChromium()
if (!findChromium()) {
  console.error(
    'No Chromium found and none could be installed. Install one, or set CHROMIUM_PATH to its program.',
  )
  process.exit(1)
}

rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

check('types', 'types')
check('lint, format and import directions', 'lint')
check('unused code', 'unused')
check('build', 'build')
suite(
  'unit and component tests',
  ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${reports}/vitest.json`],
  () => {
    const { numPassedTests, numFailedTests, numPendingTests } = report('vitest') as Record<string, number>
    return { passed: numPassedTests ?? 0, failed: numFailedTests ?? 0, skipped: numPendingTests ?? 0 }
  },
)
process.env.PLAYWRIGHT_JSON_OUTPUT_NAME = `${reports}/journeys.json`
suite('journeys', ['playwright', 'test', '--grep-invert=@long', '--reporter=list,json'], () => {
  const { expected, unexpected, flaky, skipped } = (report('journeys') as { stats: Record<string, number> })
    .stats
  // A journey that passes at the second try is a journey that failed.
  return { passed: expected ?? 0, failed: (unexpected ?? 0) + (flaky ?? 0), skipped: skipped ?? 0 }
})

console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exitCode = failed > 0 ? 1 : 0
