// `npm test`: all checks and tests in one command. The last line is `N passed, N failed`.
//
//   npm test -- --long   also the files of long-tests.ts, the rare journeys, whole payments in Firefox and WebKit, the packed
//                        package in fresh projects, merchant servers in other languages, what a screen reader says where
//                        one is installed, rules that are broken on purpose, and more random stories about money and
//                        crashes; 35 minutes to an hour and a half
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { whatIsMissing as programsMissing } from '../test/foreign/support/programs.ts'
import { whyNoScreenReader } from '../test/screen-reader/support/tools.ts'
import {
  failedInVitest,
  journeysThatAre,
  type PlaywrightReport,
  unhandledInVitest,
  type VitestReport,
} from './failed-tests.ts'
import { findChromium } from './find-chromium.ts'
import { engineNames, whyLeftOut } from './find-engines.ts'
import { installChromium } from './install-chromium.ts'
import { longJourneys, longTests } from './long-tests.ts'
import { slowestFiles, type Timed, timeText } from './test-times.ts'

const { values: options } = parseArgs({ options: { long: { type: 'boolean', default: false } } })
const reports = '.cache/test-reports'
/**
 * Random stories in the long form, over the library's own connections and over the shop's own Drizzle. A simulation needs no
 * database.
 */
const longRuns = { MONEY_RUNS: '30', CRASH_RUNS: '25', SIMULATION_RUNS: '60000', LONG_RUN: 'yes' }
let passed = 0
let skipped = 0
let failed = 0
/** Titles and files of the failures. */
const failures: string[] = []
/** The same of journeys that failed once and passed at the second try. */
const unsteady: string[] = []
/** The duration of each part, in order. */
const took: Timed[] = []

interface Counted {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  readonly failures: readonly string[]
}

function run(title: string, command: string, args: readonly string[]): boolean {
  console.log(`\n── ${title}`)
  const start = performance.now()
  const { status } = spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' })
  const seconds = (performance.now() - start) / 1_000
  took.push({ title, seconds })
  console.log(`── ${title}: ${timeText(seconds)}`)
  return status === 0
}

/** Counts one failure that is not a test. */
function fail(what: string): void {
  failed++
  failures.push(what)
}

/** Runs a check and counts it as one test. */
function check(title: string, command: string, args: readonly string[]): void {
  if (run(title, command, args)) passed++
  else fail(title)
}

const script = (name: string) => ['run', '--silent', name]

/** Runs a test runner and adds the counts of its JSON report; a runner that fails without a failed test counts as one failure. */
function suite(title: string, args: readonly string[], count: () => Counted): void {
  const ok = run(title, 'npx', args)
  let counted: Counted = { passed: 0, failed: 0, skipped: 0, failures: [] }
  try {
    counted = count()
  } catch (error) {
    console.error(`No report of ${title}: ${error instanceof Error ? error.message : String(error)}`)
  }
  passed += counted.passed
  failed += counted.failed
  skipped += counted.skipped
  failures.push(...counted.failures)
  if (!ok && counted.failed === 0) fail(`${title}: the runner failed, and no test of it`)
  if (ok && counted.passed === 0) fail(`${title}: no test ran`)
}

function report<T>(name: string): T {
  return JSON.parse(readFileSync(`${reports}/${name}.json`, 'utf8'))
}

/** @param name of its report */
function vitest(title: string, name: string, args: readonly string[] = []): void {
  const reporters = [
    ...['--reporter=default', '--reporter=json', `--outputFile.json=${reports}/${name}.json`],
    '--reporter=./scripts/unhandled-errors.ts',
  ]
  process.env.UNHANDLED_ERRORS = `${reports}/${name}-unhandled.json`
  suite(title, ['vitest', 'run', ...args, ...reporters], () => {
    const counts = report<VitestReport & Record<'numPassedTests' | 'numPendingTests', number>>(name)
    const unhandled = unhandledInVitest(report(`${name}-unhandled`), process.cwd())
    const failures = [...failedInVitest(counts, process.cwd()), ...unhandled]
    return {
      passed: counts.numPassedTests,
      failed: failures.length,
      skipped: counts.numPendingTests,
      failures,
    }
  })
}

