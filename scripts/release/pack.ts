// Packs the package as `npm publish` would do.
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ownEnvironment } from './run-program.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

export interface Packed {
  readonly filename: string
  /** Bytes of the files, unpacked. */
  readonly unpackedSize: number
  readonly files: readonly { readonly path: string }[]
}

/**
 * Packs the package with the current dist/.
 * @param folder for the tarball; created when it is missing
 * @param project another clone of the project
 * @returns the tarball's path
 */
export function packInto(folder: string, project = root): string {
  mkdirSync(folder, { recursive: true })
  return join(folder, npmPack(`--pack-destination=${resolve(folder)}`, project).filename)
}

/** The files that would be packed. Writes nothing. */
export const whatIsPacked = (): Packed => npmPack('--dry-run', root)

function npmPack(option: string, cwd: string): Packed {
  const output = execFileSync('npm', ['pack', '--json', '--ignore-scripts', option], {
    cwd,
    encoding: 'utf8',
    env: ownEnvironment(process.env),
    maxBuffer: 16 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  // npm 11 prints a list, later versions an object by package.
  const [packed] = Object.values(JSON.parse(output)) as Packed[]
  if (!packed) throw new Error(`npm packed nothing: ${output}`)
  return packed
}
