// The tests of the project with one rule broken: that of BROKEN_RULE, its place in the list. No file is changed.
import { resolve } from 'node:path'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import base from '../../vitest.config.ts'
import { brokenRules } from './rules.ts'

const { file, from, to } = brokenRules[Number(process.env.BROKEN_RULE)] ?? {}
const root = resolve(import.meta.dirname, '../..')

const breaksRule: Plugin = {
  name: 'breaks-rule',
  enforce: 'pre',
  transform(code, id) {
    if (file === undefined || from === undefined || id.split('?')[0] !== resolve(root, file)) return
    if (code.split(from).length !== 2) this.error(`${file} does not contain this once: ${from}`)
    // Not as a pattern of `replace`, in which $ has a meaning.
    return { code: code.split(from).join(to), map: null }
  },
}

const { projects = [], ...test } = base.test ?? {}
export default defineConfig({
  root,
  test: {
    ...test,
    projects: projects.map((project) => {
      if (typeof project !== 'object' || !('test' in project)) throw new Error('A project is an object here.')
      return { ...project, plugins: [...(project.plugins ?? []), breaksRule] }
    }),
  },
})
