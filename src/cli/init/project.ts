// Reads a folder: what is installed there, and which language its files are in.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { CommandError } from '../command.ts'
import { parseJson } from '../parse-json.ts'
import { type Chosen, type ClientName, clients, type FrameworkName, frameworks } from './choices.ts'

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
  // As of a variable that is not set: it would be the current folder.
  if (dir.trim() === '') throw new CommandError('--dir is empty. Name the folder of your project.')
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

/** The commands of a package manager, to which packages, a program or a file are added. */
export interface PackageManager {
  readonly locks: readonly string[]
  readonly add: string
  readonly addDev: string
  /** Runs a program of an installed package. */
  readonly exec: string
  readonly node: string
}

export const npm: PackageManager = {
  locks: ['package-lock.json'],
  add: 'npm install',
  addDev: 'npm install --save-dev',
  exec: 'npx',
  node: 'node',
}
const packageManagers: readonly PackageManager[] = [
  {
    locks: ['pnpm-lock.yaml'],
    add: 'pnpm add',
    addDev: 'pnpm add --save-dev',
    exec: 'pnpm exec',
    node: 'node',
  },
  // Without a folder node_modules, only Yarn finds the packages.
  { locks: ['yarn.lock'], add: 'yarn add', addDev: 'yarn add --dev', exec: 'yarn run', node: 'yarn node' },
  { locks: ['bun.lock', 'bun.lockb'], add: 'bun add', addDev: 'bun add --dev', exec: 'bunx', node: 'node' },
  npm,
]

/** By the lock file in the folder, or in the folder of a workspace above: any other file above is not of this project. */
export function packageManagerOf(folder: string): PackageManager {
  return lockedBy(folder) ?? workspaceManagerOf(dirname(folder))
}

function workspaceManagerOf(folder: string): PackageManager {
  const found = isWorkspace(folder) ? lockedBy(folder) : undefined
  const above = dirname(folder)
  return found ?? (above === folder ? npm : workspaceManagerOf(above))
}

const lockedBy = (folder: string): PackageManager | undefined =>
  packageManagers.find(({ locks }) => locks.some((lock) => existsSync(join(folder, lock))))

function isWorkspace(folder: string): boolean {
  if (existsSync(join(folder, 'pnpm-workspace.yaml'))) return true
  const manifest = join(folder, 'package.json')
  return existsSync(manifest) && Boolean(Object(parseJson(readFileSync(manifest, 'utf8'))).workspaces)
}