if (!findChromium()) installChromium()
if (!findChromium()) {
  console.error(
    'No Chromium found and none could be installed. Install one, or set CHROMIUM_PATH to its program.',
  )
  process.exit(1)
}

if (options.long) for (const [name, runs] of Object.entries(longRuns)) process.env[name] ??= runs
// The same random runs each time, so a new failure comes from a change. Other runs: `npm run test:money`,
// `npm run test:crashes` and `npm run test:simulation`.
process.env.MONEY_SEED ??= '20261122'
process.env.CRASH_SEED ??= '20261122'
process.env.SIMULATION_SEED ??= '20261122'
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

check('types', 'npm', script('types'))
check('lint, format and import directions', 'npm', script('lint'))
check('unused code', 'npm', script('unused'))
check('build', 'npx', ['tsx', 'scripts/build.ts', '--if-changed'])
vitest('unit and component tests', 'vitest', options.long ? [] : longTests.map((file) => `--exclude=${file}`))
if (options.long) check('each broken rule is found', 'npm', script('test:broken-rules'))
/** @param name of its report */
function journeys(title: string, name: string, args: readonly string[]): void {
  // An absolute path; a relative one would be relative to the configuration.
  process.env.PLAYWRIGHT_JSON_OUTPUT_NAME = resolve(reports, `${name}.json`)
  // The long form runs beside many other programs, where one of 400 journeys in a browser may be too slow once. It is tried
  // a second time, and the end of the log names it.
  const retries = options.long ? ['--retries=1'] : []
  suite(title, ['playwright', 'test', ...args, ...retries, '--reporter=list,json'], () => {
    const counts = report<PlaywrightReport>(name)
    const { expected, unexpected, flaky, skipped } = counts.stats
    unsteady.push(...journeysThatAre('flaky', counts))
    return {
      passed: expected + flaky,
      failed: unexpected,
      skipped,
      failures: journeysThatAre('unexpected', counts),
    }
  })
}

const leftOut = ['@long', ...longJourneys.map((name) => `\\b${name}\\.journey`)].join('|')
journeys('journeys', 'journeys', options.long ? [] : [`--grep-invert=${leftOut}`])
const skipReason = options.long ? engineNames.flatMap((name) => whyLeftOut(name) ?? []) : []
if (options.long && (skipReason.length < engineNames.length || process.env.ENGINES_REQUIRED)) {
  // The journeys above have already run in Chromium.
  process.env.ENGINES_SHORT ??= 'chromium'
  vitest('payments in Chromium, Firefox and WebKit', 'engines', ['-c', 'test/engines/vitest.config.ts'])
}
if (options.long) journeys('the packed package in fresh projects', 'projects', ['-c', 'test/projects'])
if (options.long) {
  vitest('component tests with the Preact of the script', 'left-out', [
    '-c',
    'test/component/left-out.config.ts',
  ])
  vitest('merchant servers in other languages', 'foreign', ['-c', 'test/foreign/vitest.config.ts'])
  // With FOREIGN_REQUIRED its tests have already failed.
  const unspoken = programsMissing()
  if (unspoken) skipReason.push(unspoken)
}
if (options.long) {
  const unheard = whyNoScreenReader()
  if (!unheard)
    vitest('what a screen reader says', 'heard', ['--config', 'test/screen-reader/vitest.config.ts'])
  else if (process.env.HEARD_REQUIRED) fail(unheard)
  else console.log(`\nLeft out: ${unheard}`)
}

// A missing report means that the runner failed, which is counted above.
const slowest = existsSync(`${reports}/vitest.json`)
  ? slowestFiles(report<VitestReport>('vitest'), process.cwd(), 10)
  : []
const lines = (timed: readonly Timed[]) =>
  timed.map(({ title, seconds }) => `${timeText(seconds).padStart(8)}  ${title}`)
console.log(
  ['\n── where the time went', ...lines(took), '', 'The slowest files of tests:', ...lines(slowest)].join(
    '\n',
  ),
)
if (unsteady.length > 0) console.log(['\n── passed at the second try', ...unsteady].join('\n'))
if (failures.length > 0) console.log(['\n── failed', ...failures].join('\n'))
if (skipReason.length > 0) console.log(`\n${skipReason.join('; ')}`)
console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exitCode = failed > 0 ? 1 : 0
