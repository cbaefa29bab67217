// The version and what is said of it.
import { readdirSync, readFileSync } from 'node:fs'
import type { StepResult } from './step.ts'

interface Versions {
  /** Of package.json. */
  readonly version: string
  /** Of package-lock.json, in both of its places. */
  readonly locked: readonly (string | undefined)[]
  /** The text of CHANGELOG.md. */
  readonly changelog: string
  /** Files in .changeset that no version has taken in. */
  readonly waiting: readonly string[]
}

/** Reads the version of this project, its lock file, its changelog and what waits in .changeset. */
export function checkVersion(): StepResult {
  const { version } = readJson('package.json')
  const lock = readJson('package-lock.json')
  const changelog = readFileSync('CHANGELOG.md', 'utf8')
  const waiting = readdirSync('.changeset').filter((name) => name.endsWith('.md') && name !== 'README.md')
  return {
    says: `CHANGELOG.md tells what ${version} brings, and nothing waits for the next version`,
    problems: problemsOfVersion({
      version,
      locked: [lock.version, lock.packages[''].version],
      changelog,
      waiting,
    }),
  }
}

const readJson = (path: string) => JSON.parse(readFileSync(path, 'utf8'))

export function problemsOfVersion({ version, locked, changelog, waiting }: Versions): string[] {
  const problems: string[] = []
  if (waiting.length > 0)
    problems.push(
      `.changeset holds changes that no version has taken in: ${waiting.join(', ')}. Run \`npm run next-version\`, and commit.`,
    )
  const other = locked.find((each) => each !== version)
  if (locked.some((each) => each !== version))
    problems.push(
      `package.json says ${version}, and package-lock.json ${other ?? 'nothing'}. Run \`npm install --package-lock-only\`, and commit.`,
    )
  if (entryOf(changelog, version) === null)
    problems.push(
      `CHANGELOG.md has no entry for ${version}. Say under \`## ${version}\` what it brings: \`npm run change\`, then \`npm run next-version\`.`,
    )
  return problems
}

/** What a changelog says of a version, or `null` when it says nothing. */
export function entryOf(changelog: string, version: string): string | null {
  const lines = changelog.split(/\r?\n/)
  const from = lines.findIndex((line) => line.trimEnd() === `## ${version}`)
  if (from < 0) return null
  const rest = lines.slice(from + 1)
  const to = rest.findIndex((line) => /^## /.test(line))
  const entry = (to < 0 ? rest : rest.slice(0, to)).join('\n').trim()
  // Headings alone say nothing.
  return entry.replace(/^#+ .*$/gm, '').trim() === '' ? null : entry
}
