import { expect, it } from 'vitest'
import type { Payin } from '../../../src/sandbox/service/payins.ts'
import { turns as settle } from '../../support/timeline.ts'
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

it('a repeated request returns the payin in its present state', async () => {
  const { post, payins } = openSandbox()
  const id = await idOf(await post(payinBody(), 'same'))
  payins.open(id)
  expect(await (await post(payinBody(), 'same')).json()).toMatchObject({ id, status: 'INITIATED' })
})

it('a repeated request whose payin was pushed out by newer ones says so, and creates no second payin', async () => {
  const { post, payins, service } = openSandbox()
  const id = await idOf(await post(payinBody(), 'same'))
  payins.fail(id, 'OTHER')
  for (let count = 0; count < 10_000; count++) service.payins.create(payinBody(), 'http://sandbox')
  const response = await post(payinBody(), 'same')
  expect([response.status, (await problemOf(response)).detail]).toEqual([
    409,
    expect.stringContaining('forgotten'),
  ])
  expect(payins.list()).toHaveLength(10_000)
})

it('the service compares bodies by their bytes, not by their meaning', async () => {
  const { post } = openSandbox()
  await post(JSON.stringify(payinBody()), 'same')
  expect((await post(JSON.stringify(payinBody(), null, 2), 'same')).status).toBe(409)
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
