// Counts the copies of a package in a project's bundle. A second one makes the download larger, and a second Preact or
// signals core does not see the signals of the page's own.
import { readdirSync } from 'node:fs'
import { expect, type FreshProject } from './fresh-project.ts'

/** A module of each package, and a text that is in each copy of it, minified or not. */
const marks = {
  preact: ['preact/dist/preact.mjs', /getSnapshotBeforeUpdate/g],
  '@preact/signals': ['@preact/signals/dist/signals.mjs', /["'`]ReactiveTextNode["'`]/g],
  '@preact/signals-core': ['@preact/signals-core/dist/signals-core.mjs', /["'`]preact-signals["'`]/g],
} as const

/** How many copies of each of these packages are in the pages of `dist`. */
export function copiesInBundle(project: FreshProject): Record<keyof typeof marks, number> {
  const scripts = readdirSync(`${project.folder}/dist/assets`).filter((name) => name.endsWith('.js'))
  const bundle = scripts.map((name) => project.read(`dist/assets/${name}`)).join('\n')
  const count = (name: keyof typeof marks) => {
    const [module, mark] = marks[name]
    return (bundle.match(mark) ?? []).length / timesIn(project, module, mark)
  }
  return {
    preact: count('preact'),
    '@preact/signals': count('@preact/signals'),
    '@preact/signals-core': count('@preact/signals-core'),
  }
}

/**
 * How often the text is in one copy; 1 if the project has not installed the package. Fails if the text is not in it any
 * more.
 */
function timesIn(project: FreshProject, module: string, mark: RegExp): number {
  if (!project.has(`node_modules/${module}`)) return 1
  const times = (project.read(`node_modules/${module}`).match(mark) ?? []).length
  expect(times, `${module} does not contain ${mark} any more: choose another text`).toBeGreaterThan(0)
  return times
}
