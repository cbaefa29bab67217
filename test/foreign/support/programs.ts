// The programs that these tests need beside Node: programs of merchant servers, and reverse proxies.
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Each program, and the package in which Debian has it. */
const packages = {
  php: 'php-cli',
  go: 'golang-go',
  python3: 'python3',
  nginx: 'nginx-light',
  caddy: 'caddy',
} as const

export type Program = keyof typeof packages
const programs = Object.keys(packages) as Program[]

// Debian has proxies in /usr/sbin, which is not in everybody's path.
const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
const isThere = (program: string): boolean => folders.some((folder) => existsSync(join(folder, program)))

const missing = (which: readonly Program[]): readonly Program[] => which.filter((name) => !isThere(name))

/** Why servers are skipped, in one line; `undefined` if nothing is missing. */
export function whatIsMissing(which: readonly Program[] = programs): string | undefined {
  const names = missing(which)
  if (names.length === 0) return undefined
  return (
    `merchant servers in other languages or behind proxies are left out: ${names.join(', ')} not found ` +
    `(Debian: apt-get install ${names.map((name) => packages[name]).join(' ')})`
  )
}

/** Whether the tests of a program are skipped. With FOREIGN_REQUIRED they run and fail. */
export const isSkipped = (language: Program): boolean =>
  !process.env.FOREIGN_REQUIRED && missing([language]).length > 0
