// Whole creates against every script of faults. fast-check prints seed and path of a failure: give them to `fc.assert`.
import fc from 'fast-check'
import {
  createServiceClient,
  type FrozenRequest,
  freezePayin,
  freezePayout,
  type Payin,
  type Payout,
  type ServiceError,
} from 'payin-checkout/server'
import { describe, expect, test } from 'vitest'
import { createFakeClock } from './fake-clock.ts'
import { createScriptedService, getFaults, postFaults } from './scripted-service.ts'

const key = '7a0c8a8e-0000-4000-8000-000000000001'
const retry = { maxAttempts: 3, totalMs: 10_000 }
const shared = { reference: 'A-1001', return_url: 'https://shop.example/return?attempt=1' }
const euros = (value: string) => ({ amount: { value, currency: 'EUR' } })
const payinOf = (value: string, more = {}) =>
  freezePayin({ ...euros(value), payer: { email: 'ada@shop.example' }, ...shared, ...more }, key)
const payoutOf = (value: string, more = {}) => freezePayout({ ...euros(value), ...shared, ...more }, key)

const nouns = [
  ['payins', payinOf],
  ['payouts', payoutOf],
] as const
const scripts = fc.record({
  posts: fc.array(fc.constantFrom(...postFaults), { maxLength: 8 }),
  gets: fc.array(fc.constantFrom(...getFaults), { maxLength: 3 }),
})
const dice = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

/** One client against one scripted service; `create` ends with the object or the error. */
function under(script: Parameters<typeof createScriptedService>[0], random = 0.5) {
  const service = createScriptedService(script)
  const clock = createFakeClock()
  const client = createServiceClient({
    baseUrl: 'https://payments.example',
    apiKey: 'test_key',
    fetch: service.fetch,
    clock,
    random: () => random,
    timeoutMs: 2_000,
    retry,
  })
  const create = (
    noun: 'payins' | 'payouts',
    frozen: FrozenRequest,
  ): Promise<Payin | Payout | ServiceError> =>
    clock.settle(client[noun].create(frozen).catch((error: ServiceError) => error))
  return { service, clock, create }
}

const isError = (end: object): end is ServiceError => end instanceof Error

describe.each(nouns)('%s.create under any faults', (noun, frozenOf) => {
  const frozen = frozenOf('49.90')

  test('sends one key and one body, and makes at most one object', async () => {
    await fc.assert(
      fc.asyncProperty(scripts, dice, async (script, random) => {
        const { service, clock, create } = under(script, random)
        const beganAt = clock.now()

        const end = await create(noun, frozen)

        expect(new Set(service.sent.map(({ key: sent }) => sent))).toEqual(new Set([key]))
        expect(new Set(service.sent.map(({ body }) => body))).toEqual(new Set([frozen.body]))
        expect(service.sent.length).toBeLessThanOrEqual(retry.maxAttempts)
        expect(service.made.length).toBeLessThanOrEqual(1)
        // The create, and a look-up of at most one page with a third of the time.
        expect(clock.now() - beganAt).toBeLessThanOrEqual(retry.totalMs + retry.totalMs / 3)
        if (!isError(end)) expect(end).toMatchObject({ id: service.made[0]?.id, ...euros('49.90') })
        else expect(['retry', 'wait', 'conflict']).toContain(end.kind)
      }),
      { numRuns: 200 },
    )
  })

  test('called again with the same frozen request it ends with the same object', async () => {
    await fc.assert(
      fc.asyncProperty(scripts, async (script) => {
        const { service, create } = under(script)
        const ends: (Payin | Payout | ServiceError)[] = []
        // Each call uses up at least one step of the script; after it nothing goes wrong.
        for (let call = 0; call < script.posts.length + script.gets.length + 2; call++) {
          ends.push(await create(noun, frozen))
        }
        const ids = new Set(ends.filter((end) => !isError(end)).map((end) => (end as Payin).id))
        expect(isError(ends.at(-1) as object)).toBe(false)
        expect(ids).toEqual(new Set(['object-1']))
        expect(service.made).toHaveLength(1)
      }),
      { numRuns: 100 },
    )
  })

  test('a key that was used with another body never returns another amount or creates a second object', async () => {
    const others = fc.constantFrom(
      ['unknown', frozenOf('4.99')] as const,
      ['conflict', frozenOf('49.90', { return_url: 'https://shop.example/return?attempt=0' })] as const,
      ['conflict', frozenOf('4.99', { reference: 'A-0' })] as const,
    )
    await fc.assert(
      fc.asyncProperty(scripts, others, async (script, [kind, other]) => {
        const { service, create } = under(script)
        service.create(key, other.body)
        const ends: object[] = []
        for (let call = 0; call < 12; call++) ends.push(await create(noun, frozen))
        expect(ends.every(isError)).toBe(true)
        expect((ends.at(-1) as ServiceError).kind).toBe(kind)
        expect(service.made).toHaveLength(1)
        expect(new Set(service.sent.map((sent) => sent.key))).toEqual(new Set([key]))
      }),
      { numRuns: 60 },
    )
  })

  test('the error names the other object, so that a person can check it', async () => {
    const { service, create } = under({ posts: [], gets: [] })
    service.create(key, frozenOf('4.99').body)
    const end = (await create(noun, frozen)) as ServiceError
    const named = noun === 'payins' ? end.payinId : end.payoutId
    expect([named, noun === 'payins' ? end.payoutId : end.payinId]).toEqual(['object-1', null])
    expect(end.message).toContain('another amount')
  })

  test('an object whose answers were all lost is found by reference and return_url if the 409 stays', async () => {
    const posts = ['lost_after_work', 'in_flight', 'in_flight'] as const
    const { service, create } = under({ posts: [...posts], gets: ['limited'] })
    // Another attempt of the same order, on the first page.
    service.create(
      'another-key',
      frozenOf('49.90', { return_url: 'https://shop.example/return?attempt=0' }).body,
    )
    expect(await create(noun, frozen)).toMatchObject({ id: 'object-2', return_url: shared.return_url })
  })

  test('without a reference there is no look-up, and the error says what is missing', async () => {
    const { create } = under({ posts: ['in_flight', 'in_flight', 'in_flight'], gets: [] })
    const { reference: _none, ...intent } = JSON.parse(frozen.body)
    const end = (await create(noun, { ...frozen, body: JSON.stringify(intent) })) as ServiceError
    expect(end.kind).toBe('conflict')
    expect(end.message).toContain('it has no reference')
  })
})

test('a payin is never sent as a payout, nor a payout as a payin', async () => {
  const { service, create } = under({ posts: [], gets: [] })
  expect(await create('payouts', payinOf('49.90'))).toBeInstanceOf(TypeError)
  expect(await create('payins', payoutOf('49.90'))).toBeInstanceOf(TypeError)
  expect(service.sent).toHaveLength(0)
})
