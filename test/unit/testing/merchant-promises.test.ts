// The promises of verify as tests of a merchant's own suite.
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { chapters } from '../../../src/cli/verify/promises/index.ts'
import {
  type MerchantPromise,
  type MerchantPromisesOptions,
  merchantPromises,
  startSandbox,
  type TestSandbox,
} from '../../../src/testing/index.ts'
import { freePort } from '../../support/free-port.ts'
import { type Mistake, SmallMerchant } from '../cli/verify/small-merchant.ts'

let sandbox: TestSandbox
beforeEach(async () => {
  sandbox = await startSandbox({ rateLimit: 0 })
})
afterEach(() => sandbox.close())

async function startMerchant(mistake: Mistake | null, service = sandbox): Promise<SmallMerchant> {
  const { baseUrl: origin, apiKey: key, webhookSecret: secret } = service
  const merchant = new SmallMerchant({ origin, key, secret }, mistake, false)
  await merchant.listen()
  onTestFinished(() => merchant.close())
  return merchant
}

/** The promises of a server, by id. */
function promisesOf(
  { origin }: Pick<SmallMerchant, 'origin'>,
  ids: readonly string[],
  more: Partial<MerchantPromisesOptions> = {},
): readonly MerchantPromise[] & { close(): Promise<void> } {
  const promises = merchantPromises({
    endpoint: `${origin}/checkout`,
    sandbox,
    order: 'A-{n}',
    paidUrl: `${origin}/orders/{order}`,
    timeoutMs: 3_000,
    only: ids,
    ...more,
  })
  onTestFinished(() => promises.close())
  return promises
}

const first = (promises: readonly MerchantPromise[]): MerchantPromise => {
  const [promise] = promises
  if (!promise) throw new Error('There is no promise.')
  return promise
}

/** A runner's context that records what it is told. */
function createContext() {
  const told: string[] = []
  const say = (kind: string) => (text: string) => void told.push(`${kind} ${text}`)
  return { told, skip: say('skip'), diagnostic: say('diagnostic') }
}

describe('merchantPromises', () => {
  test('has every promise of verify, in its order, and sends nothing by itself', () => {
    const promises = merchantPromises({ endpoint: 'http://127.0.0.1:1/checkout', sandbox, order: 'A-{n}' })
    const all = chapters.flatMap((chapter) => chapter.promises)
    expect(promises.map(({ id, title }) => [id, title])).toEqual(all.map((each) => [each.id, each.statement]))
  })

  test('resolves for a promise that is held', async () => {
    const { told, ...context } = createContext()
    await first(promisesOf(await startMerchant(null), ['press'])).holds(context)
    expect(told).toEqual([])
    expect(await sandbox.payments()).not.toEqual([])
  })

  test('throws what was seen and what to do for a promise that is broken', async () => {
    const merchant = await startMerchant('sends a new key to the service each time')
    const { holds } = first(promisesOf(merchant, ['lost-answer']))
    await expect(holds(createContext())).rejects.toMatchObject({
      name: 'PromiseNotHeld',
      id: 'lost-answer',
      verdict: 'broken',
      message: expect.stringMatching(/: broken\.\n {2}seen: .*payins for order A-\d+.*\n {2}do: {3}\S/),
    })
  })

  test.each([
    ['banks', 'not offered', 'no list of banks'],
    ['restart', 'not checked', 'add --start'],
  ])('skips the test of %s, which is %s, with the reason', async (id, verdict, reason) => {
    const context = createContext()
    await first(promisesOf(await startMerchant(null), [id])).holds(context)
    expect(context.told).toEqual([expect.stringContaining(`skip ${verdict}: ${reason}`)])
  })

  test.each([
    ['banks', 'not offered'],
    ['restart', 'not checked'],
  ])('never resolves for %s, which is %s, without a context that can skip', async (id, verdict) => {
    const { holds } = first(promisesOf(await startMerchant(null), [id]))
    await expect(holds()).rejects.toMatchObject({ id, verdict })
    // Jest passes a callback.
    await expect(holds((() => undefined) as never)).rejects.toMatchObject({ id, verdict })
  })

  test('takes no parameter by its length, so that Jest does not wait for a callback', () => {
    for (const { holds } of promisesOf({ origin: 'http://127.0.0.1:1' }, ['press']))
      expect(holds.length).toBe(0)
  })

  test('says which part of a held promise was not checked', async () => {
    const context = createContext()
    const { origin } = await startMerchant(null)
    const { paidUrl: _, ...options } = {
      paidUrl: '',
      endpoint: `${origin}/checkout`,
      sandbox,
      order: 'A-{n}',
    }
    const promises = merchantPromises({ ...options, only: ['complete'] })
    onTestFinished(() => promises.close())
    await first(promises).holds(context)
    expect(context.told).toEqual([expect.stringContaining('diagnostic note: add --paid-url')])
  })

  test('checks one promise after the other, also if all are started at once', async () => {
    const ids = ['press', 'same-key', 'same-key-at-once', 'lost-answer', 'service-down', 'many-tabs']
    const promises = promisesOf(await startMerchant(null), ids)
    const results = await Promise.allSettled(promises.map(({ holds }) => holds()))
    expect(results.filter(({ status }) => status === 'rejected')).toEqual([])
  })

  test('continues after a promise that is broken', async () => {
    const merchant = await startMerchant('sends a new key to the service each time')
    const [press, lost] = promisesOf(merchant, ['lost-answer', 'unknown-order'])
    await expect(press?.holds()).rejects.toMatchObject({ verdict: 'broken' })
    await lost?.holds()
  })

  test('takes orders from a function, and their tokens', async () => {
    const asked: string[] = []
    let made = 2_000
    const promises = promisesOf(await startMerchant(null), ['press'], {
      order: () => `A-${made++}`,
      token: (order) => {
        asked.push(order)
        return `token of ${order}`
      },
    })
    await first(promises).holds()
    expect(asked.slice(0, 2)).toEqual(['A-2000', 'A-2001'])
  })
})

