import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connectSandbox, SandboxError, signWebhook, startSandbox } from 'payin-checkout/testing'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { operationIds } from '../../../src/sandbox/openapi/description.ts'
import { operationNames } from '../../../src/testing/faults.ts'
import { pay } from '../../../src/testing/shopper/shopper.ts'
import { toMs } from '../../../src/testing/test-sandbox.ts'
import { call, createPayin, createPayout, openHook, openSandbox } from './merchant-under-test.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a sandbox in process', () => {
  it('has the values that a server needs', async () => {
    const { baseUrl, apiKey, webhookSecret } = await openSandbox({
      apiKey: 'test_mine',
      webhookSecret: 'mine',
    })
    expect(baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect([apiKey, webhookSecret]).toEqual(['test_mine', 'mine'])
  })

  it('refuses a live key', async () => {
    await expect(startSandbox({ apiKey: 'live_1' })).rejects.toThrow('"test_"')
  })

  it('closes only once, and later calls get an error', async () => {
    const sandbox = await startSandbox()
    await Promise.all([sandbox.close(), sandbox.close()])
    await expect(sandbox.payments()).rejects.toThrow(SandboxError)
    await expect(sandbox.payments()).rejects.toThrow(/^Nothing answers at .*Is it still running\?/)
  })

  it('that is closed during a payment ends it with an error that says so', async () => {
    const sandbox = await startSandbox()
    const { id } = await createPayin(sandbox)
    const { hostedPage } = await sandbox.payment(id)
    await sandbox.close()
    const late = pay(hostedPage ?? '', { with: 'card' })
    await expect(late).rejects.toThrow(SandboxError)
    await expect(late).rejects.toThrow(/^Nothing answers at .*Is the sandbox still running\?/)
  })

  it('uses the real time and network, even if a test replaces them', async () => {
    const sandbox = await openSandbox({ settleDelayMs: 1 })
    const { id } = await createPayin(sandbox)
    vi.useFakeTimers()
    vi.stubGlobal('fetch', () => Promise.reject(new Error('not this one')))
    await sandbox.pay(id, { with: 'card' })
    vi.useRealTimers()
    await expect.poll(async () => (await sandbox.payment(id)).status).toBe('COMPLETED')
  })

  it('answers although a test moves its fake timers by an hour meanwhile', async () => {
    const sandbox = await openSandbox()
    vi.useFakeTimers()
    const listed = sandbox.payments()
    vi.advanceTimersByTime(3_600_000)
    expect(await listed).toEqual([])
  })
})

describe('webhooks', () => {
  it('are answered before a call of the sandbox resolves', async () => {
    const sandbox = await openSandbox({ settleDelayMs: 60_000 })
    const hook = await openHook()
    const { id } = await createPayin(sandbox, { webhook_url: hook.url })
    await sandbox.pay(id, { with: 'card' })
    expect(hook.bodies.map((body) => JSON.parse(body).status)).toEqual(['INITIATED', 'AUTHORIZED'])
    await sandbox.advance('1 min')
    expect(hook.bodies.map((body) => JSON.parse(body).status).at(-1)).toBe('COMPLETED')
    await sandbox.setStatus(id, 'DISPUTED')
    expect(hook.bodies).toHaveLength(4)
  })

  it('are awaited as long as a server needs for its answer', async () => {
    const sandbox = await openSandbox()
    let answer = () => {}
    const hook = await openHook(
      200,
      new Promise((resolve) => {
        answer = resolve
      }),
    )
    const { id } = await createPayin(sandbox, { webhook_url: hook.url })
    let isBack = false
    const command = sandbox.setStatus(id, 'COMPLETED').then(() => {
      isBack = true
    })
    await expect.poll(() => hook.bodies.length).toBe(1)
    for (let asked = 0; asked < 5; asked++) await sandbox.payments()
    expect(isBack).toBe(false)
    answer()
    await command
  })

  it('are signed as `signWebhook` signs', async () => {
    const sandbox = await openSandbox()
    const hook = await openHook()
    const { id } = await createPayin(sandbox, { webhook_url: hook.url })
    await sandbox.setStatus(id, 'COMPLETED')
    expect(hook.signatures).toEqual([signWebhook(hook.bodies[0] ?? '', sandbox.webhookSecret)])
  })

  it('are listed with their answers, for one payment or all, and can be sent again', async () => {
    const sandbox = await openSandbox()
    const hook = await openHook(500)
    const first = await createPayin(sandbox, { webhook_url: hook.url })
    const second = await createPayin(sandbox, { webhook_url: hook.url, reference: 'A-1002' })
    await sandbox.setStatus(first, 'COMPLETED')
    await sandbox.setStatus(second, { status: 'FAILED', details: 'OTHER' })
    expect(await sandbox.deliveries('A-1002')).toMatchObject([
      { paymentId: second.id, status: 500, error: 'expected a 2xx status', attempt: 1, forged: false },
    ])
    const all = await sandbox.deliveries()
    expect(all.map(({ paymentId }) => paymentId)).toEqual([first.id, second.id])
    await sandbox.resend(all[0] ?? { id: '' })
    expect(hook.bodies[2]).toBe(hook.bodies[0])
  })
})

