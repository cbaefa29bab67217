// How many copies of a package a project's bundle has: a second one is bytes that a shopper pays for, and a second
// Preact or signals core does not see what the page's own does.
import { readdirSync } from 'node:fs'
import { expect, type FreshProject } from './fresh-project.ts'

/** A package's module, and a text that each copy of it brings along, minified or not. */
const marks = {
  preact: ['preact/dist/preact.mjs', /getSnapshotBeforeUpdate/g],
  '@preact/signals': ['@preact/signals/dist/signals.mjs', /["'`]ReactiveTextNode["'`]/g],
  '@preact/signals-core': ['@preact/signals-core/dist/signals-core.mjs', /["'`]preact-signals["'`]/g],
} as const

/** How many copies of each of these packages Vite has put into the pages of `dist`. */
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

/** How often one copy has the text; 1 where the project has not installed the package. A text that is gone marks nothing. */
function timesIn(project: FreshProject, module: string, mark: RegExp): number {
  if (!project.has(`node_modules/${module}`)) return 1
  const times = (project.read(`node_modules/${module}`).match(mark) ?? []).length
  expect(times, `${module} holds no ${mark} any more: choose another text`).toBeGreaterThan(0)
  return times
}
