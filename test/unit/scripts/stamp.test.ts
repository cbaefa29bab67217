import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Built, buildFolder, isFresh } from '../../../scripts/stamp.ts'

let root: string
let built: Built
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'payin-stamp-'))
  mkdirSync(join(root, 'src'))
  write('src/a.ts', '1')
  built = {
    from: [join(root, 'src'), join(root, 'lock.json')],
    out: join(root, 'out'),
    stamp: join(root, 'cache/stamp'),
  }
  await build('1')
})
afterEach(() => rmSync(root, { recursive: true }))

/** Builds one file with this text. */
const build = (text: string, before = async () => {}) =>
  buildFolder(built, async (stage) => {
    await before()
    writeFileSync(join(stage, 'a.js'), text)
  })
const read = () => readFileSync(join(root, 'out/a.js'), 'utf8')

const write = (path: string, text: string) => writeFileSync(join(root, path), text)

test('an unchanged build is fresh', () => {
  expect(isFresh(built)).toBe(true)
})

test('new file times are no change', () => {
  utimesSync(join(root, 'src/a.ts'), new Date(), new Date())
  expect(isFresh(built)).toBe(true)
})

test.each<[string, () => void]>([
  ['a source that changed', () => write('src/a.ts', '2')],
  ['a source more', () => write('src/b.ts', '1')],
  ['a source less', () => rmSync(join(root, 'src/a.ts'))],
  ['a single file that appeared', () => write('lock.json', '{}')],
  ['a built file that changed', () => write('out/a.js', '2')],
  ['a built file less', () => rmSync(join(root, 'out/a.js'))],
  ['a built file more', () => write('out/b.js', '')],
  ['nothing built', () => rmSync(join(root, 'out'), { recursive: true })],
  ['no stamp', () => rmSync(join(root, 'cache'), { recursive: true })],
])('%s makes it stale', (_, change) => {
  change()
  expect(isFresh(built)).toBe(false)
})

test('what is up to date is not built again', async () => {
  await build('2')
  expect(read()).toBe('1')
})

test('a source that changes during a build is built next time', async () => {
  write('src/a.ts', '2')
  await build('2', async () => write('src/a.ts', '3'))
  expect([read(), isFresh(built)]).toEqual(['2', false])
})

test('a build of older sources that ends after a newer one is built again', async () => {
  let isNewerBuilt = () => {}
  const newerIsBuilt = new Promise<void>((resolve) => {
    isNewerBuilt = resolve
  })
  write('src/a.ts', '2')
  const older = build('2', () => newerIsBuilt)
  write('src/a.ts', '3')
  await build('3')
  isNewerBuilt()
  await older
  expect([read(), isFresh(built)]).toEqual(['2', false])
  await build('3')
  expect([read(), isFresh(built)]).toEqual(['3', true])
})
