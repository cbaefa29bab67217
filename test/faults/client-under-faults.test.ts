// The service client against the sandbox with random faults: one attempt makes at most one payin or payout, and none that
// was made is lost.
//
// A failure prints its seed; `FAULT_SEED=… npx vitest run --project unit test/faults` repeats it. `npm run test:faults`
// is the long version.
import * as fc from 'fast-check'
import { freezePayin, freezePayout } from 'payin-checkout/server'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { FaultSettings } from '../../src/sandbox/faults/fault-schema.ts'
import { faultOrders } from './arbitrary-faults.ts'
import { openHttpWorld, openWorld } from './worlds.ts'

const seed = process.env.FAULT_SEED ? { seed: Number(process.env.FAULT_SEED) } : {}
const runs = { numRuns: Number(process.env.FAULT_RUNS ?? 150), ...seed }

// All attempts are for one order; they differ by their return_url.
const returnUrl = (attempt: string) => `http://localhost:4000/return?attempt=${attempt}`
const shared = (attempt: string) => ({
  amount: { value: '49.90', currency: 'EUR' },
  reference: 'order-1',
  return_url: returnUrl(attempt),
})
const freeze = {
  payins: (attempt: string) =>
    freezePayin({ ...shared(attempt), payer: { email: 'mara@example.test' } }, `key-${attempt}`),
  payouts: (attempt: string) => freezePayout(shared(attempt), `key-${attempt}`),
}
const worldSeed = fc.integer({ min: 0, max: 2 ** 31 - 1 })
const oneToThree = fc.integer({ min: 1, max: 3 })

/** The same faults, with latencies that are short enough for real time. */
const shortened = (order: FaultSettings): FaultSettings => {
  if (order.fault === 'latency') return { ...order, ms: order.ms % 150 }
  return order.fault === 'rate_limit' ? { ...order, retry_after: 0 } : order
}

describe.each(['payins', 'payouts'] as const)('%s', (kind) => {
  const worlds = [
    ['on one timeline', openWorld, (order: FaultSettings) => order, runs],
    ['over real sockets', openHttpWorld, shortened, { ...runs, numRuns: Math.ceil(runs.numRuns / 10) }],
  ] as const
  test.each(worlds)(
    '%s, one attempt makes at most one object, and never loses it',
    {
      timeout: 600_000,
    },
    async (_where, open, adapt, options) => {
      const attemptsAndTabs = [oneToThree, oneToThree] as const
      const run = async (seedOfRun: number, orders: FaultSettings[], attempts: number, tabs: number) => {
        const { client, patientClient, sandbox, sent, until, close } = await open(seedOfRun)
        onTestFinished(close)
        for (const order of orders) sandbox.faults.add(adapt(order))
        const requests = Array.from({ length: attempts }, (_, index) => freeze[kind](`A-${index}`))
        const answered: { id: string; return_url: string | null }[] = []

        // Every tab sends every attempt, at the same time.
        for (const request of requests) {
          const asked = Array.from({ length: tabs }, () => client[kind].create(request))
          const results = await until(Promise.allSettled(asked))
          for (const result of results.status === 'fulfilled' ? results.value : []) {
            if (result.status === 'fulfilled') answered.push(result.value)
          }
        }
        // After the faults have ended, the merchant repeats the frozen requests.
        sandbox.faults.reset()
        for (const request of requests) {
          const result = await until(patientClient[kind].create(request))
          if (result.status === 'rejected') throw result.reason
          answered.push(result.value)
        }

        const made: readonly { id: string; return_url: string }[] = sandbox.service[kind].list()
        expect(made.map(({ return_url }) => return_url).sort()).toEqual(
          requests.map((_, n) => returnUrl(`A-${n}`)),
        )
        for (const { id, return_url } of answered) {
          expect(made.find((object) => object.return_url === return_url)?.id).toBe(id)
        }
        // Each attempt was sent with the same key and bytes every time.
        for (const { key, body } of sent) {
          expect(requests.find(({ idempotencyKey }) => idempotencyKey === key)?.body).toBe(body)
        }
        await close()
      }
      await fc.assert(fc.asyncProperty(worldSeed, faultOrders, ...attemptsAndTabs, run), options)
    },
  )
})

test('a legacy create makes at most one transaction, and its error says when one may exist', {
  timeout: 600_000,
}, async () => {
  const run = async (seedOfRun: number, orders: FaultSettings[]) => {
    const { client, sandbox, until, close } = await openWorld(seedOfRun)
    for (const order of orders) sandbox.faults.add(order)
    const request = { amount: '25.00', names: 'Mara Lind', userId: 'c42' }
    const result = await until(client.transactions.createBankTransfer(request))
    const made = sandbox.service.bankTransfers.list()
    expect(made.length).toBeLessThanOrEqual(1)
    if (result.status === 'fulfilled') expect(made[0]?.uuid).toBe(result.value.transactionId)
    // The kind "wait" means that nothing was made.
    else if (made.length === 1) expect(result.reason.kind).toBe('start_anew')
    else expect(['start_anew', 'wait']).toContain(result.reason.kind)
    await close()
  }
  await fc.assert(fc.asyncProperty(worldSeed, faultOrders, run), runs)
})

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

test('a list under faults is complete or an error, never truncated', { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 2 ** 31 - 1 }),
      faultOrders,
      fc.integer({ min: 0, max: 230 }),
      async (sandboxSeed, orders, length) => {
        const { client, sandbox, until, close } = await openWorld(sandboxSeed)
        for (let n = 0; n < length; n++) {
          sandbox.service.payins.create({ ...JSON.parse(freeze.payins('A-1').body) }, 'http://localhost')
        }
        for (const order of orders) sandbox.faults.add(order)
        const found = await until(collect(client.payins.findByReference('order-1')))
        if (found.status === 'fulfilled') {
          const ids = new Set(found.value.map(({ id }) => id))
          expect([found.value.length, ids.size]).toEqual([length, length])
        } else expect(found.reason).toMatchObject({ kind: expect.stringMatching(/^(retry|wait)$/) })
        await close()
      },
    ),
    { ...runs, numRuns: Math.ceil(runs.numRuns / 5) },
  )
})
