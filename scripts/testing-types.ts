// The types of `payin-checkout/testing`. Its code uses the sandbox outside of src/, so the types are built in a
// separate folder, and only the files that the entries reach are copied. A type of the sandbox among them would be missing
// in the package.
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'

const entries = ['src/testing/index.d.ts', 'src/testing/playwright.d.ts']

/**
 * Writes the types of `payin-checkout/testing` into the package's folder.
 * @param compile runs the compiler on a project, into a folder
 * @throws {Error} for a type that leads out of src/
 */
export function writeTestingTypes(out: string, compile: (project: string, out: string) => void): void {
  const made = mkdtempSync(join(tmpdir(), 'payin-testing-types-'))
  try {
    compile('src/tsconfig.testing.json', made)
    for (const file of reached(made)) {
      const path = relative(join(made, 'src'), file)
      if (path.startsWith('..'))
        throw new Error(`The types of payin-checkout/testing lead to ${relative(made, file)}.`)
      // The other reachable files have their types already.
      if (!path.startsWith('testing')) continue
      mkdirSync(dirname(join(out, path)), { recursive: true })
      copyFileSync(file, join(out, path))
    }
  } finally {
    rmSync(made, { recursive: true, force: true })
  }
}

/** The entries' files, and those that they import, directly or not. */
function reached(made: string): ReadonlySet<string> {
  const files = new Set(entries.map((entry) => join(made, entry)))
  // A set that grows is walked to its end.
  for (const file of files) {
    const text = readFileSync(file, 'utf8')
    for (const [, path = ''] of text.matchAll(/(?:from|import)\s*\(?['"](\.[^'"]*)['"]/g)) {
      files.add(resolve(dirname(file), path.replace(/\.[jt]sx?$/, '.d.ts')))
    }
  }
  return files
}
