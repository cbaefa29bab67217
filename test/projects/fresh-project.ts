// A separate project outside of this one, so that it cannot use a module, a type or a setting of this one by mistake.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { test as base, expect } from '../journeys/support/shared-world.ts'
import { installedFolder, quiet } from './pack.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

interface Ended {
  readonly status: number | null
  readonly output: string
}

export class FreshProject {
  readonly folder = mkdtempSync(join(tmpdir(), 'payin-project-'))
  /** The environment variables of its programs. */
  readonly env: NodeJS.ProcessEnv

  /** @param env variables in addition to those of this process */
  constructor(env: Readonly<Record<string, string>> = {}) {
    // A fresh project has no settings of Vitest or Playwright. Playwright sets FORCE_COLOR for its workers, but tests read
    // plain text.
    const { NODE_ENV: _, NODE_OPTIONS: __, FORCE_COLOR: ___, ...own } = process.env
    this.env = { ...own, ...env }
  }

  /** Copies a file or folder of this repository into the project. */
  copy(from: string, to = '.'): void {
    cpSync(join(root, from), join(this.folder, to), { recursive: true })
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.folder, path)), { recursive: true })
    writeFileSync(join(this.folder, path), text)
  }

  read(path: string): string {
    return readFileSync(join(this.folder, path), 'utf8')
  }

  has(path: string): boolean {
    return existsSync(join(this.folder, path))
  }

  /** Installs the packed package, and other packages of the project. */
  install(...packages: readonly string[]): void {
    cpSync(installedFolder(), this.folder, { recursive: true, verbatimSymlinks: true })
    if (packages.length === 0) return
    const { status, output } = this.run('npm', 'install', ...quiet, ...packages)
    expect(status, output).toBe(0)
  }

  /** Runs a program to its end. `npx` runs the programs of the project. */
  run(program: string, ...args: readonly string[]): Ended {
    const { folder: cwd, env } = this
    const { status, stdout, stderr } = spawnSync(program, args, { cwd, env, encoding: 'utf8' })
    return { status, output: stripVTControlCharacters(stdout + stderr) }
  }

  /** How many versions of a package the project has. */
  copiesOf(name: string): number {
    const { output } = this.run('npm', 'ls', name, '--all', '--parseable')
    return new Set(output.split('\n').filter((line) => line.endsWith(`/node_modules/${name}`))).size
  }

  /** Runs a program of the project, which must succeed. */
  runWell(...args: readonly string[]): string {
    const { status, output } = this.run('npx', '--no-install', ...args)
    expect(status, output).toBe(0)
    return output
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/**
 * Checks that a type checker accepts the project, and that in a further file it refuses exactly the lines marked `wrong`.
 * @param mistakes the file, and its place in the project
 */
export function checkTypes(
  project: FreshProject,
  checker: readonly string[],
  [from, to]: [string, string],
): void {
  project.runWell(...checker)
  project.copy(from, to)
  const { status, output } = project.run('npx', '--no-install', ...checker)
  const wrong = project
    .read(to)
    .split('\n')
    .flatMap((line, at) => (line.includes('wrong') ? [at + 1] : []))
  // The compiler writes `src/mistakes.tsx(4,9): error`, svelte-check writes `"src/mistakes.svelte" 4:9`.
  const refused = [...output.matchAll(/mistakes\.\w+(?:\(|" )(\d+)[,:]\d+/g)].map(([, line]) => Number(line))
  project.write(to, to.endsWith('.ts') || to.endsWith('.tsx') ? 'export {}\n' : '')

  expect([...new Set(refused)], output).toEqual(wrong)
  expect(status).not.toBe(0)
}

/** A test with a project, which is deleted afterwards. */
export const test = base.extend<{ project: FreshProject }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
  project: async ({}, use) => {
    const project = new FreshProject()
    await use(project)
    project.remove()
  },
})

export { expect }
