// The tests that need a real port. All others run without one.
import { connect } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { envSettings, parseSettings } from '../../../src/sandbox/settings.ts'
import { type StartSandboxOptions, startSandbox } from '../../../src/sandbox/start-sandbox.ts'
import { apiKey, payinBody } from './sandbox-under-test.ts'

async function start(options: StartSandboxOptions = {}) {
  const sandbox = await startSandbox({ port: 0, apiKey, ...options })
  onTestFinished(() => sandbox.close())
  return sandbox
}

const create = (origin: string) =>
  fetch(`${origin}/api/v2/payins`, {
    method: 'POST',
    headers: { 'X-API-Key': apiKey, 'Idempotency-Key': 'same', 'Content-Type': 'application/json' },
    body: JSON.stringify(payinBody()),
  })

describe('startSandbox', () => {
  it('listens on a free port and hands out hosted pages there', async () => {
    const { origin } = await start()
    const { redirect_url } = (await (await create(origin)).json()) as { redirect_url: string }
    expect(redirect_url.startsWith(`${origin}/pay/`)).toBe(true)
    expect((await fetch(redirect_url)).status).toBe(200)
  })

  it('serves style and script of the hosted page from its own origin', async () => {
    const { origin } = await start()
    for (const path of ['/hosted/styles.css', '/hosted/pay.js', '/hosted/mark.svg', '/sandbox/styles.css']) {
      expect((await fetch(origin + path)).status).toBe(200)
    }
  })

  it('cuts the socket for the fault "cut", and gives the payin to the retry', async () => {
    const { origin, faults, service } = await start()
    faults.add({ fault: 'cut', work: 'done', chance: 1, count: 1 })
    await expect(create(origin)).rejects.toThrow('fetch failed')
    expect((await create(origin)).status).toBe(201)
    expect(service.payins.list()).toHaveLength(1)
  })

  it('reads a body that comes in chunks without saying its length', async () => {
    const { origin } = await start()
    const response = await fetch(`${origin}/api/v2/payins`, {
      method: 'POST',
      headers: { 'X-API-Key': apiKey, 'Idempotency-Key': 'same', 'Content-Type': 'application/json' },
      body: new Blob([JSON.stringify(payinBody())]).stream(),
      duplex: 'half',
    } as RequestInit)
    expect(response.status).toBe(201)
  })

  it('ends open sockets on close, and may be closed twice', async () => {
    const { origin, close } = await start()
    const socket = connect(Number(new URL(origin).port), '127.0.0.1')
    const ended = new Promise((resolve) => socket.once('close', resolve))
    await new Promise((resolve) => socket.once('connect', resolve))
    await Promise.all([close(), close()])
    await ended
    await expect(fetch(origin)).rejects.toThrow('fetch failed')
  })

  it('rejects with EADDRINUSE when the port is taken', async () => {
    const { origin } = await start()
    await expect(startSandbox({ port: Number(new URL(origin).port) })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    })
  })
})

describe('the environment', () => {
  it('has a default for every variable', () => {
    expect(parseSettings(envSettings({}))).toEqual({
      ok: true,
      value: {
        port: 4100,
        host: '127.0.0.1',
        apiKey: 'test_sandbox',
        webhookSecret: 'sandbox_webhook_secret',
        rateLimit: 50,
        seed: 1,
      },
    })
  })

  it.each([
    ['any', 'any'],
    ['test_1', ['test_1']],
    ['test_1,test_%2F', ['test_1', 'test_%2F']],
  ])('sets further keys: %s', (text, keys) => {
    expect(parseSettings({ keys: text })).toMatchObject({ ok: true, value: { keys } })
  })

  it.each([
    { SANDBOX_PORT: 'web' },
    { SANDBOX_PORT: '70000' },
    { HOST: 'no host' },
    { SANDBOX_ALLOW_HOST: 'http://shop.example' },
    { SANDBOX_API_KEY: 'live_planted_canary' },
    { SANDBOX_KEYS: 'test_1,live_planted_canary' },
    { SANDBOX_KEYS: 'test_1,test_2_no_permission' },
    { SANDBOX_KEYS: 'test_1, test_2' },
    { SANDBOX_WEBHOOK_SECRET: ' ' },
    { SANDBOX_STATE_FILE: ' ' },
    { SANDBOX_RATE_LIMIT: '-1' },
    { SANDBOX_SEED: 'lucky' },
    { SANDBOX_FORWARD_TO: 'localhost:4000' },
  ])('names the variable of %j in one sentence with a remedy, and never its value', (variables) => {
    const parsed = parseSettings(envSettings(variables))
    if (parsed.ok) throw new Error('accepted')
    const [name = '', value = ''] = Object.entries(variables)[0] ?? []
    expect(parsed.mistakes).toHaveLength(1)
    expect(parsed.mistakes[0]).toMatch(new RegExp(`^${name} (is|does|has) .+; .+\\.$`))
    if (value.trim() !== '') expect(parsed.mistakes[0]).not.toContain(value)
  })
})
