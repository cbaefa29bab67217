// `payin-checkout listen` at a sandbox on a port.
import { get } from 'node:http'
import type { Socket } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { runListen } from '../../../src/cli/listen/run-listen.ts'
import { run } from '../../../src/cli/program.ts'
import { startSandbox } from '../../../src/sandbox/start-sandbox.ts'
import { turns } from '../../support/timeline.ts'
import { fakeTerminal } from './fake-terminal.ts'
import { openSandbox, runCli, serving } from './running-sandbox.ts'

/** Starts listening, and waits for its first message. Without options, lost connections are tried again at once. */
async function listen(origin: string, ...options: readonly string[]) {
  const { terminal, ended, waitForText, lines, errorLines } = fakeTerminal({ SANDBOX_URL: origin })
  const atOnce = () => turns(1)
  const end =
    options.length > 0 ? run(['listen', ...options], terminal) : runListen({}, terminal, atOnce).then(() => 0)
  onTestFinished(() => ended.abort())
  await waitForText('Listening to')
  return {
    waitForText,
    lines,
    errorLines,
    async stop() {
      ended.abort()
      return end
    },
  }
}

const hook = ['--webhook-url', 'http://shop.example/hook']
const eventsOf = (lines: readonly string[]) => lines.map((line) => JSON.parse(line))

describe('listening', () => {
  it('follows only the world of the given key', async () => {
    const { origin, makePayin } = await openSandbox({ keys: 'any' })
    const { waitForText, lines, stop } = await listen(origin, '--api-key', 'test_mine', '--json')
    await makePayin('A-1')
    await makePayin('A-2', '--api-key', 'test_mine')
    await waitForText('call.ended')
    await stop()
    expect(eventsOf(lines).map(({ type }) => type)).toEqual(['call.started', 'call.ended'])
  })

  it('shows calls and webhooks as they happen, with keys and signatures shortened', async () => {
    const { origin, trigger, makePayin, requests, deliveries } = await openSandbox()
    const { waitForText, lines, errorLines, stop } = await listen(origin)
    const id = await makePayin('A-1', ...hook)
    await trigger('payin.completed')
    await waitForText('webhook')
    const [key, signature] = [requests[0]?.idempotency_key ?? '', deliveries[0]?.signature ?? '']
    expect(await stop()).toBe(0)
    expect(errorLines).toEqual([`Listening to ${origin}. Ctrl-C ends it.`])
    expect(lines).toEqual([
      expect.stringMatching(/^\d\d:\d\d:\d\dZ {2}call {5}201 {2}POST \/api\/v2\/payins {2}key .{8}…$/),
      expect.stringMatching(
        `webhook  204  payinStatusChanged COMPLETED of A-1 \\(${id}\\), attempt 1, to http://shop\\.example/hook, signature ${signature.slice(0, 8)}…$`,
      ),
    ])
    expect(lines.join()).not.toContain(key)
    expect(lines.join()).not.toContain(signature)
  })

  it('shows why an attempt failed, and each retry', async () => {
    const { origin, trigger, makePayin } = await openSandbox({
      fetch: async () => {
        throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') })
      },
    })
    const { waitForText, lines } = await listen(origin, '--only', 'webhooks')
    await makePayin('A-1', ...hook)
    await trigger('payin.completed')
    await waitForText('attempt 1')
    await trigger('clock', '2s')
    await waitForText('attempt 2')
    expect(lines[0]).toMatch(/webhook {3}– {3}payinStatusChanged.*: fetch failed: connect ECONNREFUSED$/)
    expect(lines).toHaveLength(2)
  })

  it('marks forged, lost, cut and unsigned webhooks', async () => {
    const { origin, trigger, makePayin } = await openSandbox()
    const { waitForText, lines } = await listen(origin)
    await makePayin('A-1', ...hook)
    await trigger('fault', 'webhook_forged', '--times', '1')
    await trigger('payin.authorized')
    await waitForText('forged')
    await trigger('fault', 'webhook_lost', '--times', '1')
    await trigger('payin.completed')
    await waitForText('lost by the fault')
    await trigger('create', 'bank_transfer', '--amount', '5', ...hook)
    await trigger('bank_transfer.authorized')
    await waitForText('not signed')
    await trigger('fault', 'cut', '--times', '1')
    await trigger('create', 'payin', '--amount', '5')
    await waitForText('cut')
    expect(lines.find((line) => line.includes('cut'))).toMatch(/call {5}cut {2}POST/)
  })

  it('shows earlier events with --from-start', async () => {
    const { origin, makePayin } = await openSandbox()
    await makePayin('A-1')
    const { waitForText, lines } = await listen(origin, '--from-start')
    await waitForText('POST')
    expect(lines).toHaveLength(1)
  })

  it('prints every field as JSON, also at the start of a call', async () => {
    const { origin, trigger, makePayin, deliveries, requests } = await openSandbox()
    const { waitForText, lines } = await listen(origin, '--json')
    await makePayin('A-1', ...hook)
    await trigger('payin.completed')
    await waitForText('webhook.ended')
    await trigger('reset')
    await waitForText('"reset"')
    const events = eventsOf(lines)
    expect(events.map(({ type }) => type)).toEqual([
      'call.started',
      'call.ended',
      'webhook.started',
      'webhook.ended',
      'reset',
    ])
    expect(events[1].data).toMatchObject({ status: 201, idempotency_key: expect.stringMatching(/^.{36}$/) })
    expect(events[3].data).toMatchObject({ signature: expect.stringMatching(/^[0-9a-f]{64}$/), status: 204 })
    expect(events[3].data.id).toBe(events[2].data.id)
    expect([deliveries, requests]).toEqual([[], []])
  })

  it.each([
    ['calls', ['call.started', 'call.ended']],
    ['webhooks', ['webhook.started', 'webhook.ended']],
  ])('shows only %s with --only', async (only, types) => {
    const { origin, trigger, makePayin } = await openSandbox()
    await makePayin('A-1', ...hook)
    await trigger('payin.completed')
    const { waitForText, lines } = await listen(origin, '--json', '--from-start', '--only', only)
    await waitForText('.ended')
    await trigger('reset')
    await waitForText('The sandbox was reset')
    expect(eventsOf(lines).map(({ type }) => type)).toEqual(types)
  })

  it('sends no control characters to the terminal', async () => {
    const { origin, service, trigger } = await openSandbox()
    const { waitForText, lines } = await listen(origin, '--only', 'webhooks')
    const money = { value: '5.00', currency: 'EUR' }
    const intent = { amount: money, reference: '\u001b[2Jpaid\r', return_url: 'http://a.example/' }
    service.payouts.create({ ...intent, webhook_url: 'http://shop.example/' }, origin)
    await trigger('payout.failed')
    await waitForText('paid')
    for (const nasty of ['\u001b', '\r']) expect(lines.join()).not.toContain(nasty)
  })

  it('refuses an unknown value of --only', async () => {
    const { code, errorText } = await runCli(['listen', '--only', 'payins'])
    expect([code, errorText]).toEqual([2, expect.stringContaining('Allowed choices are calls, webhooks.')])
  })
})

