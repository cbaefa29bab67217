// `payin-checkout sandbox`, with its arguments.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { run } from '../../../src/cli/program.ts'
import { exchange } from '../../service/raw-socket.ts'
import { fakeTerminal } from './fake-terminal.ts'
import { runCli } from './running-sandbox.ts'

/** Starts it on a free port; Ctrl-C ends it. */
async function start(args: readonly string[] = [], env: NodeJS.ProcessEnv = {}) {
  const { terminal, lines, errorLines, ended, waitForText } = fakeTerminal(env)
  const end = run(['sandbox', '--port', '0', '--json', ...args], terminal)
  onTestFinished(async () => {
    ended.abort()
    await end
  })
  await waitForText('"origin"')
  const origin: string = JSON.parse(lines[0] ?? '').origin
  return {
    origin,
    lines,
    errorLines,
    async stop() {
      ended.abort()
      return end
    },
  }
}

const create = (origin: string, key = 'test_sandbox', more: object = {}) =>
  fetch(`${origin}/api/v2/payins`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() },
    body: JSON.stringify({
      amount: { value: '5.00', currency: 'EUR' },
      payer: { email: 'mara@example.test' },
      return_url: 'http://127.0.0.1/',
      ...more,
    }),
  })
const payinsAt = async (origin: string) => (await (await fetch(`${origin}/sandbox/state`)).json()).payins

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'sandbox-'))
  onTestFinished(() => rm(made, { recursive: true }))
  return made
}

describe('the sandbox', () => {
  it('prints its addresses, but neither its key nor its secret', async () => {
    const { terminal, lines, ended, waitForText } = fakeTerminal({ SANDBOX_API_KEY: 'test_canary' })
    const end = run(['sandbox', '--port', '0', '--webhook-secret', 'secret_canary'], terminal)
    await waitForText('Ctrl-C ends it.')
    const origin = /http:\/\/127\.0\.0\.1:\d+/.exec(lines[0] ?? '')?.[0] ?? ''
    expect(lines).toEqual([
      `Sandbox: ${origin}  (the PAYMENTS_BASE_URL of your server)`,
      `  panel:    ${origin}/sandbox`,
      `  OpenAPI:  ${origin}/openapi.json`,
      '  webhooks: to the webhook_url of each payment',
      'Ctrl-C ends it.',
    ])
    for (const path of ['/sandbox', '/openapi.json']) expect((await fetch(origin + path)).status).toBe(200)
    expect((await create(origin, 'test_canary')).status).toBe(201)
    ended.abort()
    expect(await end).toBe(0)
    await expect(fetch(origin)).rejects.toThrow()
  })

  it('ends at once with an open page, a call in flight and a listener', async () => {
    const { origin, stop } = await start()
    await fetch(`${origin}/sandbox/faults`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ fault: 'latency', ms: 60_000 }),
    })
    const slow = create(origin).catch(() => 'cut')
    const events = await fetch(`${origin}/sandbox/events`)
    const reading = events.text().catch(() => 'cut')
    expect(await stop()).toBe(0)
    await Promise.all([slow, reading])
  })

  it('leaves nothing behind if it is ended before it has started', async () => {
    const { terminal, ended, lines } = fakeTerminal()
    ended.abort()
    expect([0, 130]).toContain(await run(['sandbox', '--port', '0', '--json'], terminal))
    for (const line of lines) await expect(fetch(JSON.parse(line).origin)).rejects.toThrow()
  })

  it('prefers options over the environment', async () => {
    const env = { SANDBOX_PORT: '1', SANDBOX_API_KEY: 'test_environment', SANDBOX_KEYS: 'test_more' }
    const { origin } = await start(['--api-key', 'test_typed'], env)
    const statuses = ['test_typed', 'test_environment', 'test_more'].map(
      async (key) => (await create(origin, key)).status,
    )
    expect(await Promise.all(statuses)).toEqual([201, 401, 201])
  })

  it.each(['::1', '[::1]'])('listens at the IPv6 address %s', async (host) => {
    const { origin } = await start(['--host', host])
    expect(origin).toMatch(/^http:\/\/\[::1\]:\d+$/)
    expect((await create(origin)).status).toBe(201)
  })

  it('answers by the names of --allow-host, and names the option to whoever uses another', async () => {
    const { origin } = await start(['--allow-host', 'shop-1,shop-2', '--allow-host', 'host.docker.internal'])
    const askAs = async (host: string) => {
      const bytes = `GET /openapi.json HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`
      const [answer] = await exchange(origin, bytes)
      return answer?.status === 421 ? JSON.parse(answer.body).detail : answer?.status
    }
    expect(await Promise.all(['shop-1:80', 'shop-2', 'host.docker.internal:4100'].map(askAs))).toEqual([
      200, 200, 200,
    ])
    expect(await askAs('shop-3')).toBe(
      'The sandbox answers at localhost and 127.0.0.1, not at shop-3. If that name is yours, start the sandbox with --allow-host shop-3 (SANDBOX_ALLOW_HOST, or allowHosts in code).',
    )
  })

  it('sends all webhooks to one address', async () => {
    const received: string[] = []
    const server = createServer((request, response) => {
      received.push(request.url ?? '')
      response.end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const shop = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const { origin, lines } = await start(['--forward-to', shop])
    expect(JSON.parse(lines[0] ?? '').forward_to).toBe(shop)
    const made = await create(origin, undefined, { webhook_url: 'https://shop.example/hooks?x=1' })
    const { id } = await made.json()
    const moved = await runCli(['trigger', 'payin.completed', '--id', id], { SANDBOX_URL: origin })
    expect(moved.code).toBe(0)
    await expect.poll(() => received).toEqual(['/hooks?x=1'])
  })

  it('keeps its state in a file over restarts', async () => {
    const file = join(await folder(), 'state.json')
    const first = await start(['--state-file', file])
    await create(first.origin)
    expect(await first.stop()).toBe(0)
    const second = await start(['--state-file', file])
    expect(await payinsAt(second.origin)).toHaveLength(1)
  })
})