describe('faults', () => {
  it('strike the given calls, as often as configured', async () => {
    const sandbox = await openSandbox()
    await sandbox.fault('cut', { on: 'createPayin', times: 1 })
    await createPayout(sandbox)
    await expect(createPayin(sandbox)).rejects.toThrow('fetch failed')
    await createPayin(sandbox)
    expect(await sandbox.payments('A-1001')).toHaveLength(2)
    expect((await sandbox.requests()).map(({ path, status }) => [path, status])).toEqual([
      ['/api/v2/payouts', 201],
      ['/api/v2/payins', null],
      ['/api/v2/payins', 201],
    ])
  })

  it('are removed, one or all, also when they are used up', async () => {
    const sandbox = await openSandbox()
    const fault = await sandbox.fault('error', { status: 503, work: 'undone' })
    await expect(createPayin(sandbox)).rejects.toThrow('503')
    await fault.takeBack()
    await fault.takeBack()
    await createPayin(sandbox)
    await sandbox.fault('rate_limit', { retryAfter: 7 })
    await expect(createPayin(sandbox)).rejects.toThrow('429')
    await sandbox.clearFaults()
    await createPayin(sandbox)
  })

  it('for an unknown operation are refused, because they would never strike', async () => {
    const sandbox = await openSandbox()
    await expect(sandbox.fault('cut', { on: 'createPayment' as 'createPayin' })).rejects.toThrow(
      /createPayin/,
    )
    await expect(sandbox.fault('cut', { on: [] })).rejects.toThrow(TypeError)
    expect(operationNames).toEqual(operationIds.filter((id) => id !== 'getTransactionWithoutSlash'))
  })

  it('that the sandbox does not know are refused with its message', async () => {
    const sandbox = await openSandbox()
    await expect(sandbox.fault('coop', { value: 'nothing' as 'same-origin' })).rejects.toThrow(/\/value/)
  })
})

describe('a payment', () => {
  it('is found by id, reference, hosted page or itself, and by a reference the one that can still be paid', async () => {
    const sandbox = await openSandbox()
    const first = await createPayin(sandbox)
    const second = await createPayin(sandbox)
    await sandbox.setStatus(second, 'FAILED')
    expect((await sandbox.payment('A-1001')).id).toBe(first.id)
    for (const which of [second, second.id, second.id.toUpperCase(), second.redirect_url])
      expect((await sandbox.payment(which)).id).toBe(second.id)
  })

  it('that does not exist gives an error with the existing ones', async () => {
    const sandbox = await openSandbox()
    await expect(sandbox.payment('A-1')).rejects.toThrow(/no payments at all\. Has your server called it\?/)
    await createPayin(sandbox)
    await expect(sandbox.payment('A-1')).rejects.toThrow(/of 49\.90 EUR, reference A-1001, is CREATED/)
  })

  it('cannot get a status that the service does not have', async () => {
    const sandbox = await openSandbox()
    await createPayin(sandbox)
    await expect(sandbox.setStatus('A-1001', 'PAID')).rejects.toThrow(/"COMPLETED"/)
  })
})

