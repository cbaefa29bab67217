// What `npm run build` made, for tests that look at the package as others get it.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../', import.meta.url))
export const dist = `${root}dist/`

/** Every file below a folder, by its path in it. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(`${folder}/${path}`).isFile())
    .sort()
}

/** Tests of an old build would speak of another package. @throws Error that names the remedy */
export function assertBuilt(): void {
  const changedMs = (path: string) => statSync(path).mtimeMs
  const newest = Math.max(...filesIn(`${root}src`).map((path) => changedMs(`${root}src/${path}`)))
  const integrity = `${dist}integrity.json`
  if (!existsSync(integrity) || changedMs(integrity) < newest) {
    throw new Error('dist/ is missing or older than src/. Run `npm run build`, then these tests again.')
  }
}

/** A JSON file of the project, by its path. */
export function readJson<Shape>(path: string): Shape {
  return JSON.parse(readFileSync(`${root}${path}`, 'utf8'))
}

export interface Manifest {
  readonly version: string
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>
  readonly sideEffects: readonly string[]
  readonly dependencies?: object
  readonly peerDependencies: Readonly<Record<string, string>>
  readonly peerDependenciesMeta: Readonly<Record<string, { readonly optional: boolean }>>
}

export const manifest = readJson<Manifest>('package.json')
