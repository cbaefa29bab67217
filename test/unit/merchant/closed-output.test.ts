// The program that reads the server's output may end first: a pager, `head`, a log shipper that restarts.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const source = (path: string) =>
  JSON.stringify(new URL(`../../../src/merchant/${path}`, import.meta.url).href)

/** A program that writes lines until it is told to end, and then says how many. */
const program = `
const { openEvents, jsonLines } = await import(${source('events.ts')})
const { refuseConsumedBody } = await import(${source('http/consumed-body.ts')})
const { log } = openEvents(process.argv[1] === 'own lines' ? [jsonLines()] : undefined)
const write = process.argv[1] === 'advice' ? refuseConsumedBody : log
let lines = 0
const timer = setInterval(() => { lines++; write('line_' + lines) }, 5)
process.on('message', () => { clearInterval(timer); process.send({ lines }); process.disconnect() })
`

test.each([
  ['default lines', 'stdout'],
  ['own lines', 'stdout'],
  ['advice', 'stderr'],
] as const)('the server goes on when whatever reads its %s has ended', async (which, stream) => {
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program, which], {
    cwd: fileURLToPath(new URL('../../..', import.meta.url)),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let errors = ''
  child.stderr?.on('data', (chunk) => {
    errors += chunk
  })
  const ended = once(child, 'exit')
  const read = child[stream] as NonNullable<(typeof child)[typeof stream]>
  await once(read, 'data')
  read.destroy()
  const said = once(child, 'message').then(([message]) => message as { lines: number })
  const early = ended.then(([code]) => `ended with ${code}: ${errors}`)
  // Long enough for many lines after the end of the reader.
  await Promise.race([early, new Promise((resolve) => setTimeout(resolve, 300))])
  if (child.exitCode === null) child.send('end')
  expect(await Promise.race([said, early])).toMatchObject({ lines: expect.any(Number) })
  await ended
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
