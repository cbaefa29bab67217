// The tables of CONTRIBUTING.md that follow a payment through the server, held to the real calls of a running merchant.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { labelOf, watchCalls } from '../../support/called.ts'
import { readDocument, tableOf } from '../../support/documents.ts'
import { connectDebugger } from '../../support/node-debugger.ts'
import { firstOfEach, stopsOf } from '../../support/walks.ts'
import { useWorld } from '../merchant/harness.ts'

const walk = (name: string) => stopsOf(tableOf(readDocument('CONTRIBUTING.md'), name))
const world = useWorld()
let client: ReturnType<typeof connectDebugger>
beforeEach(() => {
  client = connectDebugger()
})
afterEach(() => client.disconnect())

test('a create request passes the functions of its table, in their order', async () => {
  const stops = walk('create request')
  const called = await watchCalls(client, stops)
  const { status } = await world().createSession('A-1001')

  expect(status).toBe(201)
  expect(firstOfEach(called())).toEqual(stops.map(labelOf))
})

test('a webhook passes the functions of its table, in their order', async () => {
  const { pay, move, service } = world()
  await pay('A-1001')
  const stops = walk('webhook')
  const called = await watchCalls(client, stops)
  await move(service.only(), 'COMPLETED')

  expect(await world().order('A-1001')).toBe('paid')
  expect(firstOfEach(called())).toEqual(stops.map(labelOf))
})

test('a held read passes the functions of its table, in their order', async () => {
  const { pay, read, move, service, clock } = world()
  const { id } = await pay('A-1001')
  const known = await read(id)
  const stops = walk('held read')
  const called = await watchCalls(client, stops)
  const held = read(id, { 'If-None-Match': known.headers.get('etag') ?? '', Prefer: 'wait=20' })
  await clock.untilSleeping(20_000)
  await move(service.only(), 'COMPLETED')

  expect(await (await held).json()).toMatchObject({ outcome: 'complete' })
  expect(firstOfEach(called())).toEqual(stops.map(labelOf))
})

test('a function that no module has is named', async () => {
  const unknown = { file: 'src/merchant/create/claim.ts', name: 'nowhere' }
  await expect(watchCalls(client, [unknown])).rejects.toThrow('src/merchant/create/claim.ts nowhere')
})
