import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { freePort } from '../../support/free-port.ts'

const run = promisify(execFile)
const module = fileURLToPath(new URL('../../support/free-port.ts', import.meta.url))

test('processes that ask at the same time get different free ports', async () => {
  const script = `import { freePort } from ${JSON.stringify(module)}
    const ports = []
    for (let n = 0; n < 90; n++) ports.push(await freePort())
    console.log(JSON.stringify(ports))
    // Lives until the others have asked as well.
    setTimeout(() => {}, 2_000)`
  const ask = () => run(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', script])
  const answers = await Promise.all(Array.from({ length: 4 }, ask))

  const ports = answers.flatMap(({ stdout }) => JSON.parse(stdout) as number[])

  expect(ports).toHaveLength(360)
  expect(new Set(ports).size).toBe(360)
})

test('a free port is none that the system gives to an outgoing connection', async () => {
  const port = await freePort()

  expect(port).toBeGreaterThan(10_999)
  expect(port).toBeLessThan(32_768)
})

test('a port on which a program listens is not given again', async () => {
  const taken = createServer().listen(await freePort(), '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as { port: number }

  const others: number[] = []
  for (let n = 0; n < 150; n++) others.push(await freePort())

  expect(others).not.toContain(port)
  taken.close()
})
