// `npm run release`: checks everything before a person publishes, and makes the two files to publish. It publishes
// nothing, and changes nothing that is committed.
//
//   npm run release -- --skip-tests   skips the tests of the packed package, about ten minutes
//
// Exit code: 0 when the package can be published, 1 when something is wrong, 2 when a check could not run.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import picocolors from 'picocolors'
import { buildTwice } from './release/build-twice.ts'
import { nextSteps } from './release/next-steps.ts'
import { checkManifest, checkVersion, checkWorkTree } from './release/ready.ts'
import { CannotRelease, exitCodes, type StepResult } from './release/step.ts'
import { testPackage } from './release/test-package.ts'
import { writeSbom } from './release/write-sbom.ts'

const folder = '.cache/release'
const colours = picocolors
/** What `begin` has written. */
const eraseLine = '\u001b[2K'

try {
  process.exitCode = release(optionsOf(process.argv.slice(2)))
} catch (error) {
  if (!(error instanceof CannotRelease)) throw error
  console.error(error.message)
  process.exitCode = exitCodes.failed
}

function optionsOf(args: readonly string[]): { readonly tests: boolean } {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { 'skip-tests': { type: 'boolean', default: false } },
    })
    return { tests: !values['skip-tests'] }
  } catch (error) {
    throw new CannotRelease(
      `${error instanceof Error ? error.message : String(error)}\nThere is one option: --skip-tests.`,
    )
  }
}

/** @returns the exit code */
function release({ tests }: { readonly tests: boolean }): number {
  // Run all three: each is quick, and a person wants to see all problems together.
  const quick = [
    print('work tree', checkWorkTree()),
    print('version', checkVersion()),
    print('package', checkManifest()),
  ]
  if (quick.includes(false)) return exitCodes.wrong
  begin('build', 'builds twice, about a minute …')
  const built = buildTwice(folder)
  if (!print('build', built) || built.tarball === null) return exitCodes.wrong
  const sbom = writeSbom(built.tarball)
  if (!print('SBOM', sbom)) return exitCodes.wrong
  if (tests) begin('tests', 'tests the packed package, about ten minutes …')
  if (tests && !print('tests', testPackage(built.tarball, join(folder, 'tests.log')))) return exitCodes.wrong
  if (!tests)
    print('tests', { says: '', warnings: ['Left out. Nothing may be published that was not tested.'] })
  console.log(['', ...nextSteps({ tarball: built.tarball, sbom: sbom.file, tests })].join('\n'))
  return exitCodes.fine
}

/** Prints one line for a passed step, and one for each warning or problem. @returns whether it passed */
function print(step: string, { says, warnings = [], problems = [] }: StepResult): boolean {
  const line = (mark: string, text: string) =>
    console.log(
      `${process.stdout.isTTY ? eraseLine : ''}${mark} ${step.padEnd(10)} ${text.replaceAll('\n', '\n  ')}`,
    )
  if (problems.length === 0 && says !== '') line(colours.green('✓'), says)
  for (const warning of warnings) line(colours.yellow('!'), warning)
  for (const problem of problems) line(colours.red('✗'), problem)
  return problems.length === 0
}

/** Shows that a step is running, until its result replaces the line. */
function begin(step: string, what: string): void {
  if (process.stdout.isTTY) process.stdout.write(`… ${step.padEnd(10)} ${what}\r`)
}
