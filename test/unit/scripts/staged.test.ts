import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { filesIn, staged } from '../../../scripts/staged.ts'

let root: string
let out: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'payin-staged-'))
  out = join(root, 'out')
})
afterEach(() => rmSync(root, { recursive: true }))

const writing = (files: Record<string, string>) => async (stage: string) => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(stage, path)), { recursive: true })
    writeFileSync(join(stage, path), text)
  }
}
const read = (path: string) => readFileSync(join(out, path), 'utf8')

test('a folder contains only the new files afterwards', async () => {
  await staged(out, writing({ 'a.js': '1', 'gone.js': '1', 'old/deep/b.js': '1' }))
  await staged(out, writing({ 'a.js': '2', 'new/c.js': '2' }))
  expect(filesIn(out)).toEqual(['new/c.js', 'a.js'])
  expect(read('a.js')).toBe('2')
  expect(readdirSync(root)).toEqual(['out'])
})

test('all old files exist during the build', async () => {
  await staged(out, writing({ 'a.js': '1', 'b.js': '1' }))
  await staged(out, async (stage) => {
    writeFileSync(join(stage, 'a.js'), 'half')
    expect([read('a.js'), read('b.js')]).toEqual(['1', '1'])
  })
})

test('of two builds at once, the one that ends last decides what the folder contains', async () => {
  await Promise.all(
    ['1', '2', '3'].map((text) =>
      staged(out, async (stage) => {
        await writing({ 'a.js': text, [`only/${text}.js`]: text })(stage)
        await new Promise((resolve) => setImmediate(resolve))
      }),
    ),
  )
  expect(filesIn(out)).toEqual([`only/${read('a.js')}.js`, 'a.js'])
  expect(readdirSync(root)).toEqual(['out'])
})

test('a build that fails changes nothing and leaves nothing', async () => {
  await staged(out, writing({ 'a.js': '1' }))
  const failing = staged(out, async (stage) => {
    writeFileSync(join(stage, 'a.js'), '2')
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect([read('a.js'), readdirSync(root)]).toEqual(['1', ['out']])
})

test('old leftovers of a killed build are removed, and a running build is not touched', async () => {
  const [left, underWay] = ['.out-next-left', '.out-next-under-way'].map((name) => join(root, name))
  for (const folder of [left, underWay]) mkdirSync(folder ?? '')
  const longAgo = new Date(Date.now() - 3_600_000)
  utimesSync(left ?? '', longAgo, longAgo)
  await staged(out, writing({ 'a.js': '1' }))
  expect(readdirSync(root).sort()).toEqual(['.out-next-under-way', 'out'])
})

test('files in folders are replaced before the files that may refer to them', async () => {
  await staged(out, writing({ 'a.js': '', 'z/b.js': '', 'z/y/c.js': '' }))
  expect(filesIn(out)).toEqual(['z/y/c.js', 'z/b.js', 'a.js'])
})
