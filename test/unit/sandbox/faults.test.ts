import { describe, expect, it } from 'vitest'
import { type FaultSettings, faultSchema } from '../../../src/sandbox/faults/fault-schema.ts'
import { turns as settle } from '../../support/timeline.ts'
import { openSandbox, payinBody, problemOf } from './sandbox-under-test.ts'

const hook = { webhook_url: 'https://shop.example/hook' }
const order = (given: object): FaultSettings => faultSchema.parse(given)
const statusesOf = (received: readonly { body: string }[]) =>
  received.map(({ body }) => (JSON.parse(body) as { status: string }).status)

describe('calls', () => {
  it('an error creates nothing and leaves the key free', async () => {
    const { post, payins, faults } = openSandbox()
    faults.add(order({ fault: 'error', count: 1 }))
    expect((await problemOf(await post(payinBody(), 'same'))).status).toBe(500)
    expect(payins.list()).toEqual([])
    expect((await post(payinBody(), 'same')).status).toBe(201)
  })

  it.each([500, 502, 503, 504])(
    'an error with its work done answers %i, and a retry gets the payin',
    async (status) => {
      const { post, payins, faults } = openSandbox()
      faults.add(order({ fault: 'error', status, work: 'done', count: 1 }))
      expect((await post(payinBody(), 'same')).status).toBe(status)
      const made = payins.list()
      expect(made).toHaveLength(1)
      expect(await (await post(payinBody(), 'same')).json()).toMatchObject({ id: made[0]?.id })
    },
  )

  it('a cut rejects without a socket, and a retry gets the payin', async () => {
    const { post, payins, requests, faults } = openSandbox()
    faults.add(order({ fault: 'cut', count: 1 }))
    await expect(post(payinBody(), 'same')).rejects.toThrow('cut the connection')
    expect([payins.list().length, requests[0]?.status]).toEqual([1, null])
    expect(await (await post(payinBody(), 'same')).json()).toMatchObject({ id: payins.list()[0]?.id })
  })

  it('a cut before the work creates nothing', async () => {
    const { post, payins, faults } = openSandbox()
    faults.add(order({ fault: 'cut', work: 'undone', count: 1 }))
    await expect(post(payinBody(), 'same')).rejects.toThrow('cut the connection')
    expect(payins.list()).toEqual([])
  })

  it.each([
    [3, '3'],
    ['Fri, 20 Nov 2026 12:00:05 GMT', 'Fri, 20 Nov 2026 12:00:05 GMT'],
    [undefined, null],
  ])('a rate limit with retry_after %j sends Retry-After %j', async (retry_after, header) => {
    const { call, faults } = openSandbox()
    faults.add(order({ fault: 'rate_limit', ...(retry_after === undefined ? {} : { retry_after }) }))
    const response = await call('GET', '/banks')
    expect([response.status, response.headers.get('Retry-After')]).toEqual([429, header])
  })

  it('latency holds the answer back and keeps the key in flight meanwhile', async () => {
    const { post, clock, payins, faults } = openSandbox()
    faults.add(order({ fault: 'latency', ms: 3_000, count: 1 }))
    const first = post(payinBody(), 'same')
    await settle()
    expect((await post(payinBody(), 'same')).status).toBe(409)
    await clock.advance(3_000)
    expect((await first).status).toBe(201)
    expect(payins.list()).toHaveLength(1)
  })

  it('apply only to the operations that they name', async () => {
    const { call, faults } = openSandbox()
    faults.add(order({ fault: 'error', operations: ['createPayin'] }))
    expect((await call('GET', '/banks')).status).toBe(200)
  })

  it('apply as often as their count, and are then off', async () => {
    const { call, faults } = openSandbox()
    faults.add(order({ fault: 'error', count: 2 }))
    const statuses = []
    for (let n = 0; n < 3; n++) statuses.push((await call('GET', '/banks')).status)
    expect([statuses, faults.show().faults]).toEqual([[500, 500, 200], []])
  })
})

describe('chance', () => {
  async function runWith(seed: number): Promise<number[]> {
    const { call, faults } = openSandbox({ seed })
    faults.add(order({ fault: 'error', chance: 0.5 }))
    const statuses = []
    for (let n = 0; n < 40; n++) statuses.push((await call('GET', '/banks')).status)
    return statuses
  }

  it('selects the same calls again for the same seed, and others for another seed', async () => {
    const first = await runWith(7)
    expect(await runWith(7)).toEqual(first)
    expect(await runWith(8)).not.toEqual(first)
    expect(new Set(first)).toEqual(new Set([200, 500]))
  })

  it('restarts when the faults are reset with their seed', async () => {
    const { call, faults } = openSandbox()
    const run = async () => {
      faults.reset(5)
      faults.add(order({ fault: 'error', chance: 0.5 }))
      const statuses = []
      for (let n = 0; n < 30; n++) statuses.push((await call('GET', '/banks')).status)
      return statuses
    }
    expect(await run()).toEqual(await run())
  })
})

