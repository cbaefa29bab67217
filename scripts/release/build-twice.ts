// Builds and packs the package here and in a clone in another folder, and compares both. So the package does not depend on
// the folder, the time, random values, or uncommitted files.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { filesIn } from '../staged.ts'
import { packInto } from './pack.ts'
import { lastLines, runProgram } from './run-program.ts'
import { CannotRelease, type StepResult } from './step.ts'

/** Names at most this many; counts the others. */
const mostNamed = 10

interface Built extends StepResult {
  /** The package, when the two are the same. */
  readonly tarball: string | null
}

/** @param folder for the tarball; its contents are deleted */
export function buildTwice(folder: string): Built {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const [first, second] = [
    buildInto(join(folder, 'first'), '.'),
    buildInto(join(folder, 'second'), cloneInto(folder)),
  ]
  if ('failed' in first || 'failed' in second) {
    const allOutput = 'failed' in first ? first.failed : 'failed' in second ? second.failed : ''
    return {
      says: '',
      tarball: null,
      problems: [`The build fails. Run \`npm run build\`.\n${lastLines(allOutput)}`],
    }
  }
  const problems = problemsOfBuilds(differencesBetween(first.files, second.files))
  if (problems.length > 0) return { says: '', tarball: null, problems }
  const tarball = join(folder, basename(first.tarball))
  renameSync(first.tarball, tarball)
  for (const part of ['first', 'second', 'clone'])
    rmSync(join(folder, part), { recursive: true, force: true })
  const says = `two builds in two folders are the same: ${first.files.size - 1} files and ${basename(tarball)}`
  return { says: `${says}, SHA-256 ${hashOf(tarball)}`, tarball }
}

/** @param differences a line each */
export function problemsOfBuilds(differences: readonly string[]): string[] {
  if (differences.length === 0) return []
  const more = differences.length - mostNamed
  const list = [...differences.slice(0, mostNamed), ...(more > 0 ? [`and ${more} more`] : [])]
  return [
    `Two builds of one commit are not the same. Find what depends on the time, on chance or on the machine:\n  ${list.join('\n  ')}`,
  ]
}

/** Clones the committed project. @returns the folder */
function cloneInto(folder: string): string {
  const clone = join(folder, 'clone')
  const { ok, allOutput } = runProgram('git', ['clone', '--quiet', '--no-hardlinks', '.', clone])
  if (!ok) throw new CannotRelease(`git cannot clone this project into ${clone}: ${allOutput.trim()}`)
  symlinkSync(resolve('node_modules'), join(clone, 'node_modules'), 'junction')
  return clone
}

function buildInto(folder: string, project: string) {
  const built = runProgram(process.execPath, ['--import', 'tsx', 'scripts/build.ts'], { cwd: project })
  if (!built.ok) return { failed: built.allOutput }
  const tarball = packInto(folder, resolve(project))
  const files = [...hashesIn(join(project, 'dist')), [basename(tarball), hashOf(tarball)] as const]
  return { tarball, files: new Map(files) }
}

/** SHA-256 of each file, by its path. */
export type Hashes = ReadonlyMap<string, string>

/** Every file below a folder, by its path in it with `/`. */
export function hashesIn(folder: string): Hashes {
  return new Map(
    filesIn(folder)
      .sort()
      .map((path) => [path.replaceAll('\\', '/'), hashOf(join(folder, path))]),
  )
}

/** @param file its path */
export const hashOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex')

/** The differences, a line for each file. */
export function differencesBetween(first: Hashes, second: Hashes): string[] {
  const paths = [...new Set([...first.keys(), ...second.keys()])].sort()
  return paths.flatMap((path) => {
    if (!second.has(path)) return [`${path} is in the first build only`]
    if (!first.has(path)) return [`${path} is in the second build only`]
    return first.get(path) === second.get(path) ? [] : [`${path} differs`]
  })
}