describe('a failed start prints a message for', () => {
  it.each([
    [['--port', '70000'], /^--port is not a port/],
    [['--port', 'http'], /^--port is not a port/],
    [['--host', 'a b'], /^--host is not a host name/],
    [['--host', '203.0.113.1', '--port', '0'], /^--host 203\.0\.113\.1 is no address of this computer/],
    [['--allow-host', 'http://canary'], /^--allow-host is not a host name without a port/],
    [['--api-key', 'live_canary'], /^--api-key does not begin with "test_"/],
    [['--keys', 'some'], /^--keys is neither "any" nor keys/],
    [['--forward-to', 'shop'], /^--forward-to is not an address/],
    [['--rate-limit', 'many'], /^--rate-limit is not a number/],
    [['--seed', '-1'], /^--seed is not a seed/],
    [['--webhook-secret', ' '], /^--webhook-secret is blank/],
    [['--prot', '4100'], /^error: unknown option '--prot'[\s\S]*Did you mean --port\?/],
    [['4100'], /^error: too many arguments/],
    [['--port'], /^error: option '--port <number>' argument missing/],
  ] as const)('%j', async (args, sentence) => {
    const { code, lines, errorText } = await runCli(['sandbox', ...args])
    expect([code, lines, errorText]).toEqual([2, [], expect.stringMatching(sentence)])
    expect(errorText).not.toContain('canary')
  })

  it('several mistakes at once, each with the name that was used', async () => {
    const env = { SANDBOX_SEED: 'x', HOST: '' }
    const { code, errorLines } = await runCli(['sandbox', '--port', 'x'], env)
    expect(code).toBe(2)
    expect(
      errorLines
        .join('\n')
        .split('\n')
        .map((line) => line.split(' ')[0]),
    ).toEqual(['--port', 'HOST', 'SANDBOX_SEED'])
  })

  it('a port in use', async () => {
    const { origin } = await start()
    const { port } = new URL(origin)
    expect(await runCli(['sandbox', '--port', port])).toMatchObject({
      code: 2,
      errorText: `--port ${port} is already in use; stop the other program or choose another --port.`,
    })
  })

  it('the default port in use, with the option that changes it', async () => {
    // Another program of this machine may have the port, which does the same.
    const other = createServer().on('error', () => undefined)
    other.listen(4100, '127.0.0.1')
    onTestFinished(() => void other.close())
    expect(await runCli(['sandbox'])).toMatchObject({ code: 2, errorText: expect.stringContaining('--port') })
  })

  it('a state that its file cannot hold at the end', async () => {
    const report = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    onTestFinished(() => report.mockRestore())
    const parent = join(await folder(), 'state')
    const { origin, stop } = await start(['--state-file', join(parent, 'state.json')])
    await rm(parent, { recursive: true })
    await writeFile(parent, 'a file where the folder was')
    await create(origin)
    expect(await stop()).toBe(2)
  })

  it('an invalid state file', async () => {
    const file = join(await folder(), 'state.json')
    await writeFile(file, '<html>')
    const { code, errorText } = await runCli(['sandbox', '--port', '0', '--state-file', file])
    expect([code, errorText]).toEqual([2, expect.stringContaining(file)])
  })
})