describe('webhooks', () => {
  async function payWith(given: object, advanceMs = 60_000) {
    const sandbox = openSandbox()
    sandbox.faults.add(order(given))
    const { id } = await sandbox.create(hook)
    sandbox.payins.authorize(id)
    await sandbox.clock.advance(advanceMs)
    return { ...sandbox, statuses: statusesOf(sandbox.received) }
  }

  it('are never sent when they are lost', async () => {
    const { statuses, deliveries } = await payWith({ fault: 'webhook_lost', count: 1 })
    expect(statuses).toEqual(['AUTHORIZED', 'COMPLETED'])
    expect(deliveries[0]).toMatchObject({ status: null, error: expect.stringContaining('lost') })
  })

  it('are sent late', async () => {
    const { statuses } = await payWith({ fault: 'webhook_late', ms: 30_000, count: 1 })
    expect(statuses).toEqual(['AUTHORIZED', 'COMPLETED', 'INITIATED'])
  })

  it('are sent twice, byte for byte', async () => {
    const { received, statuses } = await payWith({ fault: 'webhook_duplicate', count: 1 })
    expect(statuses).toEqual(['INITIATED', 'INITIATED', 'AUTHORIZED', 'COMPLETED'])
    expect(received[1]?.body).toBe(received[0]?.body)
  })

  it('are sent out of order: the older one after the next', async () => {
    const { statuses } = await payWith({ fault: 'webhook_out_of_order', count: 1 })
    expect(statuses).toEqual(['AUTHORIZED', 'INITIATED', 'COMPLETED'])
  })

  it.each([
    [10_000, ['FAILED', 'INITIATED']],
    [60_000, ['INITIATED', 'FAILED']],
  ])('that are held back wait for a next one that is %i ms late, but not for ever', async (ms, expected) => {
    const sandbox = openSandbox()
    sandbox.faults.add(order({ fault: 'webhook_out_of_order', count: 1 }))
    const { id } = await sandbox.create(hook)
    sandbox.payins.open(id)
    sandbox.faults.add(order({ fault: 'webhook_late', ms, count: 1 }))
    sandbox.payins.fail(id, 'OTHER')
    await sandbox.clock.advance(120_000)
    expect(statusesOf(sandbox.received)).toEqual(expected)
  })

  it('that are held back are sent after a time when no other one follows', async () => {
    const sandbox = openSandbox()
    sandbox.faults.add(order({ fault: 'webhook_out_of_order' }))
    const { id } = await sandbox.create(hook)
    sandbox.payins.fail(id, 'OTHER')
    await sandbox.clock.advance(30_000)
    expect(statusesOf(sandbox.received).sort()).toEqual(['FAILED', 'INITIATED'])
  })

  it('are forged beside the genuine one: paid, signed with a wrong secret, and not retried', async () => {
    const { received, deliveries } = await payWith({ fault: 'webhook_forged', count: 1 })
    expect(statusesOf(received)).toEqual(['COMPLETED', 'INITIATED', 'AUTHORIZED', 'COMPLETED'])
    expect(deliveries.filter(({ forged }) => forged)).toHaveLength(1)
    expect(received[0]?.headers.get('X-Webhook-Signature')).toMatch(/^[0-9a-f]{64}$/)
  })
})

describe('links', () => {
  it.each([
    ['script', 'javascript:'],
    ['protocol_relative', '//hostile.example'],
    ['credentials', 'https://pay.example@hostile.example'],
    ['empty', ''],
  ])(
    'the redirect_url of the kind %s is hostile, and the hosted page is still there',
    async (link, beginning) => {
      const { create, payins, faults } = openSandbox()
      faults.add(order({ fault: 'hostile_redirect_url', link, count: 1 }))
      const payin = await create()
      expect(payin.redirect_url.startsWith(beginning)).toBe(true)
      expect(payins.hostedPath(payin.id)).toMatch(/^\/pay\/[\w-]{32}$/)
    },
  )

  it('every hosted page carries the opener policy that is switched on', async () => {
    const { app, create, faults } = openSandbox()
    const { redirect_url } = await create()
    const policy = async () => (await app.request(redirect_url)).headers.get('Cross-Origin-Opener-Policy')
    expect(await policy()).toBeNull()
    faults.add(order({ fault: 'coop', value: 'same-origin-allow-popups' }))
    expect(await policy()).toBe('same-origin-allow-popups')
  })
})
