// The package managers, and which of them a project uses.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

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

/** The package manager of the nearest lock file: that of a workspace is in a folder above. */
export function packageManagerOf(folder: string): PackageManager {
  const found = packageManagers.find(({ locks }) => locks.some((lock) => existsSync(join(folder, lock))))
  const above = dirname(folder)
  return found ?? (above === folder ? npm : packageManagerOf(above))
}
