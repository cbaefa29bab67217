// What failed, out of the runners' JSON reports: the last lines of a log are what people read.

export interface VitestReport {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[]
  }[]
}

interface PlaywrightSuite {
  readonly title: string
  readonly specs?: readonly {
    readonly title: string
    readonly file: string
    readonly tests: readonly { readonly status: string }[]
  }[]
  readonly suites?: readonly PlaywrightSuite[]
}

export interface PlaywrightReport {
  readonly suites: readonly PlaywrightSuite[]
}

/** `file › test` of each unit and component test that failed, and each file that could not be run. */
export function failedInVitest({ testResults }: VitestReport, root: string): string[] {
  return testResults.flatMap(({ name, status, assertionResults }) => {
    const file = name.startsWith(`${root}/`) ? name.slice(root.length + 1) : name
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0) return status === 'failed' ? [`${file} › could not be run`] : []
    return failed.map(({ fullName }) => `${file} › ${fullName}`)
  })
}

/** `file › test` of each journey that failed, also of one that passed at the second try. */
export function failedJourneys({ suites }: PlaywrightReport): string[] {
  // The outermost suite is the file itself.
  return suites.flatMap((file) => failedIn(file, []))
}

function failedIn({ specs = [], suites = [] }: PlaywrightSuite, titles: readonly string[]): string[] {
  const failed = specs.filter(({ tests }) =>
    tests.some(({ status }) => status === 'unexpected' || status === 'flaky'),
  )
  return [
    ...failed.map(({ file, title }) => [`test/journeys/${file}`, ...titles, title].join(' › ')),
    ...suites.flatMap((suite) => failedIn(suite, [...titles, suite.title])),
  ]
}