describe('a restarted sandbox', () => {
  it('is followed again, with a message and the events since the restart', async () => {
    const first = await openSandbox()
    const { waitForText, lines, errorLines, stop } = await listen(first.origin)
    await first.makePayin('A-1')
    await waitForText('POST')
    await first.close()
    await waitForText('is lost')
    const again = await startSandbox({ port: Number(new URL(first.origin).port), rateLimit: 0 })
    onTestFinished(() => again.close())
    await first.makePayin('A-2')
    await waitForText('POST', 2)
    expect(await stop()).toBe(0)
    expect(lines).toHaveLength(2)
    expect(errorLines.slice(1)).toEqual([
      `The connection to ${first.origin} is lost. Reconnecting until it answers. Ctrl-C ends it.`,
      'The sandbox was restarted. The following events are from after the restart.',
    ])
  })

  it('closes without waiting for a listener', async () => {
    const { origin, close } = await openSandbox()
    await listen(origin)
    await close()
  })
})

describe('a connection', () => {
  const stream = { 'Content-Type': 'text/event-stream' }
  const hello = (heartbeat = 15_000) =>
    `id: r.1\nevent: hello\ndata: {"run":"r","heartbeat_ms":${heartbeat}}\n\n`
  const call = (n: number, status: number) =>
    `id: r.${n}\nevent: call.ended\ndata: {"id":"c${n}","at":"2026-11-20T12:00:00.000Z","method":"GET","path":"/${n}","status":${status},"idempotency_key":null}\n\n`

  it('cut in the middle of an event continues after the last complete one', async () => {
    const seen: (string | undefined)[] = []
    const origin = await serving((request, response) => {
      seen.push(request.headers['last-event-id']?.toString())
      response.writeHead(200, stream)
      if (seen.length > 1) return void response.write(hello() + call(3, 200))
      response.write(hello() + call(2, 200) + call(3, 200).slice(0, -5), () => request.socket.destroy())
    })
    const { waitForText, lines, errorLines } = await listen(origin)
    await waitForText('/3')
    expect(seen).toEqual([undefined, 'r.2'])
    expect(lines.map((line) => line.slice(-2))).toEqual(['/2', '/3'])
    expect(errorLines.at(-1)).toBe('Connected again.')
  })

  it('silent for three heartbeats is opened again', async () => {
    let connections = 0
    const origin = await serving((_, response) => {
      connections += 1
      response.writeHead(200, stream).write(connections === 1 ? hello(5) : hello())
    })
    const { waitForText } = await listen(origin)
    await waitForText('Connected again.')
    expect(connections).toBe(2)
  })

  it('refused during a restart is tried again', async () => {
    const sockets: Socket[] = []
    const origin = await serving((request, response) => {
      sockets.push(request.socket)
      if (sockets.length === 2) return void response.writeHead(502).end()
      response.writeHead(200, stream).write(hello())
    })
    const { waitForText } = await listen(origin)
    sockets[0]?.end()
    await waitForText('Connected again.')
    expect(sockets).toHaveLength(3)
  })

  it('with unknown events shows the others', async () => {
    const origin = await serving((_, response) => {
      const future = 'id: r.2\nevent: refund.ended\ndata: not even JSON\n\n'
      const missed = 'id: r.5\nevent: missed\ndata: {"count":3}\n\n'
      response.writeHead(200, stream).write(hello() + future + missed + call(6, 404))
    })
    const { waitForText, lines, errorLines } = await listen(origin)
    await waitForText('/6')
    expect(lines).toHaveLength(1)
    expect(errorLines).toContain('3 older events are no longer stored and are not shown.')
  })

  it.each([
    ['a page', 200, { 'Content-Type': 'text/html' }, '<h1>Shop</h1>', 'got the answer 200 and text/html'],
    ['an older sandbox', 404, { 'Content-Type': 'application/problem+json' }, '{}', 'got the answer 404'],
    ['a redirect', 302, { Location: '/x' }, '', 'got the answer 302'],
    ['a server that fails', 500, {}, 'Oops', 'got the answer 500'],
    ['another stream', 200, stream, 'event: hello\ndata: {}\n\n', 'its event "hello" is not an event of'],
    ['no JSON', 200, stream, 'event: hello\ndata: {\n\n', 'its event "hello" is not an event of'],
    ['an endless event', 200, stream, `data: ${'x'.repeat(5 * 1024 * 1024)}`, 'longer than any of a sandbox'],
  ])('to %s ends with a message', async (_, status, headers, body, reason) => {
    const origin = await serving((_, response) => void response.writeHead(status, headers).end(body))
    const { code, errorText } = await runCli(['listen', '--url', origin])
    expect([code, errorText]).toEqual([
      2,
      expect.stringMatching(/answers, but is not a sandbox: .*give its address with --url/),
    ])
    expect(errorText).toContain(reason)
  })

  it('that the sandbox refuses ends with its message', async () => {
    const { origin } = await openSandbox()
    const byName = await serving((request, response) => {
      const { url = '/' } = request
      get(origin + url, { headers: { Host: 'shop.example' } }, (answer) => {
        response.writeHead(answer.statusCode ?? 0, answer.headers)
        answer.pipe(response)
      })
    })
    const { code, errorText } = await runCli(['listen', '--url', byName])
    expect([code, errorText]).toEqual([2, expect.stringMatching(/^The sandbox refused: .*shop\.example/)])
  })

  it('to a closed port ends with a message', async () => {
    const { origin, close } = await openSandbox()
    await close()
    const { code, errorText } = await runCli(['listen', '--url', origin])
    expect([code, errorText]).toEqual([
      2,
      expect.stringContaining(
        `Nothing answers at ${origin} (it refuses the connection: no program listens there`,
      ),
    ])
  })
})

describe('Ctrl-C', () => {
  it('ends the command before an answer', async () => {
    const { terminal, ended, errorLines } = fakeTerminal()
    const origin = await serving(() => ended.abort())
    expect(await run(['listen', '--url', origin], terminal)).toBe(0)
    expect(errorLines).toEqual([])
  })

  it('ends the command between two attempts', async () => {
    const { origin, close } = await openSandbox()
    const { waitForText, stop } = await listen(origin)
    await close()
    await waitForText('is lost')
    expect(await stop()).toBe(0)
  })
})
