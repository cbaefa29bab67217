// Builds and packs the package twice, and compares.
import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { packInto } from './pack.ts'
import { lastLines, runProgram } from './run-program.ts'
import { differencesBetween, hashesIn, hashOf } from './same-files.ts'
import type { Told } from './step.ts'

/** So many are named; the others are counted. */
const mostNamed = 10

interface Built extends Told {
  /** The package, when the two are the same. */
  readonly tarball: string | null
}

/** @param folder where the tarball goes; what is in it is deleted */
export function buildTwice(folder: string): Built {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const [first, second] = [buildInto(join(folder, 'first')), buildInto(join(folder, 'second'))]
  if ('failed' in first || 'failed' in second) {
    const said = 'failed' in first ? first.failed : 'failed' in second ? second.failed : ''
    return {
      says: '',
      tarball: null,
      problems: [`The build fails. Run \`npm run build\`.\n${lastLines(said)}`],
    }
  }
  const problems = problemsOfBuilds(differencesBetween(first.files, second.files))
  if (problems.length > 0) return { says: '', tarball: null, problems }
  const tarball = join(folder, basename(first.tarball))
  renameSync(first.tarball, tarball)
  for (const half of ['first', 'second']) rmSync(join(folder, half), { recursive: true, force: true })
  const says = `two builds are the same: ${first.files.size - 1} files and ${basename(tarball)}`
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

function buildInto(folder: string) {
  const built = runProgram(process.execPath, ['--import', 'tsx', 'scripts/build.ts'])
  if (!built.ok) return { failed: built.said }
  const tarball = packInto(folder)
  return { tarball, files: new Map([...hashesIn('dist'), [basename(tarball), hashOf(tarball)]]) }
}
