import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DirectoryInUse, lockDirectory } from '../../../server-example/store/directory-lock.ts'

let directory = ''
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'lock-'))
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

const lockFile = () => join(directory, 'server.lock')

test('the lock is taken once, names its process, and is gone after release', () => {
  const release = lockDirectory(directory)
  expect(readFileSync(lockFile(), 'utf8')).toBe(String(process.pid))
  expect(() => lockDirectory(directory)).toThrow(DirectoryInUse)
  release()
  release()
  expect(readdirSync(directory)).toEqual([])
  lockDirectory(directory)()
})

test('a lock of a living process is respected, and the sentence names it and the remedy', () => {
  writeFileSync(lockFile(), String(process.ppid))
  expect(() => lockDirectory(directory)).toThrow(
    new RegExp(`process ${process.ppid}\\. Stop that process, or set DATA_DIR`),
  )
  expect(readFileSync(lockFile(), 'utf8')).toBe(String(process.ppid))
})

test('a lock of a killed process is stale', async () => {
  const child = spawn(process.execPath, ['-e', ''])
  await once(child, 'exit')
  writeFileSync(lockFile(), String(child.pid))
  lockDirectory(directory)()
  expect(readdirSync(directory)).toEqual([])
})

test.each([String(process.pid), '', 'rubbish', '-1'])('a lock that says %j is stale', (content) => {
  writeFileSync(lockFile(), content)
  lockDirectory(directory)()
})
