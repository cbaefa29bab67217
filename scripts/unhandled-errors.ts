// A reporter of Vitest. An error outside every test, such as a rejection that nobody handles, fails a run but is in no JSON
// report. This reporter writes these errors into the file of the variable UNHANDLED_ERRORS.
import { writeFileSync } from 'node:fs'
import type { Reporter } from 'vitest/reporters'

/** An error outside every test, with Vitest's own names. */
export interface UnhandledError {
  readonly name?: string
  readonly message?: string
  readonly stack?: string
  /** The file that ran when it happened. The cause may be an earlier one. */
  readonly VITEST_TEST_PATH?: string
  readonly VITEST_TEST_NAME?: string
}

export default class UnhandledErrors implements Reporter {
  onTestRunEnd(_modules: unknown, errors: readonly UnhandledError[]): void {
    const file = process.env.UNHANDLED_ERRORS
    if (!file) return
    const fields = ({ name, message, stack, VITEST_TEST_PATH, VITEST_TEST_NAME }: UnhandledError) => {
      return { name, message, stack, VITEST_TEST_PATH, VITEST_TEST_NAME }
    }
    writeFileSync(file, JSON.stringify(errors.map(fields)))
  }
}