describe('one sandbox for several workers', () => {
  it('gives each worker its own world by its key', async () => {
    const shared = await openSandbox({ keys: 'any' })
    const [one, two] = await Promise.all(
      ['test_1', 'test_2'].map((apiKey) => connectSandbox({ url: `${shared.baseUrl}/sandbox`, apiKey })),
    )
    if (!one || !two) throw new Error('not connected')
    await Promise.all([createPayin(one), createPayin(two)])
    await Promise.all([one.reset(), two.fault('error', { status: 500 })])
    expect(await one.payments()).toEqual([])
    expect(await two.payments()).toHaveLength(1)
    await createPayin(one)
    await two.close()
    expect(await one.payments()).toHaveLength(1)
    expect(await shared.withKey('test_2').payments()).toEqual([])
    expect(await shared.payments()).toEqual([])
  })

  it('stays open when one that connected with the default key closes', async () => {
    const shared = await openSandbox()
    const connected = await connectSandbox({ url: shared.baseUrl })
    await createPayin(connected)
    await connected.close()
    expect(await shared.payments()).toHaveLength(1)
  })

  it('refuses a key that it does not accept, and says what to do', async () => {
    const { baseUrl } = await openSandbox()
    await expect(connectSandbox({ url: baseUrl, apiKey: 'test_1' })).rejects.toThrow('--keys any')
  })

  it('has its own key and secret where a variable that gives them is not set', async () => {
    const unset = { apiKey: undefined, webhookSecret: undefined } as unknown as { apiKey: string }
    const { baseUrl, ...started } = await openSandbox(unset)
    const connected = await connectSandbox({ ...unset, url: baseUrl })
    const own = { apiKey: 'test_sandbox', webhookSecret: 'sandbox_webhook_secret' }
    expect([started, connected]).toEqual([expect.objectContaining(own), expect.objectContaining(own)])
  })

  it.each(['', 'localhost', undefined])('says what is no address: %j', async (url) => {
    await expect(connectSandbox({ url: url as string })).rejects.toThrow(/^`url` must be the address/)
  })

  it('never sends a live key', async () => {
    const sandbox = await openSandbox()
    const hook = await openHook()
    await expect(connectSandbox({ url: hook.url, apiKey: 'live_1' })).rejects.toThrow('"test_"')
    expect(() => sandbox.withKey('live_1')).toThrow('"test_"')
    expect(hook.bodies).toEqual([])
  })

  it('says of a closed connection that the sandbox may have ended', async () => {
    const server = createServer((_, response) => response.destroy()).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    await expect(connectSandbox({ url })).rejects.toThrow('The sandbox has ended, or its fault "cut" is on.')
  })

  it('is not accepted if another program answers 200', async () => {
    const { url } = await openHook(200)
    await expect(connectSandbox({ url })).rejects.toThrow('is not a sandbox')
  })

  it('is not accepted if another program answers', async () => {
    const { url } = await openHook(404)
    await expect(connectSandbox({ url })).rejects.toThrow('is not a sandbox')
    await expect(connectSandbox({ url: 'http://127.0.0.1:1' })).rejects.toThrow('Nothing answers at')
  })
})

describe('signWebhook', () => {
  it('signs like `openssl dgst -sha256 -hmac sandbox_webhook_secret`, text and bytes', () => {
    const body = '{"id":"5f0c","status":"COMPLETED"}'
    const signature = '8f0a430676f32ba75977a941f58777f2e5b5a0e2889680e536214c26003947e1'
    expect(signWebhook(body, 'sandbox_webhook_secret')).toBe(signature)
    expect(signWebhook(new TextEncoder().encode(body), 'sandbox_webhook_secret')).toBe(signature)
    expect(() => signWebhook(body, '')).toThrow(TypeError)
  })
})

describe('a duration', () => {
  it.each([
    [1500, 1_500],
    ['25 min', 1_500_000],
    ['1 h 30 min', 5_400_000],
    ['2s', 2_000],
    ['0.5 s', 500],
    ['250 ms', 250],
    ['25 minutes', 1_500_000],
    ['366 d', 31_622_400_000],
  ])('%j is %i ms', (text, ms) => expect(toMs(text)).toBe(ms))

  it.each([
    0,
    -1,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    '',
    '25',
    'min',
    '30 min 1 h',
    '-1 s',
    '367 d',
    '1,5 s',
  ])('%j is none', (text) => expect(() => toMs(text)).toThrow(RangeError))
})

it('the calls of a server are listed without calls of the control interface', async () => {
  const sandbox = await openSandbox()
  await call(sandbox, '/api/v2/payins', {}).catch(() => {})
  expect(await sandbox.requests()).toMatchObject([
    { method: 'POST', path: '/api/v2/payins', status: 422, idempotencyKey: expect.stringMatching(/^key-/) },
  ])
})
