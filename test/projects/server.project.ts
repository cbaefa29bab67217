// A merchant's server in a separate project: Node alone, with each module resolution of TypeScript.

import { letTimePass } from '../journeys/support/shared-world.ts'
import { hostedPage } from '../journeys/support/shopper.ts'
import { apiKey } from '../journeys/support/world.ts'
import { checkTypes, expect, test } from './fresh-project.ts'

const template = 'test/projects/templates/server'
const tsc = ['tsc', '--pretty', 'false', '-p', '.']

test('a server on Node compiles with the module resolutions nodenext and bundler, and creates a payin', async ({
  project,
  page,
  world,
}) => {
  project.copy(template)
  project.install('typescript', '@types/node@20')
  const mistakes: [string, string] = [`${template}/mistakes.ts`, 'src/mistakes.ts']
  checkTypes(project, [...tsc, '--noEmit'], mistakes)
  checkTypes(project, [...tsc, '--noEmit', '--module', 'esnext', '--moduleResolution', 'bundler'], mistakes)
  project.runWell(...tsc)
  const ask = (...more: string[]) =>
    JSON.parse(project.run('node', 'out/server.js', world.sandbox, apiKey, world.shop, ...more).output)
  const made = ask()
  await page.goto(made.redirect_url)
  await hostedPage.pay(page)
  await page.waitForURL(`${world.shop}/**`)
  await letTimePass(world, 2_000)

  expect(ask(made.id)).toMatchObject({ id: made.id, status: 'COMPLETED' })
})

test('a page that imports the service client cannot be built, and the error gives the reason', async ({
  project,
}) => {
  project.copy(`${template}/page.js`, 'page.js')
  project.write('index.html', '<!doctype html><script type="module" src="/page.js"></script>')
  project.install('vite@8')
  const { status, output } = project.run('npx', '--no-install', 'vite', 'build')

  expect(status, output).not.toBe(0)
  expect(output).toContain('payin-checkout/server holds your secret key.')
})
