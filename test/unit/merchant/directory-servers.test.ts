// Real servers, as processes of their own, on one folder of the embedded database.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Child, hasEnded, startChild } from '../../support/child.ts'
import { makeEmptyDatabaseFolder } from '../../support/empty-database.ts'
import { freePort } from '../../support/free-port.ts'
import { inOwnPidNamespace, unlessNoNamespace } from '../../support/lock-holder.ts'
import { sentencesIn } from '../../support/uncaught.ts'

const main = fileURLToPath(new URL('../../../demo/server.ts', import.meta.url))
const children: Child[] = []
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
  await Promise.all(children.splice(0).map((child) => child.end()))
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
  const child = startChild(command, args, {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: folder,
      PORT: String(port),
      PAYMENTS_BASE_URL: serviceUrl(),
    },
  })
  children.push(child)
  await expect
    .poll(() => child.output().includes('is open at') || hasEnded(child.process), { timeout: 60_000 })
    .toBe(true)
  const end = hasEnded(child.process) ? await child.ended : null
  return { child, origin: `http://127.0.0.1:${port}`, end }
}

test.skipIf(!inOwnPidNamespace)(
  `a second server in a container of its own is refused, and no payment of the first is lost${unlessNoNamespace}`,
  async () => {
    const container = inOwnPidNamespace ?? []
    const first = await startServer(container)
    expect(first.end).toBeNull()
    const created = await fetch(`${first.origin}/checkout/sessions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify({ order: 'A-1001', kind: 'payin' }),
    })
    expect(created.status).toBe(201)
    const { id } = (await created.json()) as { id: string }

    const second = await startServer(container)
    expect([second.end?.code, ...sentencesIn(second.end?.err ?? '')]).toEqual([
      1,
      expect.stringMatching(
        new RegExp(`^The database in ${dataDir} is in use by process 1 on \\S+\\. Stop .*DATA_DIR.*\\.$`),
      ),
    ])
    const read = (origin: string) => fetch(`${origin}/checkout/sessions/${id}`)
    expect((await read(first.origin)).status).toBe(200)

    await first.child.end()
    const third = await startServer(container)
    expect(third.end).toBeNull()
    expect((await read(third.origin)).status).toBe(200)
  },
  120_000,
)
