// A person settles money that is under review, in the examples in other languages.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { isSkipped } from './support/programs.ts'

/** A copy of an example, with the file that settles. */
function folderWith(language: 'php' | 'go', file: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'payin-settle-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  cpSync(fileURLToPath(new URL(`../../examples/${language}/`, import.meta.url)), folder, { recursive: true })
  cpSync(fileURLToPath(new URL(`shops/${file}`, import.meta.url)), join(folder, file))
  return folder
}

test.skipIf(isSkipped('php')).each([
  ['accepted', { outcome: 'complete', parcels: ['p1'] }],
  ['refunded', { outcome: 'open', parcels: [] }],
])('money of the example in PHP is settled as %s once', (as, order) => {
  const cwd = folderWith('php', 'settle.php')
  const { stdout, stderr } = spawnSync('php', ['settle.php', as], { cwd, encoding: 'utf8' })
  expect(JSON.parse(stdout || stderr)).toEqual(order)
})

test.skipIf(isSkipped('go'))('money of the example in Go is settled as accepted or refunded once', () => {
  const cwd = folderWith('go', 'settle_test.go')
  const { stdout, status } = spawnSync('go', ['test', './...'], { cwd, encoding: 'utf8' })
  expect(status, stdout).toBe(0)
})
