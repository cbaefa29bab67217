import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Built, isFresh, sourcesOf, writeStamp } from '../../../scripts/stamp.ts'

let root: string
let built: Built
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'payin-stamp-'))
  for (const folder of ['src', 'out']) mkdirSync(join(root, folder))
  write('src/a.ts', '1')
  write('out/a.js', '1')
  built = {
    from: [join(root, 'src'), join(root, 'lock.json')],
    out: join(root, 'out'),
    stamp: join(root, 'cache/stamp'),
  }
  writeStamp(built, sourcesOf(built))
})
afterEach(() => rmSync(root, { recursive: true }))

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

test('a source that changes during a build is built next time', () => {
  const sources = sourcesOf(built)
  write('src/a.ts', '2')
  writeStamp(built, sources)
  expect(isFresh(built)).toBe(false)
})
