// Real servers, as processes of their own, on one folder of the embedded database.
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeEmptyDatabaseFolder } from '../../support/empty-database.ts'
import { freePort } from '../../support/free-port.ts'
import { inOwnPidNamespace, unlessNoNamespace } from '../../support/lock-holder.ts'
import { sentencesIn } from '../../support/uncaught.ts'

const main = fileURLToPath(new URL('../../../demo/server.ts', import.meta.url))
const children: ChildProcessByStdio<null, Readable, Readable>[] = []
let service: Server
let dataDir = ''

beforeEach(async () => {
  dataDir = await makeEmptyDatabaseFolder()
  service = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(201).end(JSON.stringify(payin())))
  }).listen(0, '127.0.0.1')
  await once(service, 'listening')
})
afterEach(async () => {
  await Promise.all(children.splice(0).map((child) => kill(child)))
  service.close()
  await rm(dataDir, { recursive: true, force: true })
})

const serviceUrl = () => `http://127.0.0.1:${(service.address() as AddressInfo).port}`

const payin = () => ({
  id: randomUUID(),
  status: 'CREATED',
  amount: { value: '49.90', currency: 'EUR' },
  reference: 'A-1001',
  redirect_url: `${serviceUrl()}/pay`,
})

async function startServer(before: readonly string[], folder = dataDir) {
  const port = await freePort()
  const [command = '', ...args] = [...before, process.execPath, '--import', 'tsx', main]
  const child = spawn(command, args, {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: folder,
      PORT: String(port),
      PAYMENTS_BASE_URL: serviceUrl(),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  let output = ''
  let errorOutput = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  child.stderr.on('data', (chunk) => {
    errorOutput += chunk
  })
  const ended = once(child, 'close')
  await expect
    .poll(() => output.includes('is open at') || child.exitCode !== null, { timeout: 60_000 })
    .toBe(true)
  if (child.exitCode !== null) await ended
  return { child, origin: `http://127.0.0.1:${port}`, exitCode: child.exitCode, errorOutput }
}

async function kill(child: ChildProcessByStdio<null, Readable, Readable>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

test.skipIf(!inOwnPidNamespace)(
  `a second server in a container of its own is refused, and no payment of the first is lost${unlessNoNamespace}`,
  async () => {
    const container = inOwnPidNamespace ?? []
    const first = await startServer(container)
    expect(first.exitCode).toBeNull()
    const created = await fetch(`${first.origin}/checkout/sessions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify({ order: 'A-1001', kind: 'payin' }),
    })
    expect(created.status).toBe(201)
    const { id } = (await created.json()) as { id: string }

    const second = await startServer(container)
    expect([second.exitCode, ...sentencesIn(second.errorOutput)]).toEqual([
      1,
      expect.stringMatching(
        new RegExp(`^The database in ${dataDir} is in use by process 1 on \\S+\\. Stop .*DATA_DIR.*\\.$`),
      ),
    ])
    const read = (origin: string) => fetch(`${origin}/checkout/sessions/${id}`)
    expect((await read(first.origin)).status).toBe(200)

    await kill(first.child)
    const third = await startServer(container)
    expect(third.exitCode).toBeNull()
    expect((await read(third.origin)).status).toBe(200)
  },
  120_000,
)
