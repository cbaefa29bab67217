// Collects failures from the runners' JSON reports, because people read the last lines of a log.
import { stripVTControlCharacters } from 'node:util'
import type { UnhandledError } from './unhandled-errors.ts'

export interface VitestReport {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    /** Why the file failed outside its tests, such as in an import or a hook. */
    readonly message?: string
    /** Milliseconds since 1970. */
    readonly startTime?: number
    readonly endTime?: number
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly status: string
      readonly failureMessages?: readonly string[]
    }[]
  }[]
}

interface PlaywrightSuite {
  readonly title: string
  readonly specs?: readonly {
    readonly title: string
    readonly file: string
    readonly tests: readonly {
      readonly status: string
      readonly results?: readonly { readonly errors?: readonly { readonly message?: string }[] }[]
    }[]
  }[]
  readonly suites?: readonly PlaywrightSuite[]
}

export interface PlaywrightReport {
  readonly suites: readonly PlaywrightSuite[]
  /** The number of tests with each status. */
  readonly stats: Readonly<Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number>>
}

/** Each failed unit and component test as `file › test` with its reason, and each file that failed outside its tests. */
export function failedInVitest({ testResults }: VitestReport, root: string): string[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = below(root, name)
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0)
      return status === 'failed'
        ? [[`${file} › failed outside its tests`, ...reason(message)].join('\n')]
        : []
    return failed.map(({ fullName, failureMessages = [] }) =>
      [`${file} › ${fullName}`, ...reason(failureMessages[0])].join('\n'),
    )
  })
}

/** Each error outside every test, with what ran when it happened. */
export function unhandledInVitest(errors: readonly UnhandledError[], root: string): string[] {
  return errors.map(({ name, message, stack, VITEST_TEST_PATH: path, VITEST_TEST_NAME: test }) => {
    const where = [path && below(root, path), test].filter(Boolean).join(' › ') || 'no test'
    return [`an error outside the tests, while this ran: ${where}`, ...reason(stack || message || name)].join(
      '\n',
    )
  })
}

const below = (root: string, path: string) =>
  path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path

/**
 * Each journey with this status as `file › test` with its reason: `unexpected` failed at every try, `flaky` passed at the
 * second one.
 */
export function journeysThatAre(
  wanted: 'unexpected' | 'flaky',
  { suites }: Pick<PlaywrightReport, 'suites'>,
): string[] {
  // The outermost suite is the file itself.
  return suites.flatMap((file) => journeysIn(file, wanted, []))
}

function journeysIn(
  { specs = [], suites = [] }: PlaywrightSuite,
  wanted: string,
  titles: readonly string[],
): string[] {
  const failed = specs.filter(({ tests }) => tests.some(({ status }) => status === wanted))
  return [
    ...failed.map(({ file, title, tests }) => {
      const errors = tests.flatMap(({ results = [] }) => results.flatMap(({ errors = [] }) => errors))
      // Every error: the first one can say only that the time was up, and the next one what was waited for.
      const reasons = errors.slice(0, mostErrors).flatMap(({ message }) => reason(message))
      return [[`test/journeys/${file}`, ...titles, title].filter(Boolean).join(' › '), ...reasons].join('\n')
    }),
    ...suites.flatMap((suite) => journeysIn(suite, wanted, [...titles, suite.title])),
  ]
}

const reasonLines = 12
const mostErrors = 4

/** The first lines of a failure's message, indented, without terminal colours and empty lines. */
function reason(message = ''): string[] {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim())
  return lines.slice(0, reasonLines).map((line) => `    ${line}`)
}