describe('a server that uses another service', () => {
  test('gets one create request, however many promises are checked', async () => {
    const other = await startSandbox({ rateLimit: 0 })
    onTestFinished(() => other.close())
    const promises = promisesOf(await startMerchant(null, other), ['press', 'same-key', 'lost-answer'])
    for (const { holds } of promises)
      await expect(holds(createContext())).rejects.toThrow('Your server does not use the sandbox at')
    expect(await other.payments()).toHaveLength(1)
  })

  test('gets no request with a key that is not of a sandbox', () => {
    const live = { baseUrl: sandbox.baseUrl, apiKey: 'live_key', webhookSecret: 'secret' }
    expect(() => promisesOf({ origin: 'http://127.0.0.1:1' }, [], { sandbox: live })).toThrow('"test_"')
  })
})

describe('the server of start', () => {
  const command = (port: number) =>
    `"${process.execPath}" -e "require('http').createServer((_, r) => { r.statusCode = 404; r.end() }).listen(${port}, '127.0.0.1')"`
  const answers = (port: number) =>
    fetch(`http://127.0.0.1:${port}`).then(
      () => true,
      () => false,
    )

  test('starts with the first check, and close stops it', async () => {
    const port = await freePort()
    const origin = `http://127.0.0.1:${port}`
    const promises = promisesOf({ origin }, ['banks'], { start: command(port) })
    expect(await answers(port)).toBe(false)
    await expect(first(promises).holds()).rejects.toMatchObject({ verdict: 'not offered' })
    expect(await answers(port)).toBe(true)
    await promises.close()
    await promises.close()
    expect(await answers(port)).toBe(false)
    await expect(first(promises).holds()).rejects.toThrow('The promises were closed')
  })

  test('that ends at once fails each check with what it printed', async () => {
    const origin = `http://127.0.0.1:${await freePort()}`
    const promises = promisesOf({ origin }, ['banks', 'instruments'], { start: 'echo no database; exit 1' })
    for (const { holds } of promises) await expect(holds(createContext())).rejects.toThrow('no database')
  })
})

test.each([
  [{ endpoint: 'localhost:4000' }, 'The endpoint must be a full address'],
  [
    { sandbox: { baseUrl: 'localhost', apiKey: 'test_x', webhookSecret: 'x' } },
    'sandbox.baseUrl is not a web address',
  ],
  [{ paidUrl: 'http://127.0.0.1:1/paid' }, '{order}'],
  [{ only: ['pres'] }, 'There is no promise pres'],
])('a wrong option is an error at once: %o', (option, message) => {
  expect(() => promisesOf({ origin: 'http://127.0.0.1:1' }, ['press'], option)).toThrow(message)
})
