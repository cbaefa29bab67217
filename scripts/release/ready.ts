// Checks that a commit is ready for a release: nothing uncommitted, a version with its changelog entry, and package.json.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { runProgram } from './run-program.ts'
import { CannotRelease, type StepResult } from './step.ts'

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

interface Manifest {
  readonly name: string
  readonly private?: boolean
  readonly license?: string
  readonly keywords?: readonly string[]
  readonly publishConfig?: { readonly access?: string; readonly provenance?: boolean }
  readonly repository?: unknown
  readonly bugs?: unknown
  readonly homepage?: unknown
}

/** Addresses of the project, which only its owner can set. */
const addresses = ['repository', 'bugs', 'homepage'] as const

export function checkManifest(): StepResult {
  const manifest: Manifest = JSON.parse(readFileSync('package.json', 'utf8'))
  return {
    says: `${manifest.name} may be published, under ${manifest.license ?? 'no licence'}`,
    problems: problemsOfManifest(manifest, existsSync('LICENSE')),
    warnings: warningsOfManifest(manifest),
  }
}

/** @param hasLicense whether the file LICENSE exists */
export function problemsOfManifest(manifest: Manifest, hasLicense: boolean): string[] {
  const problems: string[] = []
  if (manifest.private) problems.push('package.json says `private`, so npm refuses to publish it. Remove it.')
  if (!manifest.license)
    problems.push('package.json names no `license`: nobody may use the package. Name it.')
  if (!hasLicense) problems.push('There is no file LICENSE. Put the text of the licence there.')
  if (manifest.publishConfig?.access !== 'public')
    problems.push('`publishConfig.access` in package.json is not `public`. Set it.')
  if (manifest.publishConfig?.provenance !== true)
    problems.push('`publishConfig.provenance` in package.json is not `true`. Set it.')
  return problems
}

export function warningsOfManifest(manifest: Manifest): string[] {
  const missing = addresses.filter((name) => !manifest[name])
  if (missing.length === 0) return []
  const list = missing.map((name) => `\`${name}\``).join(', ')
  const problem = `package.json has no ${list}: put in where the project lives.`
  return [
    missing.includes('repository')
      ? `${problem} npm publishes no provenance without \`repository\`: it must be the repository whose CI publishes.`
      : problem,
  ]
}

/** Names at most this many; counts the others. */
const mostNamed = 5

/** @throws {CannotRelease} without a repository or a commit */
export function checkWorkTree(): StepResult {
  const commit = runProgram('git', ['rev-parse', '--short', 'HEAD'])
  if (!commit.ok)
    throw new CannotRelease('There is no commit here. A release is made in a clone of the repository.')
  const { ok, output, allOutput } = runProgram('git', ['status', '--porcelain', '--untracked-files=all'])
  if (!ok) throw new CannotRelease(`git cannot tell what has changed: ${allOutput.trim()}`)
  return { says: `everything is committed, at ${commit.output.trim()}`, problems: problemsOfTree(output) }
}

/** @param porcelain what `git status --porcelain` writes */
export function problemsOfTree(porcelain: string): string[] {
  const changed = porcelain.split('\n').filter((line) => line !== '')
  if (changed.length === 0) return []
  const named = changed.slice(0, mostNamed).map((line) => line.slice(3))
  const others = changed.length - named.length
  const list = others > 0 ? `${named.join(', ')} and ${others} more` : named.join(', ')
  return [`Not committed: ${list}. Commit it, or put it away with \`git stash -u\`.`]
}
