import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Hono } from 'hono'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { HttpProblem } from '../../../src/merchant/http/problems.ts'
import { scriptRoutes } from '../../../src/merchant/routes/script.ts'

let dist: string
let app: Hono

beforeEach(async () => {
  dist = await mkdtemp(join(tmpdir(), 'payin-dist-'))
  await mkdir(join(dist, 'locales'))
  await writeFile(join(dist, 'locales', 'es-419.json'), '{"lang":"es-419"}')
  await writeFile(join(dist, 'locales', 'en.d.ts'), 'export {}')
  await writeFile(join(dist, 'secret.json'), '{}')
  app = new Hono()
  app.onError((error, c) => (error instanceof HttpProblem ? error.toResponse(c) : c.text('?', 500)))
  app.route('/', scriptRoutes(pathToFileURL(`${dist}/`)))
})
afterEach(() => rm(dist, { recursive: true }))

test('a language is served as it was built, to pages of any origin, and revalidated each time', async () => {
  const response = await app.request('/locales/es-419.json')
  expect(await response.text()).toBe('{"lang":"es-419"}')
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/json',
    'cache-control': 'no-cache',
    'access-control-allow-origin': '*',
    etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
  })
})

test('a language that the browser has is not sent again until it changes', async () => {
  const etag = (await app.request('/locales/es-419.json')).headers.get('etag') ?? ''
  const again = () => app.request('/locales/es-419.json', { headers: { 'if-none-match': etag } })
  expect([(await again()).status, (await again()).headers.get('access-control-allow-origin')]).toEqual([
    304,
    '*',
  ])
  await writeFile(join(dist, 'locales', 'es-419.json'), '{"lang":"es"}')
  await utimes(join(dist, 'locales', 'es-419.json'), 1, 1)
  expect((await again()).status).toBe(200)
})

test.each([
  '/locales/xx.json',
  '/locales/en.d.ts',
  '/locales/..%2fsecret.json',
  '/locales/%2e%2e%2fsecret.json',
  '/locales/..%5csecret.json',
  '/locales/es-419.json%00',
  '/locales/es_419.json',
])('%s gets a 404 problem', async (path) => {
  const response = await app.request(path)
  expect([response.status, response.headers.get('content-type')]).toEqual([404, 'application/problem+json'])
})

test('a script that was not built gets an answer that says how to build it', async () => {
  const missing = await app.request('/payin-checkout.js')
  await writeFile(join(dist, 'payin-checkout.js'), 'built()')
  const built = await app.request('/payin-checkout.js')
  expect([missing.status, await missing.text()]).toEqual([503, expect.stringContaining('npm run build')])
  expect([built.headers.get('content-type'), await built.text()]).toEqual([
    'text/javascript; charset=utf-8',
    'built()',
  ])
})

test('a script name with a version may be cached for ever, and is the same script', async () => {
  await writeFile(join(dist, 'payin-checkout-1.2.3.js'), 'built()')

  const versioned = await app.request('/payin-checkout-1.2.3.js')

  expect(await versioned.text()).toBe('built()')
  expect(versioned.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(versioned.headers.get('access-control-allow-origin')).toBe('*')
})

test('an unknown version gets a 404, and no path leads out of the folder', async () => {
  for (const path of [
    '/payin-checkout-9.9.9.js',
    '/payin-checkout-1..%2Fsecret.js',
    '/payin-checkout-1/../x.js',
  ]) {
    expect((await app.request(path)).status).toBe(404)
  }
})
