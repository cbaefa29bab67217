// The output of `npm run build`, for tests of the package.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { LockedPackages } from '../../scripts/release/sbom.ts'
import { dist as built, isFresh } from '../../scripts/stamp.ts'

export const root = fileURLToPath(new URL('../../', import.meta.url))
export const dist = `${root}dist/`

/** Every file below a folder, by its path in it. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(`${folder}/${path}`).isFile())
    .sort()
}

/** An old build would be another package than the source. @throws Error that names the remedy */
export function assertBuilt(): void {
  if (isFresh(built)) return
  throw new Error('dist/ is older than its sources. Run `npm run build`, then these tests again.')
}

/** A JSON file of the project, by its path. */
export function readJson<Shape>(path: string): Shape {
  return JSON.parse(readFileSync(`${root}${path}`, 'utf8'))
}

export interface Manifest {
  readonly version: string
  readonly customElements: string
  readonly 'web-types': string
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>
  readonly sideEffects: readonly string[]
  readonly dependencies?: object
  readonly peerDependencies: Readonly<Record<string, string>>
  readonly peerDependenciesMeta: Readonly<Record<string, { readonly optional: boolean }>>
}

export const manifest = readJson<Manifest>('package.json')

/** The packages of the lock file, by folder. */
export const { packages: lockedPackages } = readJson<{ packages: LockedPackages }>('package-lock.json')
