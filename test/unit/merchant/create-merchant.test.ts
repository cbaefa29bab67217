// The library as a shop uses it: options in, one fetch handler out. The service is the sandbox, in this process.
import { createHmac, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Session } from 'payin-checkout/server'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  createMerchant,
  isLine,
  type MerchantEvent,
  type MerchantOptions,
  type MerchantServer,
  migrate,
  type Orders,
  type Store,
} from '../../../src/merchant/index.ts'
import { toNext } from '../../../src/merchant/next.ts'
import { type RunningSandbox, startSandbox } from '../../../src/sandbox/start-sandbox.ts'
import { useEmptyDatabase } from '../../support/each-database.ts'
import { createShop, given, secret } from './one-order-shop.ts'

describe('a shop with one order', () => {
  let sandbox: RunningSandbox
  const emptyDatabase = useEmptyDatabase()
  let store: Store
  let merchant: MerchantServer
  let events: MerchantEvent[]

  beforeEach(async () => {
    sandbox = await startSandbox({ port: 0, rateLimit: 0 })
    store = emptyDatabase()
    events = []
  })
  afterEach(async () => {
    await merchant?.close()
    await sandbox.close()
  })

  const { apiKey } = { apiKey: 'test_sandbox' }
  async function start(options: Partial<MerchantOptions> = {}) {
    const { shop, orders } = createShop()
    await migrate(store)
    merchant = await createMerchant({
      service: { baseUrl: sandbox.origin, apiKey, webhookSecrets: 'sandbox_webhook_secret' },
      publicUrl: 'http://localhost:4000',
      store,
      orders,
      onEvent: (event) => events.push(event),
      ...options,
    })
    return shop
  }
  const createSession = (base = 'http://localhost:4000', body: object = {}) =>
    merchant.fetch(
      new Request(`${base}/checkout/sessions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
        body: JSON.stringify({ order: 'A-1', ...body }),
      }),
    )
  const payinIds = async () => {
    const state = await (await fetch(`${sandbox.origin}/sandbox/state`)).json()
    return (state as { payins: { id: string }[] }).payins.map(({ id }) => id)
  }
  /** The webhook of a completed payin, signed as the service signs it. */
  function signedFor([id]: readonly string[]) {
    const body = JSON.stringify({ id, status: 'COMPLETED', amount: { value: '49.90', currency: 'EUR' } })
    const signature = createHmac('sha256', 'sandbox_webhook_secret').update(body).digest('hex')
    return { body, signature }
  }
  const completed = async () => {
    for (const id of await payinIds())
      await fetch(`${sandbox.origin}/sandbox/payins/${id}/status`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ status: 'COMPLETED' }),
      })
  }

  test('cannot start before its tables exist, and the error shows the line to add', async () => {
    const { orders } = createShop()
    const made = createMerchant({ ...given, store, orders })
    await expect(made).rejects.toThrow(/Call `await migrate\(store\)` before `createMerchant`/)
  })

  test('cannot start when a newer version has changed the tables, and migrates nothing', async () => {
    const { orders } = createShop()
    await migrate(store)
    await store.query("insert into payin_checkout.migrations (name) values ('999-of-tomorrow.sql')")
    await expect(createMerchant({ ...given, store, orders })).rejects.toThrow(
      /newer version.*999-of-tomorrow/,
    )
    await expect(migrate(store)).rejects.toThrow(/newer version/)
  })

  test('is paid by ticks alone, for hosts that run nothing between requests', async () => {
    const shop = await start()
    expect((await createSession()).status).toBe(201)
    await completed()
    await store.query("update payin_checkout.sessions set next_check_at = now() - interval '1 minute'")
    await merchant.tick()

    expect(shop).toMatchObject({ paidBy: expect.any(String), shipped: ['A-1'] })
    await merchant.tick()
    expect(shop.shipped).toEqual(['A-1'])
  })

  test('serves under the path of publicUrl, sends that path to the service, and leaves other addresses alone', async () => {
    await start({ publicUrl: 'http://localhost:4000/pay' })
    const session = (await (await createSession('http://localhost:4000/pay')).json()) as Session
    const { payins } = (await (await fetch(`${sandbox.origin}/sandbox/state`)).json()) as {
      payins: { return_url: string; webhook_url: string }[]
    }
    expect(payins[0]?.return_url).toBe(`http://localhost:4000/pay/checkout/return?session=${session.id}`)
    expect(payins[0]?.webhook_url).toMatch(/^http:\/\/localhost:4000\/pay\/webhooks\/payins\?/)
    expect((await createSession('http://localhost:4000')).status).toBe(404)
    expect((await createSession('http://localhost:4000/payment')).status).toBe(404)
    const page = await (await merchant.fetch(new Request('http://localhost:4000/pay/checkout/return'))).text()
    expect(page).toContain('href="/pay/checkout/page.css"')
    expect(page).toContain('src="/pay/payin-checkout.js"')
    expect(page).toContain('endpoint="/pay/checkout"')
    expect(['/pay/healthz', '/healthz', '/pay', '/payhealthz'].map(merchant.handles)).toEqual([
      true,
      false,
      false,
      false,
    ])
  })

  test('works with basePath behind a proxy that removes the path', async () => {
    await start({ publicUrl: 'http://localhost:4000/pay', basePath: '' })
    const session = (await (await createSession()).json()) as Session
    const read = await merchant.fetch(new Request(`http://localhost:4000/checkout/sessions/${session.id}`))
    expect(read.status).toBe(200)
    const page = await (await merchant.fetch(new Request('http://localhost:4000/checkout/return'))).text()
    expect(page).toContain('endpoint="/pay/checkout"')
  })

  test.each<[string, (request: Request) => unknown]>([
    ['was read', (request) => request.text()],
    ['is being read by somebody else', (request) => request.body?.getReader()],
  ])('a request whose body %s gets a sentence that says what to move', async (_, read) => {
    await start()
    const { POST } = toNext(merchant)
    for (const [path, handle] of [
      ['/checkout/sessions', merchant.fetch],
      ['/webhooks/payins', POST],
    ] as const) {
      const request = new Request(`http://localhost:4000${path}`, { method: 'POST', body: '{}' })
      await read(request)
      const response = await handle(request)
      expect(response.status).toBe(500)
      expect(await response.json()).toMatchObject({
        detail: expect.stringMatching(/^The body of this request was already read.*merchant\.fetch/),
      })
    }
  })

  test('answers where a framework adds a slash, as Next.js with trailingSlash does, and says once what to set for webhooks', async () => {
    await start()
    const to = (path: string, init: RequestInit = {}) =>
      merchant.fetch(new Request(`http://localhost:4000${path}`, init))
    const created = await to('/checkout/sessions/', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify({ order: 'A-1' }),
    })
    expect(created.status).toBe(201)
    const { id } = (await created.json()) as Session
    expect((await to(`/checkout/sessions/${id}/`)).status).toBe(200)
    expect((await to(`/checkout/sessions/${id}/link/`, { method: 'POST' })).status).toBe(200)
    expect((await to(`/checkout/return/?session=${id}`)).status).toBe(200)
    const { body, signature } = signedFor(await payinIds())
    const headers = { 'x-webhook-signature': signature }
    expect((await to('/webhooks/payins/', { method: 'POST', headers, body })).status).toBe(200)
    expect(merchant.handles('/webhooks/payins/')).toBe(true)
    // A proxy may let only the exact path through, or refuse it.
    expect(
      ['/backoffice/alerts/', '/metrics/', '/checkout/', '/checkout/sessions//'].map(merchant.handles),
    ).toEqual([false, false, false, false])
    expect(events.filter(({ event }) => event === 'slash_added')).toEqual([
      expect.objectContaining({ message: expect.stringMatching(/skipTrailingSlashRedirect: true/) }),
    ])
  })

  test('separates the paths of the library from its own', async () => {
    await start()
    const ours = [
      '/checkout/sessions',
      '/webhooks/payins',
      '/payin-checkout.js',
      '/locales/de.json',
      '/healthz',
    ]
    const theirs = [
      '/',
      '/checkout',
      '/checkout/thanks',
      '/locales',
      '/webhooks',
      '/payin-checkout.jsx',
      'healthz',
    ]
    expect(ours.map(merchant.handles)).toEqual(ours.map(() => true))
    expect(theirs.map(merchant.handles)).toEqual(theirs.map(() => false))
  })

  test('signs orders: a token opens only its own order, until it expires', async () => {
    await start({ orderTokenSecrets: [secret, 'the_secret_of_before_0000000'] })
    expect((await createSession()).status).toBe(403)
    expect((await createSession(undefined, { token: merchant.signOrder('A-2') })).status).toBe(403)
    expect((await createSession(undefined, { token: merchant.signOrder('A-1') })).status).toBe(201)
  })

  test('cannot sign without a secret, and the error says how to make one', async () => {
    await start()
    expect(() => merchant.signOrder('A-1')).toThrow(/signOrder needs orderTokenSecrets/)
  })

  const hourMs = 3_600_000
  test.each<[unknown, ErrorConstructor, RegExp]>([
    ['30m', TypeError, /expiresIn must be a number of seconds, such as 3600/],
    ['3600', TypeError, /must be a number of seconds/],
    [Number.NaN, TypeError, /must be a number of seconds/],
    [null, TypeError, /must be a number of seconds/],
    [new Date(2_000_000_000_000), TypeError, /must be a number of seconds/],
    [Number.POSITIVE_INFINITY, RangeError, /from 1 to 2678400 seconds, which are 31 days/],
    [0, RangeError, /from 1 to/],
    [-3_600, RangeError, /from 1 to/],
    [0.5, RangeError, /from 1 to/],
    [hourMs, RangeError, /give seconds, not milliseconds/],
    [Date.now() / 1_000 + 3_600, RangeError, /no time of day/],
  ])('cannot sign a token that expires in %s', async (expiresIn, kind, message) => {
    await start({ orderTokenSecrets: secret })
    const sign = () => merchant.signOrder('A-1', { expiresIn: expiresIn as number })
    expect(sign).toThrow(kind)
    expect(sign).toThrow(message)
  })

  test.each<unknown>([undefined, '', 7.5, Number.NaN, { id: 7 }])(
    'can neither sign nor list the payments of an order whose id is %j',
    async (order) => {
      await start({ orderTokenSecrets: secret })
      expect(() => merchant.signOrder(order as string)).toThrow(/^signOrder needs the id of an order: a text/)
      await expect(merchant.payments(order as string)).rejects.toThrow(/^payments needs the id of an order/)
    },
  )

  test('takes a number as the id of an order, as the shop’s table has it', async () => {
    const { orders } = createShop()
    const numbered: Orders = {
      ...orders,
      find: async (tx, id) => {
        const order = id === '7' ? await orders.find(tx, 'A-1') : null
        return order && { ...order, id: 7 }
      },
    }
    await start({ orderTokenSecrets: secret, orders: numbered })
    expect((await createSession(undefined, { order: '7', token: merchant.signOrder(7) })).status).toBe(201)
    expect(await merchant.payments(7)).toMatchObject([{ outcome: 'open' }])
  })

  test('says in its first line what it takes payments for, with which database, and how many alerts are open', async () => {
    await migrate(store)
    await store.query(
      "insert into payin_checkout.alerts (kind, detail, created_at) values ('rows_lost', 'x', now())",
    )
    await start()
    expect(events.find(isLine)).toMatchObject({
      event: 'started',
      message: expect.stringMatching(
        `^Takes payments of the sandbox at ${new URL(sandbox.origin).host}, no real money, for localhost:4000\\..* Open alerts: 1\\. To see alerts, set BACKOFFICE_TOKEN and open localhost:4000/backoffice\\.$`,
      ),
    })
  })

  test('answers at its root with a page that says what is there, and takes that address from no shop', async () => {
    await start({ publicUrl: 'http://localhost:4000/pay' })
    const page = await merchant.fetch(new Request('http://localhost:4000/pay/'))
    expect(page.status).toBe(200)
    expect(page.headers.get('content-type')).toMatch(/^text\/html/)
    const text = await page.text()
    for (const path of ['/pay/payin-checkout.js', '/pay/checkout', '/pay/webhooks', '/pay/healthz'])
      expect(text).toContain(path)
    expect(text).not.toContain('backoffice')
    expect(merchant.handles('/pay/')).toBe(false)
    expect((await merchant.fetch(new Request('http://localhost:4000/pay/', { method: 'POST' }))).status).toBe(
      404,
    )
  })

  test('names the page of the back office at its root when there is one', async () => {
    await start({ publicUrl: 'http://localhost:4000/pay', backofficeToken: 'x'.repeat(24) })
    const page = await merchant.fetch(new Request('http://localhost:4000/pay/'))
    expect(await page.text()).toContain('<a href="/pay/backoffice">')
    expect((await merchant.fetch(new Request('http://localhost:4000/pay/backoffice'))).status).toBe(200)
    expect(['/pay/backoffice', '/backoffice'].map(merchant.handles)).toEqual([true, false])
  })

  test.each<[string, RegExp, (origin: string) => Partial<MerchantOptions>]>([
    [
      'a wrong key',
      /^Check service\.apiKey: the payment service refuses the key, so nobody can pay\. .*401/,
      (baseUrl) => ({ service: { baseUrl, apiKey: 'test_wrong', webhookSecrets: 'sandbox_webhook_secret' } }),
    ],
    [
      'a sandbox that does not run',
      /^Start the sandbox with `npx payin-checkout sandbox`, or check service\.baseUrl: it cannot be used there now, so nobody can pay\. No answer/,
      () => ({
        service: { baseUrl: 'http://127.0.0.1:9', apiKey, webhookSecrets: 'sandbox_webhook_secret' },
      }),
    ],
  ])('notices %s at the start, which does not fail', async (_, sentence, options) => {
    await start(options(sandbox.origin))
    merchant.start()
    await expect
      .poll(() => events)
      .toContainEqual(
        expect.objectContaining({ event: 'start_warning', message: expect.stringMatching(sentence) }),
      )
    expect(JSON.stringify(events)).not.toMatch(/test_wrong/)
  })

  test('says nothing of a key that works', async () => {
    await start()
    await merchant.tick()
    await pause(200)
    expect(events.filter(({ event }) => event === 'start_warning')).toEqual([])
  })

  test('says once that shoppers come to another address than the public one', async () => {
    await start()
    for (const port of [4000, 4200, 4300])
      await merchant.fetch(
        new Request(`http://localhost:${port}/payin-checkout.js`, { headers: { host: `localhost:${port}` } }),
      )
    expect(events.filter(({ event }) => event === 'public_address_differs')).toEqual([
      expect.objectContaining({
        message: expect.stringMatching(/came to localhost:4200, and publicUrl says localhost:4000/),
      }),
    ])
  })

  test('emits each event once, without secrets and without data of the shopper', async () => {
    await start()
    await createSession()
    const written = JSON.stringify(events)
    expect(events.map(({ event }) => event)).toContain('request')
    expect(written).not.toMatch(/canary|ada@shop|test_sandbox|cs_/)
  })

  test('keeps working when its event handler throws, and the event is not lost', async () => {
    const lines = vi.spyOn(console, 'log').mockImplementation(() => undefined)
    await start({
      onEvent: () => {
        throw new Error('the log is full')
      },
    })
    expect((await createSession()).status).toBe(201)
    const written = lines.mock.calls.map(([line]) => JSON.parse(line) as MerchantEvent)
    lines.mockRestore()
    expect(written.map(({ event }) => event)).toEqual(expect.arrayContaining(['request', 'on_event_failed']))
  })

  test('leaves nothing behind when it fails to start, so it can start again', async () => {
    const { orders } = createShop()
    await migrate(store)
    const listening = new Set<string>()
    const broken: Store = {
      ...store,
      async listen(channel, listener) {
        if (listening.size > 0) throw new Error('The connection broke.')
        const stop = await store.listen(channel, listener)
        listening.add(channel)
        return async () => {
          listening.delete(channel)
          await stop()
        }
      },
    }
    await expect(createMerchant({ ...given, store: broken, orders })).rejects.toThrow('The connection broke.')
    expect([...listening]).toEqual([])
  })

  test('gets connection faults only while it runs, not after it closed or failed to start', async () => {
    const faultListeners = new Set<(error: Error) => void>()
    const plain = store
    store = {
      ...plain,
      onFault(listener) {
        faultListeners.add(listener)
        return () => void faultListeners.delete(listener)
      },
    }
    const { orders } = createShop()
    await expect(createMerchant({ ...given, store, orders })).rejects.toThrow(/migrate/)
    expect(faultListeners.size).toBe(0)
    await start()
    for (const emitFault of faultListeners) emitFault(new Error('The connection broke.'))
    expect(events.map(({ event }) => event)).toContain('database_fault')
    await merchant.close()
    expect(faultListeners.size).toBe(0)
  })

  test('finishes the work of late webhooks when it is closed a second time', async () => {
    const shop = await start()
    expect((await createSession()).status).toBe(201)
    await completed()
    await merchant.close()
    const { body, signature } = signedFor(await payinIds())
    const late = await merchant.fetch(
      new Request('http://localhost:4000/webhooks/payins', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-webhook-signature': signature },
        body,
      }),
    )
    expect(late.status).toBe(200)
    await merchant.close()
    expect(shop.paidBy).not.toBe(null)
  })

  test('starts nothing and no payment once it is closed, and says so', async () => {
    await start()
    await merchant.close()
    const closed = /^This merchant was closed\. Make another one with createMerchant\.$/
    await expect(merchant.serve({ port: 0 })).rejects.toThrow(closed)
    await expect(merchant.tick()).rejects.toThrow(closed)
    expect(() => merchant.start()).toThrow(closed)
    const pressed = await createSession()
    expect([pressed.status, pressed.headers.get('retry-after')]).toEqual([503, '1'])
    expect(await payinIds()).toEqual([])
  })

  test('is unhealthy once its tables are gone, and the log says so', async () => {
    await start()
    const health = async () => {
      const answer = await merchant.fetch(new Request('http://localhost:4000/healthz'))
      return [answer.status, await answer.text()]
    }
    expect(await health()).toEqual([200, '{"status":"ok"}'])
    await store.query('drop table payin_checkout.outbox')
    expect(await health()).toEqual([503, expect.stringContaining('tables of the database are missing')])
    expect(JSON.stringify(events)).toContain('Restore the database, or grant')
  })

  test('closes twice and leaves its store open', async () => {
    await start()
    merchant.start()
    await Promise.all([merchant.close(), merchant.close()])
    await merchant.close()
    expect(await store.query('select 1 as one')).toEqual([{ one: 1 }])
  })
})
