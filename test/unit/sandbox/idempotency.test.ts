import { expect, it } from 'vitest'
import { createIdempotencyKeys } from '../../../src/sandbox/service/idempotency.ts'
import type { Payin } from '../../../src/sandbox/service/payins.ts'
import { turns as settle } from '../../support/timeline.ts'
import { createFakeClock } from './fake-clock.ts'
import { openSandbox, payinBody, problemOf } from './sandbox-under-test.ts'

const oneDayMs = 24 * 60 * 60 * 1000
const idOf = async (response: Response) => ((await response.json()) as Payin).id

/** A creation that waits until the test releases it. */
function createGate() {
  let open = () => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  return { wait: () => gate, open: () => open() }
}

it('the service rejects a creation without Idempotency-Key with 400', async () => {
  const { call } = openSandbox()
  const headers = { 'Content-Type': 'application/json' }
  const response = await call('POST', '/payins', { headers, body: JSON.stringify(payinBody()) })
  expect([response.status, (await problemOf(response)).detail]).toEqual([
    400,
    expect.stringContaining('Idempotency-Key'),
  ])
})

it('the service rejects a key of 37 characters with 400 and takes one of 36', async () => {
  const { post } = openSandbox()
  expect((await post(payinBody(), 'k'.repeat(37))).status).toBe(400)
  expect((await post(payinBody(), 'k'.repeat(36))).status).toBe(201)
})

it('the service returns the original payin for the same key and body, with 201 again', async () => {
  const { post, payins } = openSandbox()
  const first = await post(payinBody(), 'same')
  const second = await post(payinBody(), 'same')
  expect([first.status, second.status]).toEqual([201, 201])
  expect(await idOf(second)).toBe(await idOf(first))
  expect(payins.list()).toHaveLength(1)
})

it('a repeated request returns the payin in its present state', async () => {
  const { post, payins } = openSandbox()
  const id = await idOf(await post(payinBody(), 'same'))
  payins.open(id)
  expect(await (await post(payinBody(), 'same')).json()).toMatchObject({ id, status: 'INITIATED' })
})

it('the service rejects another body for the same key with 409, and the detail gives the reason', async () => {
  const { post, payins } = openSandbox()
  await post(payinBody(), 'same')
  const response = await post(payinBody({ amount: { value: '50.00', currency: 'EUR' } }), 'same')
  expect(response.status).toBe(409)
  expect((await problemOf(response)).detail).toMatch(/different body/i)
  expect(payins.list()[0]?.amount.value).toBe('49.90')
})

it('the service compares bodies by their bytes, not by their meaning', async () => {
  const { post } = openSandbox()
  await post(JSON.stringify(payinBody()), 'same')
  expect((await post(JSON.stringify(payinBody(), null, 2), 'same')).status).toBe(409)
})

it('the service rejects a retry with 409 while the first request is in flight, and returns its payin afterwards', async () => {
  const gate = createGate()
  const { post, payins } = openSandbox({ beforeCreate: gate.wait })
  const first = post(payinBody(), 'same')
  await settle()
  const early = await post(payinBody(), 'same')
  expect([early.status, (await problemOf(early)).detail]).toEqual([409, expect.stringContaining('in flight')])
  gate.open()
  const id = await idOf(await first)
  expect(await idOf(await post(payinBody(), 'same'))).toBe(id)
  expect(payins.list()).toHaveLength(1)
})

it('the service remembers a key for 24 hours after first use, then lets it make a new payin', async () => {
  const { post, clock } = openSandbox()
  const first = await idOf(await post(payinBody(), 'same'))
  await clock.advance(oneDayMs - 1)
  expect(await idOf(await post(payinBody(), 'same'))).toBe(first)
  await clock.advance(1)
  expect(await idOf(await post(payinBody(), 'same'))).not.toBe(first)
})

it('the service does not bind a key to a request that it refused', async () => {
  const { post } = openSandbox()
  expect((await post(payinBody({ reference: '' }), 'same')).status).toBe(422)
  expect((await post('{', 'same')).status).toBe(400)
  expect((await post(payinBody(), 'same')).status).toBe(201)
})

it('the service frees the key when creation itself fails', async () => {
  let fails = true
  const beforeCreate = async () => {
    if (fails) throw new Error('planned by the test')
  }
  const log = console.error
  console.error = () => {}
  const { post } = openSandbox({ beforeCreate })
  expect((await post(payinBody(), 'same')).status).toBe(500)
  console.error = log
  fails = false
  expect((await post(payinBody(), 'same')).status).toBe(201)
})

it('the service keeps the keys of two API keys apart', () => {
  const keys = createIdempotencyKeys(createFakeClock())
  const body = new TextEncoder().encode('{}')
  expect(keys.claim('test_one', 'same', body).kind).toBe('new')
  expect(keys.claim('test_two', 'same', body).kind).toBe('new')
  expect(keys.claim('test_one', 'same', body).kind).toBe('in_flight')
})

it('the service remembers a key for as long as its first request is in flight', async () => {
  const gate = createGate()
  const { post, payins, clock } = openSandbox({ beforeCreate: gate.wait })
  const first = post(payinBody(), 'same')
  await settle()
  await clock.advance(oneDayMs)
  expect((await post(payinBody(), 'same')).status).toBe(409)
  gate.open()
  expect((await first).status).toBe(201)
  expect(payins.list()).toHaveLength(1)
})
