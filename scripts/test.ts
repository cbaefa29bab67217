// `npm test`: all checks and tests in one command. The last line is `N passed, N failed`.
//
//   npm test -- --long   also the files of long-tests.ts, the rare journeys, whole payments in Firefox and WebKit, the packed
//                        package in fresh projects, merchant servers in other languages, what a screen reader says where
//                        one is installed, rules that are broken on purpose, and more random stories about money and
//                        crashes; half an hour to an hour and a quarter
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
import { type Part, TestRun } from './test-run.ts'
import { slowestFiles, type Timed, timeText } from './test-times.ts'

const { values: options } = parseArgs({ options: { long: { type: 'boolean', default: false } } })
const reports = '.cache/test-reports'
/**
 * Random stories in the long form, over the library's own connections and over the shop's own Drizzle. A simulation needs no
 * database.
 */
const longRuns = { MONEY_RUNS: '30', CRASH_RUNS: '25', SIMULATION_RUNS: '60000', LONG_RUN: 'yes' }
const test = new TestRun()

const check = (title: string, script: string): Part => ({
  title,
  command: 'npm',
  args: ['run', '--silent', script],
})

function report<T>(name: string): T {
  return JSON.parse(readFileSync(`${reports}/${name}.json`, 'utf8'))
}

/** @param name of its report */
function vitest(
  title: string,
  name: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Part {
  const reporters = [
    ...['--reporter=default', '--reporter=json', `--outputFile.json=${reports}/${name}.json`],
    '--reporter=./scripts/unhandled-errors.ts',
  ]
  return {
    title,
    command: 'npx',
    args: ['vitest', 'run', ...args, ...reporters],
    env: { ...env, UNHANDLED_ERRORS: `${reports}/${name}-unhandled.json` },
    count: () => {
      const counts = report<VitestReport & Record<'numPassedTests' | 'numPendingTests', number>>(name)
      const unhandled = unhandledInVitest(report(`${name}-unhandled`), process.cwd())
      const failures = [...failedInVitest(counts, process.cwd()), ...unhandled]
      return {
        passed: counts.numPassedTests,
        failed: failures.length,
        skipped: counts.numPendingTests,
        failures,
      }
    },
  }
}

/** @param name of its report */
function journeys(title: string, name: string, args: readonly string[]): Part {
  // The long form runs beside many other programs, where one of 400 journeys in a browser may be too slow once. It is tried
  // a second time, and the end of the log names it.
  const retries = options.long ? ['--retries=1'] : []
  return {
    title,
    command: 'npx',
    args: ['playwright', 'test', ...args, ...retries, '--reporter=list,json'],
    // An absolute path; a relative one would be relative to the configuration.
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: resolve(reports, `${name}.json`) },
    count: () => {
      const counts = report<PlaywrightReport>(name)
      const { expected, unexpected, flaky, skipped } = counts.stats
      return {
        passed: expected + flaky,
        failed: unexpected,
        skipped,
        failures: journeysThatAre('unexpected', counts),
        unsteady: journeysThatAre('flaky', counts),
      }
    },
  }
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

await Promise.all([
  test.run(check('types', 'types'), true),
  test.run(check('lint, format and import directions', 'lint'), true),
  test.run(check('unused code', 'unused'), true),
])
await test.run({ title: 'build', command: 'npx', args: ['tsx', 'scripts/build.ts', '--if-changed'] })
const leftToLong = options.long ? [] : longTests.map((file) => `--exclude=${file}`)
await test.run(vitest('unit and component tests', 'vitest', leftToLong))
if (options.long) await test.run(check('each broken rule is found', 'test:broken-rules'))
const leftOut = ['@long', ...longJourneys.map((name) => `\\b${name}\\.journey`)].join('|')
await test.run(journeys('journeys', 'journeys', options.long ? [] : [`--grep-invert=${leftOut}`]))
const skipReason: string[] = []
if (options.long) {
  // A screen reader takes its time to speak, in which a processor can do something else.
  await Promise.all([runHeard(), runTheOthers()])
}

async function runHeard(): Promise<void> {
  const unheard = whyNoScreenReader()
  const config = ['--config', 'test/screen-reader/vitest.config.ts']
  if (!unheard) await test.run(vitest('what a screen reader says', 'heard', config), true)
  else if (process.env.HEARD_REQUIRED) test.fail(unheard)
  else console.log(`\nLeft out: ${unheard}`)
}

async function runTheOthers(): Promise<void> {
  await test.run(journeys('the packed package in fresh projects', 'projects', ['-c', 'test/projects']))
  skipReason.push(...engineNames.flatMap((name) => whyLeftOut(name) ?? []))
  if (skipReason.length < engineNames.length || process.env.ENGINES_REQUIRED) {
    // The journeys above have already run in Chromium.
    const short = { ENGINES_SHORT: process.env.ENGINES_SHORT ?? 'chromium' }
    const config = ['-c', 'test/engines/vitest.config.ts']
    await test.run(vitest('payments in Chromium, Firefox and WebKit', 'engines', config, short))
  }
  const preact = ['-c', 'test/component/left-out.config.ts']
  const foreign = ['-c', 'test/foreign/vitest.config.ts']
  // Both wait for half of their time.
  await Promise.all([
    test.run(vitest('component tests with the Preact of the script', 'left-out', preact), true),
    test.run(vitest('merchant servers in other languages', 'foreign', foreign), true),
  ])
  // What a newcomer runs first.
  await test.run(check('the quick form of the tests', 'test:quick'), true)
  // With FOREIGN_REQUIRED its tests have already failed.
  const unspoken = programsMissing()
  if (unspoken) skipReason.push(unspoken)
}

// A missing report means that the runner failed, which is counted above.
const slowest = existsSync(`${reports}/vitest.json`)
  ? slowestFiles(report<VitestReport>('vitest'), process.cwd(), 10)
  : []
const lines = (timed: readonly Timed[]) =>
  timed.map(({ title, seconds }) => `${timeText(seconds).padStart(8)}  ${title}`)
console.log(
  [
    '\n── where the time went',
    ...lines(test.took),
    '',
    'The slowest files of tests:',
    ...lines(slowest),
  ].join('\n'),
)
const { passed, failed, skipped, failures, unsteady } = test
if (unsteady.length > 0) console.log(['\n── passed at the second try', ...unsteady].join('\n'))
if (failures.length > 0) console.log(['\n── failed', ...failures].join('\n'))
if (skipReason.length > 0) console.log(`\n${skipReason.join('; ')}`)
console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exitCode = failed > 0 ? 1 : 0
