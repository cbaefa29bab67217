// One reader of a request's path. A proxy or a shop's own code that lets only /checkout/ through must not be passed by
// another spelling of /backoffice/, and `handles` must say what `fetch` does.
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { createHandles } from '../../../src/merchant/app.ts'
import { createListener, type Listener } from '../../../src/merchant/node/listener.ts'
import { toNode } from '../../../src/merchant/node.ts'
import { exchange } from '../../service/raw-socket.ts'
import { useWorld } from './harness.ts'

const token = 'backoffice_token_canary_0123456789'
const world = useWorld()
let listener: Listener | undefined
afterEach(() => listener?.close())

async function open(environment: Record<string, string> = {}) {
  await world().restart({ BACKOFFICE_TOKEN: token, ...environment })
  const { app, merchant } = world()
  listener = createListener(app.fetch, { drainMs: 50 })
  const origin = `http://127.0.0.1:${await listener.listen('127.0.0.1', 0)}`
  return {
    handles: createHandles(app, merchant.config),
    /** Sends the target as it is. */
    async ask(target: string) {
      const head = `Host: shop\r\nAuthorization: Bearer ${token}\r\nConnection: close`
      const [answer] = await exchange(origin, `GET ${target} HTTP/1.1\r\n${head}\r\n\r\n`)
      return answer ?? { status: 0, headers: '', body: '' }
    },
    fetch: (target: string) =>
      app.request(`http://shop${target}`, { headers: { authorization: `Bearer ${token}` } }),
  }
}

/** Whether a route answered, also with "not with this method" or "no such session". The page at the root is no route. */
const isRouted = (status: number, body: string) =>
  status !== 0 &&
  status !== 400 &&
  !body.includes('There is nothing at this address') &&
  !body.includes('The merchant server of payin-checkout')

test.each([
  '/checkout/sessions/ÿ',
  '/checkout/../backoffice/alerts',
  '/checkout/%2e%2e/backoffice/alerts',
  '/checkout/.%2E/backoffice/alerts',
  '/checkout/./../backoffice/alerts',
  '/./backoffice/alerts',
  '/%2e/backoffice/alerts',
  '/%62ackoffice/alerts',
  '/backoffice/aler%74s',
  '/%2562ackoffice/alerts',
  '//backoffice/alerts',
  '/checkout//../backoffice/alerts',
  '/checkout/..%2fbackoffice/alerts',
  '/checkout/..%5cbackoffice/alerts',
  '/checkout/..\\backoffice/alerts',
  '/\\backoffice/alerts',
  '/checkout%2f..%2fbackoffice/alerts',
  '/backoffice/payouts/..%2F..%2Fcheckout',
  '/backoffice/payouts/a%5C..%5Cb',
  '/backoffice;x/alerts',
  '/backoffice/alerts;x',
  '/BACKOFFICE/alerts',
  '/backoffice/alerts/',
  'http://x/checkout/../backoffice/alerts',
  'http://x/%62ackoffice/alerts',
  'http://x//backoffice/alerts',
  'backoffice/alerts',
  '*',
])('no other spelling leads to the back office: %s', async (target) => {
  const { ask, handles } = await open()
  const { status, body } = await ask(target)
  expect([isRouted(status, body), handles(target)]).toEqual([false, false])
})

test.each([
  '/backoffice/alerts',
  '/backoffice/alerts?from=/../checkout',
  '/backoffice/alerts#/../checkout',
  'http://x/backoffice/alerts',
  'https://x:1/backoffice/alerts?x',
  '/checkout/return?session=%63s',
  '/backoffice/payouts/a%2Fb%20%25c',
  '/backoffice/payouts/gr%C3%B6%C3%9Fe~..x',
  '/backoffice/payouts/a%7Eb',
])('a plain path is answered: %s', async (target) => {
  const { ask, handles } = await open()
  const { status, body } = await ask(target)
  expect([isRouted(status, body), handles(target)]).toEqual([true, true])
})

describe('with a path in publicUrl', () => {
  test.each([
    ['/pay/backoffice/alerts', true],
    ['/backoffice/alerts', false],
    ['/pay//backoffice/alerts', false],
    ['/pay/../backoffice/alerts', false],
    ['/%70ay/backoffice/alerts', false],
    ['/x/../pay/backoffice/alerts', false],
    ['/payx/backoffice/alerts', false],
    ['http://x/pay/backoffice/alerts', true],
  ])('%s', async (target, expected) => {
    const { ask, handles } = await open({ PUBLIC_URL: 'https://shop.example/pay' })
    const { status, body } = await ask(target)
    expect([isRouted(status, body), handles(target)]).toEqual([expected, expected])
  })
})

const part = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      'checkout',
      'backoffice',
      'alerts',
      'sessions',
      'healthz',
      'backoffice/alerts',
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom('payouts', 'link', 'cs_1', '1', 'settle', 'locales', 'de.json', 'return'),
  },
  { weight: 2, arbitrary: fc.constantFrom('', '.', '..', '%2e', '%2E%2e', '.%2e', '...') },
  {
    weight: 2,
    arbitrary: fc.constantFrom('%62ackoffice', '%63heckout', 'Checkout', 'alerts;x', '%2562', '%41', '~'),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('%2F', '%5c', 'a%2F..', '..%5Cb', '%', '%zz', '%00', '%FF', '\u00ff', '\\'),
  },
  { weight: 1, arbitrary: fc.string({ maxLength: 4 }).map((text) => text.replace(/[\s\p{C}]/gu, '')) },
)
const target = fc
  .tuple(
    fc.constantFrom('', '', '/pay', '/pay', 'http://x', 'https://y:1/pay'),
    fc.array(part, { minLength: 1, maxLength: 5 }),
    fc.constantFrom('', '', '', '/', '?a=/../b', '#/..'),
  )
  .map(([front, parts, end]) => `${front}/${parts.join('/')}${end}`)

test.each([['https://shop.example'], ['https://shop.example/pay']])(
  'handles says of every path what is done with it, at %s',
  async (PUBLIC_URL) => {
    const { ask, fetch, handles } = await open({ PUBLIC_URL })
    let routed = 0
    await fc.assert(
      fc.asyncProperty(target, async (text) => {
        const { status, body } = await ask(text)
        if (status === 429) return
        expect(isRouted(status, body), `${text} gets ${status} ${body}`).toBe(handles(text))
        if (isRouted(status, body)) routed++
        // A Request has a path that is written in one way already.
        const { pathname } = new URL(text.replace(/^(https?:\/\/[^/]*)?/, 'http://shop'))
        const answer = await fetch(pathname)
        expect(isRouted(answer.status, await answer.text()), pathname).toBe(handles(pathname))
      }),
      { numRuns: 400 },
    )
    expect(routed).toBeGreaterThan(0)
  },
)

test('a shop before the merchant gets every request that is not routed', async () => {
  const { handles } = await open()
  const { app } = world()
  const handler = toNode({ fetch: (request, env) => app.fetch(request, env as object), handles })
  const passed: string[] = []
  for (const url of ['/checkout/../backoffice/alerts', '/%62ackoffice/alerts', '//backoffice/alerts'])
    handler({ url } as never, {} as never, () => void passed.push(url))
  expect(passed).toHaveLength(3)
})
