// Checks the version, its changelog entry, and waiting changes.
import { readdirSync, readFileSync } from 'node:fs'
import type { StepResult } from './step.ts'

interface Versions {
  /** The version in package.json. */
  readonly version: string
  /** The version in package-lock.json, from both places. */
  readonly locked: readonly (string | undefined)[]
  /** The text of CHANGELOG.md. */
  readonly changelog: string
  /** Files in .changeset that are not in a version yet. */
  readonly waiting: readonly string[]
}

/** Reads the version of this project, its lock file, its changelog and the waiting files in .changeset. */
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

/** The changelog entry of a version, or `null`. */
export function entryOf(changelog: string, version: string): string | null {
  const lines = changelog.split(/\r?\n/)
  const from = lines.findIndex((line) => line.trimEnd() === `## ${version}`)
  if (from < 0) return null
  const rest = lines.slice(from + 1)
  const to = rest.findIndex((line) => /^## /.test(line))
  const entry = (to < 0 ? rest : rest.slice(0, to)).join('\n').trim()
  // An entry with headings only is empty.
  return entry.replace(/^#+ .*$/gm, '').trim() === '' ? null : entry
}
