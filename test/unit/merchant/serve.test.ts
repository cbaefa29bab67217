// A shop's own program that listens: what `serve` guarantees besides the merchant.

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { CannotListen, createMerchant, type MerchantServer, migrate } from '../../../src/merchant/index.ts'
import { type ServeOptions, serve as serveWith } from '../../../src/merchant/node/serve.ts'
import { exchange } from '../../service/raw-socket.ts'
import { openEmptyStore } from '../../support/empty-database.ts'
import { startExampleShop } from '../../support/example-shop.ts'
import { freePort } from '../../support/free-port.ts'

/** A merchant that records its calls. */
function createRecordingMerchant() {
  const calls: string[] = []
  const merchant = {
    fetch: async () => new Response('here'),
    handles: (path: string) => path.startsWith('/checkout'),
    start: () => void calls.push('start'),
    close: async () => void calls.push('close'),
  } as unknown as MerchantServer
  return { calls, merchant }
}

const serve = (merchant: MerchantServer, options: ServeOptions) =>
  serveWith(merchant, () => undefined, options)

test('a merchant starts when it can be reached, and is closed before and after its last answers', async () => {
  const { calls, merchant } = createRecordingMerchant()
  const serving = await serve(merchant, { port: 0 })
  expect(calls).toEqual(['start'])
  expect(await (await fetch(`http://127.0.0.1:${serving.port}/`)).text()).toBe('here')
  await Promise.all([serving.close(), serving.close()])
  expect(calls).toEqual(['start', 'close', 'close'])
  await expect(fetch(`http://127.0.0.1:${serving.port}/`)).rejects.toThrow()
})

test('a port in use is reported with the remedy, and the merchant does not start', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const { calls, merchant } = createRecordingMerchant()
  await expect(serve(merchant, { port })).rejects.toThrow(
    new CannotListen(
      `Port ${port} is in use by another program. Stop that program, or set PORT (\`port\` in code) to a free port.`,
    ),
  )
  expect(calls).toEqual([])
})

test('an address of another machine is reported, too', async () => {
  const { merchant } = createRecordingMerchant()
  await expect(serve(merchant, { host: '203.0.113.7', port: 0 })).rejects.toThrow(
    /^Cannot listen at 203\.0\.113\.7:0 \(/,
  )
})

test('it listens at the port from which its public address follows, also when the shop gives the variables', async () => {
  const port = await freePort()
  const store = openEmptyStore()
  await migrate(store)
  const orders = { find: async () => null, setPaid: async () => undefined, fulfil: async () => undefined }
  const merchant = await createMerchant({
    store,
    orders,
    onEvent: [],
    environment: { PORT: String(port) },
  })
  const serving = await merchant.serve()
  onTestFinished(async () => {
    await serving.close()
    await store.close()
  })
  expect(serving.port).toBe(port)
  expect(merchant.payLink('1')).toMatch(new RegExp(`^http://localhost:${port}/`))
}, 60_000)

test.each<[object, RegExp]>([
  [{ drainMs: Number.NaN }, /timeouts\.drainMs must be a finite number from 0/],
  [{ drainMS: 5_000 }, /There is no option timeouts\.drainMS\./],
])('it refuses the timeouts %j before it listens', async (timeouts, said) => {
  const { calls, merchant } = createRecordingMerchant()
  await expect(serve(merchant, { port: 0, timeouts })).rejects.toThrow(said)
  expect(calls).toEqual([])
})

describe('what is not the checkout’s', () => {
  /** The bodies for these paths, sent as they are, from the example shop with pages of its own. */
  async function bodiesOf(paths: readonly string[]): Promise<string[]> {
    const shop = await startExampleShop(
      { BACKOFFICE_TOKEN: 'backoffice_token_canary_0' },
      { onEvent: [], others: () => (request) => new Response(`shop ${new URL(request.url).pathname}`) },
    )
    onTestFinished(() => shop.close())
    const bodies: string[] = []
    for (const path of paths) {
      const request = `GET ${path} HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n`
      const answers = await exchange(`http://127.0.0.1:${shop.port}`, request)
      bodies.push(answers.map(({ body }) => body).join())
    }
    return bodies
  }

  test('is answered by the shop’s own function, also at the root', async () => {
    const bodies = await bodiesOf(['/', '/cart?id=1', '/healthz', '/backoffice/alerts'])
    expect(bodies).toEqual([
      'shop /',
      'shop /cart',
      expect.stringContaining('"ok"'),
      expect.stringContaining('"status":401'),
    ])
  }, 60_000)

  test('is decided by the path as it came: one with dot segments or encoded letters is the shop’s', async () => {
    const bodies = await bodiesOf(['/checkout/../backoffice/alerts', '/%62ackoffice/alerts', '//checkout/x'])
    for (const body of bodies) expect(body).toMatch(/^shop /)
  }, 60_000)

  test('must be a function', async () => {
    const { calls, merchant } = createRecordingMerchant()
    const starting = serve(merchant, { port: 0, others: {} as never })
    await expect(starting).rejects.toThrow(/^others must be a function/)
    expect(calls).toEqual([])
  })
})
