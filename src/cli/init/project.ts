// Reads a folder: what is installed there, and which language its files are in.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { CommandError } from '../command.ts'
import { type Chosen, type ClientName, clients, type FrameworkName, frameworks } from './choices.ts'
import { npm, type PackageManager, packageManagerOf } from './package-managers.ts'

export interface Project {
  /** An absolute path. The folder need not be there. */
  readonly folder: string
  /** The names of all its dependencies. */
  readonly packages: ReadonlySet<string>
  readonly isTypeScript: boolean
  /** Whether Node takes its `.js` and `.ts` files for modules. */
  readonly isModule: boolean
  /** Whether package.json says that they are none, as `npm init -y` writes it. */
  readonly isCommonJs: boolean
  /** Whether Next.js has its pages in `src/app`. */
  readonly hasSource: boolean
  readonly hasSvelteKit: boolean
  /** Whether it has SvelteKit 2, whose modules have other names. */
  readonly isSvelteKit2: boolean
  readonly packageManager: PackageManager
}

/** @throws {CommandError} if it is no folder, or its package.json cannot be read */
export function readProject(dir: string): Project {
  const folder = resolve(dir)
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === false)
    throw new CommandError(`--dir ${dir} is a file. Name the folder of your project.`)
  const has = (path: string) => existsSync(join(folder, path))
  const manifest = readManifest(join(folder, 'package.json'))
  return {
    folder,
    packages: new Set([...namesIn(manifest?.dependencies), ...namesIn(manifest?.devDependencies)]),
    isTypeScript: has('tsconfig.json'),
    isModule: manifest?.type === 'module',
    isCommonJs: manifest?.type === 'commonjs',
    hasSource: has('src/app') || (has('src/pages') && !has('app')),
    hasSvelteKit: has('src/app.html'),
    isSvelteKit2: svelteKitOf(folder, manifest) === '2',
    packageManager: manifest === null ? npm : packageManagerOf(folder),
  }
}

/** What the project uses already, or what a newcomer tries first. */
export function detect({ packages }: Project): Chosen {
  const found = (all: typeof frameworks | typeof clients) =>
    Object.entries(all).find(([, { foundBy }]) => foundBy !== null && packages.has(foundBy))?.[0]
  return {
    framework: (found(frameworks) as FrameworkName | undefined) ?? 'node',
    client: (found(clients) as ClientName | undefined) ?? 'pglite',
  }
}

/** The major version of SvelteKit: the installed one, else the one that package.json asks for. */
function svelteKitOf(folder: string, manifest: Manifest | null): string | undefined {
  const name = '@sveltejs/kit'
  const lists = [manifest?.dependencies, manifest?.devDependencies] as (Manifest | undefined)[]
  const asked = lists.map((list) => list?.[name]).find((range) => typeof range === 'string')
  const installed = readManifest(join(folder, 'node_modules', name, 'package.json'))?.version
  return /\d+/.exec(String(installed ?? asked))?.[0]
}

const namesIn = (list: unknown): string[] =>
  typeof list === 'object' && list !== null ? Object.keys(list) : []

type Manifest = Readonly<Record<string, unknown>>

function readManifest(path: string): Manifest | null {
  if (!existsSync(path)) return null
  try {
    // Some editors of Windows begin a file with a byte order mark.
    const value: unknown = JSON.parse(readFileSync(path, 'utf8').replace(/^\ufeff/, ''))
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Manifest
  } catch (error) {
    throw new CommandError(
      `${path} cannot be read: ${error instanceof Error ? error.message : error}`,
      'Repair it first. Nothing was written.',
    )
  }
  throw new CommandError(`${path} is no JSON object. Repair it first. Nothing was written.`)
}
