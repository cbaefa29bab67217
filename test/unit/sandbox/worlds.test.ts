// Several API keys share one process. A key cannot read or change the data of another.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { evictableAfterMs, maxWorlds, worldTtlMs } from '../../../src/sandbox/worlds.ts'
import { turns } from '../../support/timeline.ts'
import { apiKey, openSandbox, payinBody } from './sandbox-under-test.ts'

type State = {
  clock: { ahead_ms: number }
  payins: { id: string; status: string; redirect_url: string }[]
  deliveries: { body: string }[]
  requests: { path: string; status: number }[]
  faults: object[]
}

function open(options: Parameters<typeof openSandbox>[0] = { keys: 'any' }) {
  const sandbox = openSandbox(options)
  const ask = (key: string, method: string, path: string, body?: object) =>
    sandbox.app.request(path, {
      method,
      headers: {
        'X-API-Key': key,
        ...(body && { 'Content-Type': 'application/json', 'Idempotency-Key': 'same' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
  const create = async (key: string, more = {}) =>
    (await (await ask(key, 'POST', '/api/v2/payins', payinBody(more))).json()) as State['payins'][number]
  const state = async (key: string) => (await (await ask(key, 'GET', '/sandbox/state')).json()) as State
  const statusOf = async (key: string, path = '/api/v2/payins') => (await ask(key, 'GET', path)).status
  return { ...sandbox, ask, createAs: create, stateOf: state, statusOf }
}

describe('two keys', () => {
  it('have payins, calls and idempotency keys of their own', async () => {
    const { createAs, stateOf, ask } = open()
    const [one, two] = [await createAs('test_1'), await createAs('test_2')]
    expect(one.id).not.toBe(two.id)
    expect((await stateOf('test_1')).payins.map(({ id }) => id)).toEqual([one.id])
    expect((await stateOf('test_2')).requests).toHaveLength(1)
    expect((await ask('test_2', 'GET', `/api/v2/payins/${one.id}`)).status).toBe(404)
    expect((await stateOf(apiKey)).payins).toEqual([])
  })

  it('cannot move, resend or fault what is the other’s', async () => {
    const { createAs, stateOf, ask, statusOf } = open()
    const { id } = await createAs('test_1', { webhook_url: 'https://shop.example/hook' })
    expect((await ask('test_2', 'POST', `/sandbox/payins/${id}/status`, { status: 'FAILED' })).status).toBe(
      404,
    )
    await ask('test_2', 'POST', '/sandbox/faults', { fault: 'error', work: 'undone' })
    expect(await statusOf('test_1')).toBe(200)
    expect(await statusOf('test_2')).toBe(500)
    await ask('test_2', 'POST', '/sandbox/clock', { advance_ms: 3_600_000 })
    expect(await stateOf('test_1')).toMatchObject({ clock: { ahead_ms: 0 }, payins: [{ status: 'CREATED' }] })
  })

  it('reset at the same moment, each its own', async () => {
    const { createAs, stateOf, ask } = open()
    await createAs('test_1')
    await createAs('test_2')
    await createAs('test_3')
    await Promise.all(['test_1', 'test_2'].map((key) => ask(key, 'POST', '/sandbox/reset', {})))
    expect((await stateOf('test_1')).payins).toEqual([])
    expect((await stateOf('test_2')).requests).toEqual([])
    expect((await stateOf('test_3')).payins).toHaveLength(1)
  })

  it('have a rate limit each, which a reset refills', async () => {
    const { statusOf, ask } = open({ keys: 'any', rateLimit: 1 })
    for (let call = 0; call < 4; call++) expect(await statusOf('test_1')).toBe(200)
    expect([await statusOf('test_1'), await statusOf('test_2')]).toEqual([429, 200])
    await ask('test_1', 'POST', '/sandbox/reset', {})
    expect(await statusOf('test_1')).toBe(200)
  })

  it('share the hosted pages’ addresses, each of which belongs to one of them', async () => {
    const { createAs, stateOf, app } = open()
    await createAs('test_1')
    const { redirect_url } = await createAs('test_2')
    const page = await app.request(redirect_url, { headers: { 'X-API-Key': 'test_1' } })
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('49.90')])
    await app.request(`${redirect_url}/cancel`, { method: 'POST' })
    expect((await stateOf('test_2')).payins[0]?.status).toBe('FAILED')
    expect((await stateOf('test_1')).payins[0]?.status).toBe('CREATED')
  })

  it.each([
    '/pay/nothing',
    '/payout/nothing',
    '/transfer/nothing/bank',
    '/on-ramp/nothing',
    '/on-ramp/session/x',
  ])('have no page at %s', async (path) => {
    const { app, createAs } = open()
    await createAs('test_1')
    expect([404, 303]).toContain((await app.request(path)).status)
  })

  it('have the variants that may not do everything, each within its world', async () => {
    const { createAs, statusOf, ask } = open()
    const { id } = await createAs('test_1')
    expect(await statusOf('test_1_read_only', `/api/v2/payins/${id}`)).toBe(200)
    expect(await statusOf('test_2_read_only', `/api/v2/payins/${id}`)).toBe(404)
    expect((await ask('test_1_read_only', 'POST', '/api/v2/payins', payinBody())).status).toBe(403)
    expect(await statusOf('test_1_no_permission')).toBe(403)
  })
})

describe('a key', () => {
  it.each([
    'live_1',
    'test_',
    'test_with space',
    'test_1, test_2',
    'TEST_1',
    `test_${'x'.repeat(201)}`,
    'test_a_read_only_read_only',
  ])('such as "%s" has no world', async (key) => {
    const { statusOf, requests } = open()
    expect(await statusOf(key)).toBe(401)
    expect(await statusOf(key, '/sandbox/state')).toBe(401)
    // A call with a wrong key is in the log of the default world, so that a developer notices it.
    expect(requests.map(({ status }) => status)).toEqual([401])
  })

  it.each(['test_a/../b', 'test_%2F', 'test___proto__', 'test_"\\{}', 'test_a,b'])(
    'such as "%s" is one like any other',
    async (key) => {
      const { createAs, stateOf } = open()
      const { id } = await createAs(key)
      expect((await stateOf(key)).payins.map((payin) => payin.id)).toEqual([id])
    },
  )

  it('is refused unless it is accepted: only the default one without the option, else the listed ones', async () => {
    expect(await open({}).statusOf('test_1')).toBe(401)
    const { statusOf } = open({ keys: ['test_1'] })
    expect([await statusOf('test_1'), await statusOf('test_2'), await statusOf(apiKey)]).toEqual([
      200, 401, 200,
    ])
  })

  it('without the test prefix cannot be listed', () => {
    for (const key of ['live_1', 'test_1_read_only']) expect(() => open({ keys: [key] })).toThrow(/"test_"/)
  })

  it('is optional: a call without one uses the default world', async () => {
    const { app, createAs, create } = open()
    await createAs('test_1')
    const { id } = await create()
    const state = (await (await app.request('/sandbox/state')).json()) as State
    expect(state.payins.map((payin) => payin.id)).toEqual([id])
    expect(await (await app.request('/sandbox')).text()).toContain('<strong>1</strong> payin<')
  })
})

describe('a world', () => {
  it('ends on request, and starts empty again', async () => {
    const { createAs, stateOf, ask } = open()
    const { redirect_url } = await createAs('test_1')
    expect((await ask('test_1', 'DELETE', '/sandbox/world')).status).toBe(204)
    expect((await ask('', 'GET', redirect_url)).status).toBe(404)
    expect((await stateOf('test_1')).payins).toEqual([])
  })

  it('of the default key cannot be ended, and ending a world needs a key', async () => {
    const { ask, app } = open()
    for (const key of [apiKey, `${apiKey}_read_only`])
      expect((await ask(key, 'DELETE', '/sandbox/world')).status).toBe(409)
    expect((await app.request('/sandbox/world', { method: 'DELETE' })).status).toBe(401)
  })

  it('that was unused for a day ends with its timers', async () => {
    const { createAs, stateOf, clock, statusOf } = open()
    await createAs('test_1')
    await createAs('test_2')
    const timers = clock.pending()
    await clock.advance(worldTtlMs - 1)
    await statusOf('test_2')
    await clock.advance(1)
    await statusOf(apiKey)
    expect(clock.pending()).toBeLessThan(timers)
    expect((await stateOf('test_1')).payins).toEqual([])
    expect((await stateOf('test_2')).payins).toHaveLength(1)
  })

  it('in use is never evicted; one that was idle is', async () => {
    const { statusOf, createAs, stateOf, clock } = open()
    await createAs('test_rests')
    await clock.advance(evictableAfterMs)
    for (let key = 1; key < maxWorlds; key++) await statusOf(`test_${key}`, '/api/v2/banks')
    expect(await statusOf('test_one_more')).toBe(200)
    expect(await statusOf('test_two_more')).toBe(503)
    expect(await statusOf('test_1')).toBe(200)
    await clock.advance(evictableAfterMs)
    expect((await stateOf('test_rests')).payins).toEqual([])
  })

  it('does not retry a webhook that was in flight at a reset', async () => {
    const { createAs, ask, merchant, received, clock, stateOf } = open()
    let refuse = () => {}
    merchant.answer = () => new Promise((_, reject) => (refuse = () => reject(new Error('gone'))))
    const { id } = await createAs('test_1', { webhook_url: 'https://shop.example/hook' })
    await ask('test_1', 'POST', `/sandbox/payins/${id}/status`, { status: 'COMPLETED' })
    await ask('test_1', 'POST', '/sandbox/reset', {})
    refuse()
    await turns()
    await clock.advance(60_000)
    expect(received).toHaveLength(1)
    expect((await stateOf('test_1')).deliveries).toEqual([])
  })
})

describe('the state file', () => {
  function namedFile(): string {
    const folder = mkdtempSync(join(tmpdir(), 'sandbox-worlds-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    return join(folder, 'state.json')
  }

  it('brings back every world, each with its time and its hosted pages', async () => {
    const stateFile = namedFile()
    const first = open({ stateFile, keys: 'any' })
    const { id, redirect_url } = await first.createAs('test_1')
    await first.ask('test_1', 'POST', '/sandbox/clock', { advance_ms: 60_000 })
    first.dispose()
    const second = open({ stateFile, keys: 'any' })
    expect((await second.app.request(redirect_url)).status).toBe(200)
    expect(await second.stateOf('test_1')).toMatchObject({ clock: { ahead_ms: 60_000 }, payins: [{ id }] })
    expect((await second.stateOf(apiKey)).payins).toEqual([])
  })

  it('keeps worlds whose keys are not accepted this time', async () => {
    const stateFile = namedFile()
    const first = open({ stateFile, keys: 'any' })
    const { id } = await first.createAs('test_1')
    first.dispose()
    const second = open({ stateFile })
    await second.create()
    second.dispose()
    const third = open({ stateFile, keys: ['test_1'] })
    expect((await third.stateOf('test_1')).payins.map((payin) => payin.id)).toEqual([id])
  })

  it('drops a world that was ended, and keeps its old format without other worlds', async () => {
    const stateFile = namedFile()
    const { createAs, ask, dispose } = open({ stateFile, keys: 'any' })
    await createAs('test_1')
    await ask('test_1', 'DELETE', '/sandbox/world')
    dispose()
    expect(Object.keys(JSON.parse(readFileSync(stateFile, 'utf8')))).toEqual(['format', 'aheadMs', 'service'])
  })
})
