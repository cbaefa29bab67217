// The package managers, and which of them a project uses.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseJson } from '../parse-json.ts'

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
