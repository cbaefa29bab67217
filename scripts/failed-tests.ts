// Collects failures from the runners' JSON reports, because people read the last lines of a log.
import { stripVTControlCharacters } from 'node:util'

export interface VitestReport {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
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
}

/** Each failed unit and component test as `file › test` with its reason, and each file that could not run. */
export function failedInVitest({ testResults }: VitestReport, root: string): string[] {
  return testResults.flatMap(({ name, status, assertionResults }) => {
    const file = name.startsWith(`${root}/`) ? name.slice(root.length + 1) : name
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0) return status === 'failed' ? [`${file} › could not be run`] : []
    return failed.map(({ fullName, failureMessages = [] }) =>
      [`${file} › ${fullName}`, ...reason(failureMessages[0])].join('\n'),
    )
  })
}

/** Each failed journey as `file › test` with its reason, also one that passed at the second try. */
export function failedJourneys({ suites }: PlaywrightReport): string[] {
  // The outermost suite is the file itself.
  return suites.flatMap((file) => failedIn(file, []))
}

function failedIn({ specs = [], suites = [] }: PlaywrightSuite, titles: readonly string[]): string[] {
  const failed = specs.filter(({ tests }) =>
    tests.some(({ status }) => status === 'unexpected' || status === 'flaky'),
  )
  return [
    ...failed.map(({ file, title, tests }) => {
      const errors = tests.flatMap(({ results = [] }) => results.flatMap(({ errors = [] }) => errors))
      return [[`test/journeys/${file}`, ...titles, title].join(' › '), ...reason(errors[0]?.message)].join(
        '\n',
      )
    }),
    ...suites.flatMap((suite) => failedIn(suite, [...titles, suite.title])),
  ]
}

const reasonLines = 12

/** The first lines of a failure's message, indented, without terminal colours and empty lines. */
function reason(message = ''): string[] {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim())
  return lines.slice(0, reasonLines).map((line) => `    ${line}`)
}
