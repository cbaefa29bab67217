// The answers to one worker do not depend on the others. Several worlds share one sandbox, with their steps in any order,
// and each is compared with a sandbox of its own.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSandbox } from '../../../src/sandbox/create-sandbox.ts'
import { turns } from '../../support/timeline.ts'
import { createFakeClock } from '../sandbox/fake-clock.ts'
import { payinBody } from '../sandbox/sandbox-under-test.ts'

const keys = ['test_sandbox', 'test_worker_1', 'test_%2F"worker"', 'test_worker_1x']

type Step =
  | { does: 'create'; idempotencyKey: string; amount: string; as: '' | '_read_only' }
  | { does: 'ask'; path: string }
  | { does: 'visit'; which: number; press: string; body: Record<string, string> }
  | { does: 'command'; path: string; body: object }
  | { does: 'move'; which: number; status: string }
  | { does: 'clear' }
/** All worlds have the same time. */
type Passes = { does: 'pass'; ms: number }
type Story = readonly ((Step & { key: number }) | Passes)[]

const card = { 'card-number': '4242424242424242', 'card-expiry': '12/40', 'card-cvc': '123' }
const which = fc.nat(3)
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    does: fc.constant('create' as const),
    idempotencyKey: fc.constantFrom('a', 'b', 'c', 'd'),
    amount: fc.constantFrom('49.90', '66.01', '66.10'),
    as: fc.constantFrom('' as const, '' as const, '_read_only' as const),
  }),
  fc.record({
    does: fc.constant('ask' as const),
    path: fc.constantFrom('/api/v2/payins', '/api/v2/payers', '/api/v2/banks?page_size=1', '/sandbox/state'),
  }),
  fc.record({
    does: fc.constant('visit' as const),
    which,
    press: fc.constantFrom('', '/cancel', '/pay'),
    body: fc.constant({ method: 'card', ...card }),
  }),
  fc.record({
    does: fc.constant('move' as const),
    which,
    status: fc.constantFrom('COMPLETED', 'FAILED', 'EXPIRED'),
  }),
  fc.record({
    does: fc.constant('command' as const),
    path: fc.constant('/sandbox/clock'),
    body: fc.record({ advance_ms: fc.constantFrom(1_000, 60_000, 25 * 60_000, 3_600_000) }),
  }),
  fc.record({
    does: fc.constant('command' as const),
    path: fc.constant('/sandbox/faults'),
    body: fc.constantFrom(
      { fault: 'cut', chance: 0.5 },
      { fault: 'error', work: 'done', chance: 0.3, count: 2 },
      { fault: 'webhook_lost', chance: 0.5 },
      { fault: 'webhook_out_of_order' },
      { fault: 'hostile_redirect_url', count: 1 },
    ),
  }),
  fc.record({
    does: fc.constant('command' as const),
    path: fc.constant('/sandbox/reset'),
    body: fc.constant({}),
  }),
  fc.constant({ does: 'clear' as const }),
)
const passes = fc.record({ does: fc.constant('pass' as const), ms: fc.constantFrom(500, 2_000, 60_000) })
const story: fc.Arbitrary<Story> = fc.array(
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc.tuple(step, fc.nat(keys.length - 1)).map(([does, key]) => ({ ...does, key })),
    },
    { weight: 1, arbitrary: passes },
  ),
  { minLength: 1, maxLength: 40 },
)

/** Ids are random, so each is replaced by its position in its world. */
function namer() {
  const names = new Map<string, string>()
  const random = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?<=\/pay\/)[\w-]{32}|[0-9a-f]{64}/g
  return (text: string) =>
    text.replace(random, (id) => {
      if (!names.has(id)) names.set(id, `#${names.size}`)
      return names.get(id) ?? ''
    })
}

/** The answers and the webhooks of each of these keys, with all of them in one sandbox. */
async function play(story: Story, present: readonly string[]): Promise<Map<string, string[]>> {
  const clock = createFakeClock()
  const worlds = new Map(present.map((key) => [key, { lines: [] as string[], plain: namer() }]))
  const sandbox = createSandbox({
    clock,
    keys: 'any',
    rateLimit: 2,
    webhookSecret: 'shared',
    fetch: async (url, init) => {
      const key = decodeURIComponent(new URL(String(url)).pathname.slice(1))
      const world = worlds.get(key)
      world?.lines.push(world.plain(`webhook ${init?.body}`))
      return new Response(null, { status: 500 })
    },
  })

  async function ask(key: string, method: string, path: string, init: RequestInit = {}, as = '') {
    const answer = await Promise.resolve(
      sandbox.app.request(path, { ...init, method, headers: { 'X-API-Key': key + as, ...init.headers } }),
    ).catch((error: Error) => error)
    const world = worlds.get(key)
    if (answer instanceof Error) world?.lines.push(answer.name)
    else
      world?.lines.push(
        world.plain(`${answer.status} ${answer.headers.get('Location')} ${await answer.text()}`),
      )
  }

  const json = (body: object, headers = {}) => ({
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

  async function payinOf(key: string, which: number) {
    const headers = { 'X-API-Key': key }
    const state = await (await sandbox.app.request('/sandbox/state', { headers })).json()
    return (state as { payins: { id: string; redirect_url: string }[] }).payins[which]
  }

  async function take(key: string, step: Step) {
    if (step.does === 'create') {
      const body = payinBody({
        amount: { value: step.amount, currency: 'EUR' },
        webhook_url: `https://shop.example/${encodeURIComponent(key)}`,
      })
      const init = json(body, { 'Idempotency-Key': step.idempotencyKey })
      return ask(key, 'POST', '/api/v2/payins', init, step.as)
    }
    if (step.does === 'ask') return ask(key, 'GET', step.path)
    if (step.does === 'command') return ask(key, 'POST', step.path, json(step.body))
    if (step.does === 'clear') return ask(key, 'DELETE', '/sandbox/faults')
    const payin = await payinOf(key, step.which)
    if (!payin) return
    if (step.does === 'move') {
      return ask(key, 'POST', `/sandbox/payins/${payin.id}/status`, json({ status: step.status }))
    }
    // A fault has replaced this link, so it cannot be opened.
    if (!payin.redirect_url.startsWith('http://localhost/pay/')) return
    const form = { body: new URLSearchParams(step.body) }
    return ask(key, step.press ? 'POST' : 'GET', payin.redirect_url + step.press, step.press ? form : {})
  }

  for (const each of story) {
    if (each.does === 'pass') await clock.advance(each.ms)
    else if (worlds.has(keys[each.key] ?? '')) await take(keys[each.key] ?? '', each)
    await turns()
  }
  for (const key of present) await ask(key, 'GET', '/sandbox/state')
  sandbox.dispose()
  return new Map([...worlds].map(([key, { lines }]) => [key, lines]))
}

test('each worker gets the same answers in a shared sandbox as in its own', async () => {
  await fc.assert(
    fc.asyncProperty(story, async (story) => {
      const together = await play(story, keys)
      for (const key of keys) expect(together.get(key)).toEqual((await play(story, [key])).get(key))
    }),
    { numRuns: Number(process.env.WORLD_RUNS ?? 40) },
  )
})
