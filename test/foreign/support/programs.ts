// The languages of the foreign servers, and whether this machine has them.
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Each language's program, and the package in which Debian has it. */
const packages = { php: 'php-cli', go: 'golang-go', python3: 'python3' } as const

export type Language = keyof typeof packages
const languages = Object.keys(packages) as Language[]

const isThere = (program: string): boolean =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)))

const missing = (which: readonly Language[]): readonly Language[] => which.filter((name) => !isThere(name))

/** Why servers are skipped, in one line; `undefined` if nothing is missing. */
export function whatIsMissing(which: readonly Language[] = languages): string | undefined {
  const names = missing(which)
  if (names.length === 0) return undefined
  return (
    `servers in other languages are left out: ${names.join(', ')} not found ` +
    `(Debian: apt-get install ${names.map((name) => packages[name]).join(' ')})`
  )
}

/** Whether the tests of a language are skipped. With FOREIGN_REQUIRED they run and fail. */
export const isSkipped = (language: Language): boolean =>
  !process.env.FOREIGN_REQUIRED && missing([language]).length > 0
