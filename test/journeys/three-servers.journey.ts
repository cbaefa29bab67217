// A shop with a load balancer: each request of a shopper and each webhook goes to any of three processes.
import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { startThreeServers, type ThreeServers } from './support/three-servers.ts'
import { test } from './support/worker-world.ts'

const databaseUrl = process.env.TEST_DATABASE_URL ?? ''
test.skip(databaseUrl === '', 'TEST_DATABASE_URL names no Postgres, and several servers need one.')
test.describe.configure({ mode: 'serial' })

let three: ThreeServers
test.beforeAll(async () => {
  three = await startThreeServers(databaseUrl)
})
test.afterAll(() => three?.close())

/** Nine tabs that hold reads, three at each server. */
async function holdNine(id: string): Promise<Promise<Response>[]> {
  const etag = (await three.read(id)).headers.get('etag') ?? ''
  const held = Array.from({ length: 9 }, () => three.read(id, { 'if-none-match': etag, prefer: 'wait=20' }))
  await expect.poll(() => three.balancer.waiting).toBe(9)
  return held
}

test('a payment is complete in nine tabs over three servers, whichever of them receives the webhook', async () => {
  const { id } = await (await three.createSession('A-1001')).json()
  const held = await holdNine(id)

  await three.move('A-1001', 'COMPLETED')
  const answers = await Promise.all(held)

  for (const answer of answers) expect(await answer.json()).toMatchObject({ id, outcome: 'complete' })
  expect(new Set(three.balancer.portsFor(`/checkout/sessions/${id}`)).size).toBe(3)
  // A server that polls the service can answer the tabs before the webhook arrives.
  await expect.poll(() => three.balancer.portsFor('/webhooks/payins')).toHaveLength(1)
  expect((await three.createSession('A-1001')).status).toBe(409)
  const { requests } = await three.sandboxState()
  // Servers that have just started also look up older orders in the service's list.
  const isList = ({ method, path }: (typeof requests)[number]) => method === 'GET' && path.endsWith('/payins')
  expect(requests.filter((call) => !isList(call)).map(({ method }) => method)).toEqual(['POST', 'GET'])
})

test('a create request that is repeated at all three servers at once makes one payin', async () => {
  const key = randomUUID()

  const answers = await Promise.all([1, 2, 3].map(() => three.createSession('A-1002', key)))
  const sessions = await Promise.all(answers.map((answer) => answer.json()))

  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(new Set(sessions.map(({ id }) => id)).size).toBe(1)
  const { payins } = await three.sandboxState()
  expect(payins.filter(({ reference }) => reference === 'A-1002')).toHaveLength(1)
})

test('a payment continues when one of the servers is killed', async () => {
  const { id } = await (await three.createSession('A-1003')).json()
  const held = await holdNine(id)

  await three.servers[0]?.program.end()
  await expect.poll(() => three.balancer.waiting).toBe(6)
  await three.move('A-1003', 'COMPLETED')
  const answers = await Promise.all(held)

  const successful = answers.filter(({ status }) => status === 200)
  expect(successful).toHaveLength(6)
  for (const answer of successful) expect(await answer.json()).toMatchObject({ outcome: 'complete' })
  expect(await (await three.read(id)).json()).toMatchObject({ outcome: 'complete' })
})
