// The program that reads the server's output may end first: a pager, `head`, a log shipper that restarts.
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { startChild } from '../../support/child.ts'

const source = (path: string) =>
  JSON.stringify(new URL(`../../../src/merchant/${path}`, import.meta.url).href)

/** A program that writes lines until its reader has ended and 40 more are written. */
const program = `
const { openEvents, jsonLines } = await import(${source('events.ts')})
const { refuseConsumedBody } = await import(${source('http/consumed-body.ts')})
const { log } = openEvents(process.argv[1] === 'own lines' ? [jsonLines()] : undefined)
const write = process.argv[1] === 'advice' ? refuseConsumedBody : log
let lines = 0
const timer = setInterval(() => { lines++; write('line_' + lines) }, 5)
process.on('message', () => {
  const enough = lines + 40
  setInterval(() => { if (lines > enough) process.exit(7) }, 5)
})
`

test.each([
  ['default lines', 'stdout'],
  ['own lines', 'stdout'],
  ['advice', 'stderr'],
] as const)('the server goes on when whatever reads its %s has ended', async (which, stream) => {
  const child = startChild(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '-e', program, which],
    {
      cwd: fileURLToPath(new URL('../../..', import.meta.url)),
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  )
  onTestFinished(() => void child.end())
  const read = child.process[stream] as Readable
  await once(read, 'data')
  read.destroy()
  await once(read, 'close')
  child.process.send('go on')
  const { code, err } = await child.ended
  expect(code, err).toBe(7)
})

test('one file of the server writes to the console', () => {
  const folder = fileURLToPath(new URL('../../../src/merchant/', import.meta.url))
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  )
  const writers = files.filter((file) =>
    /\bconsole\.\w+\(|\bprocess\.std(out|err)\.write/.test(readFileSync(folder + file, 'utf8')),
  )
  expect(writers).toEqual(['console.ts'])
})
