// The program that reads the server's output may end first: a pager, `head`, a log shipper that restarts.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const events = new URL('../../../src/merchant/events.ts', import.meta.url).href

/** A program that writes lines until it is told to end, and then says how many. */
const program = `
const { openEvents, jsonLines } = await import(${JSON.stringify(events)})
const { log } = openEvents(process.argv[1] === 'own' ? [jsonLines()] : undefined)
let lines = 0
const timer = setInterval(() => { lines++; log('line_' + lines) }, 5)
process.on('message', () => { clearInterval(timer); process.send({ lines }); process.disconnect() })
`

test.each(['default', 'own'])(
  'the server goes on when whatever reads its lines has ended (%s lines)',
  async (which) => {
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
    await once(child.stdout as NonNullable<typeof child.stdout>, 'data')
    child.stdout?.destroy()
    const said = once(child, 'message').then(([message]) => message as { lines: number })
    const early = ended.then(([code]) => `ended with ${code}: ${errors}`)
    // Long enough for many lines after the end of the reader.
    await Promise.race([early, new Promise((resolve) => setTimeout(resolve, 300))])
    if (child.exitCode === null) child.send('end')
    expect(await Promise.race([said, early])).toMatchObject({ lines: expect.any(Number) })
    await ended
  },
)
