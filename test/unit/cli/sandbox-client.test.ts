// Everything that can be wrong with the sandbox of a command: each case prints one message without a stack.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { run } from '../../../src/cli/program.ts'
import { sandboxOrigin } from '../../../src/cli/sandbox-client/address.ts'
import { createControl } from '../../../src/cli/sandbox-client/control.ts'
import { fakeTerminal } from './fake-terminal.ts'
import { openSandbox, runCli, serving } from './running-sandbox.ts'

const state = (origin: string) => runCli(['trigger', 'state', '--url', origin])

const controlOf = (origin: string, timeoutMs: number) =>
  createControl({
    ...{ origin, timeoutMs, remedy: 'Remedy.' },
    fail: ({ lines }) => new Error(lines.join('\n')),
  })

describe('the address of the sandbox', () => {
  it('comes from the option, then from SANDBOX_URL, then from the default', () => {
    const env = { SANDBOX_URL: 'http://b.example' }
    expect(sandboxOrigin('http://a.example:1/', env)).toBe('http://a.example:1')
    expect(sandboxOrigin(undefined, env)).toBe('http://b.example')
    expect(sandboxOrigin(undefined, { SANDBOX_URL: '' })).toBe('http://127.0.0.1:4100')
  })

  it('can be the address of the control panel', () => {
    expect(sandboxOrigin('http://localhost:4100/sandbox', {})).toBe('http://localhost:4100')
  })

  it.each(['localhost:4100', 'sandbox', 'ftp://a.example', 'http://', 'javascript:alert(1)'])(
    'is not %s',
    (text) => {
      expect(() => sandboxOrigin(text, {})).toThrow('--url is not a web address; give one like')
    },
  )

  it.each([
    'http://a.example/api/v2',
    'http://a.example/?x=1',
    'http://a.example/#x',
    'http://u:p@a.example',
  ])('is refused as %s, because no part is dropped silently', (text) => {
    expect(() => sandboxOrigin(undefined, { SANDBOX_URL: text })).toThrow('SANDBOX_URL must be only')
  })
})

describe('an address without an answer', () => {
  it('is printed, with how to start a sandbox', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    await new Promise((resolve) => server.close(resolve))
    const { code, errorText, lines } = await state(`http://127.0.0.1:${port}`)
    expect([code, lines]).toEqual([2, []])
    expect(errorText).toBe(
      `Nothing answers at http://127.0.0.1:${port} (it refuses the connection: no program listens there). Start the sandbox with "npx payin-checkout sandbox", or give its address with --url or SANDBOX_URL.`,
    )
  })

  it('times out if the server accepts the request and never answers', async () => {
    const origin = await serving(() => {})
    const text = `Nothing answers at ${origin} (no answer within 0.02 seconds). Remedy.`
    await expect(controlOf(origin, 20).listFaults()).rejects.toThrow(text)
  })

  it('times out if the answer never ends', async () => {
    const origin = await serving((_, response) => void response.write('{"seed":'))
    await expect(controlOf(origin, 50).listFaults()).rejects.toThrow('no answer within 0.05 seconds')
  })

  it('is reported as a closed connection', async () => {
    const origin = await serving((request) => void request.socket.destroy())
    expect((await state(origin)).errorText).toContain('closed the connection without an answer')
  })
})

describe('an address that is not a sandbox', () => {
  it.each([
    ['a page', 200, '<h1>Shop</h1>', 'got an answer that is not JSON'],
    ['other JSON', 200, '{"hello":"world"}', 'got JSON that is not from a sandbox'],
    ['a list', 200, '[]', 'got JSON that is not from a sandbox'],
    ['null', 200, 'null', 'got JSON that is not from a sandbox'],
    ['an empty answer', 200, '', 'got an answer that is not JSON'],
    ['404', 404, 'not found', 'got the answer 404'],
    ['a redirect', 302, '', 'got the answer 302'],
    ['a failure', 500, '{"error":"x"}', 'got the answer 500'],
    ['a login', 401, '{"detail":"Not authenticated"}', 'got the answer 401'],
  ])('is reported for an answer with %s', async (_, status, body, reason) => {
    const origin = await serving(
      (_, response) => void response.writeHead(status, { Location: '/x' }).end(body),
    )
    const { code, errorText } = await state(origin)
    expect(code).toBe(2)
    expect(errorText).toMatch(
      /^http:\/\/127\.0\.0\.1:\d+ answers, but is not a sandbox: GET \/sandbox\/faults got /,
    )
    expect(errorText).toContain(reason)
  })

  it('is reported for another payment service, which gets no create request with a key', async () => {
    const asked: string[] = []
    const origin = await serving((request, response) => {
      asked.push(`${request.method} ${request.url} ${request.headers['x-api-key']}`)
      const problem = {
        type: 'about:blank',
        title: 'Not Found',
        status: 404,
        detail: 'No such path.',
        instance: 'x',
      }
      response.writeHead(404, { 'Content-Type': 'application/problem+json' }).end(JSON.stringify(problem))
    })
    const { errorText } = await runCli(['trigger', 'create', 'payin', '--amount', '5', '--url', origin])
    expect(errorText).toContain('is not a sandbox')
    expect(asked).toEqual(['GET /sandbox/faults undefined'])
  })
})

describe('the API key', () => {
  it('is refused if it is not a test key, and the message never contains it', async () => {
    const args = ['trigger', 'create', 'payin', '--amount', '5']
    const byOption = await runCli([...args, '--api-key', 'live_canary'])
    const byVariable = await runCli(args, { SANDBOX_API_KEY: 'live_canary' })
    expect(byOption.errorText).toBe(
      '--api-key does not begin with "test_"; give the key that the sandbox uses.',
    )
    expect(byVariable.errorText).toContain('SANDBOX_API_KEY does not begin')
    expect(byOption.errorText + byVariable.errorText).not.toContain('canary')
  })

  it('is checked by the sandbox', async () => {
    const { trigger } = await openSandbox({ apiKey: 'test_other' })
    const refused = await trigger('create', 'payin', '--amount', '5')
    expect([refused.code, refused.errorText]).toEqual([2, 'The sandbox refused: The API key is not valid.'])
    expect((await trigger('create', 'payin', '--amount', '5', '--api-key', 'test_other')).code).toBe(0)
  })
})

describe('Ctrl-C', () => {
  it('ends a request in flight with 130 and no message', async () => {
    const { terminal, ended, lines, errorLines } = fakeTerminal()
    const origin = await serving(() => ended.abort())
    expect(await run(['trigger', 'state', '--url', origin], terminal)).toBe(130)
    expect([lines, errorLines]).toEqual([[], []])
  })
})
