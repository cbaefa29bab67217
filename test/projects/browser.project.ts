// A merchant's page in each framework, in a project of its own: it is installed, type-checked and built, and a shopper pays
// on it.
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Page } from '@playwright/test'
import { payOnExample } from '../journeys/support/example-page.ts'
import type { World } from '../journeys/support/world.ts'
import { copiesInBundle } from './copies.ts'
import { checkTypes, expect, type FreshProject, test } from './fresh-project.ts'
import { serveFiles } from './serve-files.ts'

const templates = 'test/projects/templates'

/** Copies a template, and the page of demo/examples. */
function prepare(project: FreshProject, template: string, page?: string): void {
  project.copy(`${templates}/tsconfig.json`, 'tsconfig.base.json')
  project.copy(`${templates}/index.html`, 'index.html')
  project.copy(`${templates}/${template}`)
  if (page) project.copy(`demo/examples/${template}/${page}`, `src/${page}`)
}

/** Serves the built page, and opens it. */
async function serve(page: Page, world: World, folder: string, order: string): Promise<void> {
  const withOrder = (html: string) => html.replaceAll('A-1001', order)
  await serveFiles(page, world, folder, withOrder, { 'Content-Security-Policy': policy })
  await page.goto(world.shop)
}

const policy = "default-src 'self'; img-src 'self' data:; require-trusted-types-for 'script'"
const tsc = ['tsc', '--noEmit', '--pretty', 'false', '-p', '.']

/** Checks the types, builds the page with Vite, and pays on it. @param mistakes a file that must not compile */
async function buildAndPay(
  { project, ...visit }: Parameters<typeof payOnExample>[0] & { project: FreshProject },
  checker: readonly string[],
  mistakes: string,
): Promise<void> {
  checkTypes(project, checker, [`${templates}/${mistakes}`, `src/${basename(mistakes)}`])
  project.runWell('vite', 'build')
  await serve(visit.page, visit.world, join(project.folder, 'dist'), visit.order)
  await payOnExample(visit)
}

for (const version of ['18', '19']) {
  test(`a shopper pays on a page of Vite, React ${version} and TypeScript`, async ({
    project,
    page,
    world,
    order,
    creates,
  }) => {
    prepare(project, 'react', 'page.tsx')
    const own = ['react', 'react-dom', '@types/react', '@types/react-dom'].map((name) => `${name}@${version}`)
    project.install(...own, 'vite@8', '@vitejs/plugin-react', 'typescript')
    await buildAndPay({ project, page, world, order, creates }, tsc, 'react/mistakes.tsx')
  })
}

test('a shopper pays on a page of Vite, Preact and TypeScript', async ({
  project,
  page,
  world,
  order,
  creates,
}) => {
  prepare(project, 'preact')
  project.install('preact', 'vite@8', 'typescript')
  expect(project.copiesOf('preact')).toBe(1)
  await buildAndPay({ project, page, world, order, creates }, tsc, 'preact/mistakes.tsx')

  const copies = copiesInBundle(project)
  expect(copies.preact).toBe(1)
  for (const copiesOfOne of Object.values(copies)) expect(copiesOfOne).toBeLessThanOrEqual(1)
})

test('a page of Preact with signals shares one copy of each with the checkout', async ({
  project,
  page,
  world,
  order,
  creates,
}) => {
  prepare(project, 'preact')
  project.copy(`${templates}/preact-signals/page.tsx`, 'src/page.tsx')
  project.install('preact', '@preact/signals', 'vite@8', 'typescript')
  await buildAndPay({ project, page, world, order, creates }, tsc, 'preact/mistakes.tsx')

  await expect(page.getByText('COMPLETED', { exact: true })).toBeVisible()
  expect(copiesInBundle(project)).toEqual({ preact: 1, '@preact/signals': 1, '@preact/signals-core': 1 })
})

// vue-tsc and svelte-check need the JavaScript API of TypeScript, which version 7 does not have.
test('a shopper pays on a page of Vite and Vue, which vue-tsc has checked', async ({
  project,
  page,
  world,
  order,
  creates,
}) => {
  prepare(project, 'vue', 'page.vue')
  project.copy('demo/examples/vue/main.ts', 'src/main.ts')
  project.install('vue', 'vite@8', '@vitejs/plugin-vue', 'vue-tsc', 'typescript@6')
  const checker = ['vue-tsc', '--noEmit', '--pretty', 'false', '-p', '.']
  await buildAndPay({ project, page, world, order, creates }, checker, 'vue/mistakes.vue')
})

test('a shopper pays on a page of Vite and Svelte, which svelte-check has checked', async ({
  project,
  page,
  world,
  order,
  creates,
}) => {
  prepare(project, 'svelte', 'page.svelte')
  project.copy('demo/examples/svelte/main.ts', 'src/main.ts')
  project.install('svelte', 'vite@8', '@sveltejs/vite-plugin-svelte', 'svelte-check', 'typescript@6')
  const checker = [
    'svelte-check',
    '--fail-on-warnings',
    '--output',
    'machine',
    '--tsconfig',
    './tsconfig.json',
  ]
  await buildAndPay({ project, page, world, order, creates }, checker, 'svelte/mistakes.svelte')
})

test('a shopper pays on a page without a bundler, with a script tag and files of the package', async ({
  project,
  page,
  world,
  order,
  creates,
}) => {
  project.install()
  project.copy('demo/examples/plain', 'site/examples/plain')
  project.copy('demo/examples/examples.css', 'site/examples/examples.css')
  const installed = `${project.folder}/node_modules/payin-checkout/dist`
  const { version, files } = JSON.parse(readFileSync(`${installed}/integrity.json`, 'utf8'))
  const script = `payin-checkout-${version}.js`
  project.write(`site/${script}`, readFileSync(`${installed}/${script}`, 'utf8'))
  const html = project.read('site/examples/plain/index.html')
  project.write(
    'site/index.html',
    html.replace('&lt;version&gt;', version).replace('sha384-…', files[script]),
  )
  await serve(page, world, join(project.folder, 'site'), order)

  await payOnExample({ page, world, order, creates })
})
