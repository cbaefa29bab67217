// Whom the sandbox answers. It has no sign-in, so only this machine's own programs and pages may call it.
import { describe, expect, it, onTestFinished } from 'vitest'
import { type StartSandboxOptions, startSandbox } from '../../../src/sandbox/start-sandbox.ts'
import { exchange } from '../../service/raw-socket.ts'
import { apiKey, openSandbox, payinBody } from './sandbox-under-test.ts'

async function start(options: StartSandboxOptions = {}) {
  const sandbox = await startSandbox({ port: 0, apiKey, ...options })
  onTestFinished(() => sandbox.close())
  const { port } = new URL(sandbox.origin)
  const send = async (line: string, host: string, headers: string[] = [], body = '') => {
    const length = `Content-Length: ${Buffer.byteLength(body)}`
    const head = [`${line} HTTP/1.1`, `Host: ${host}`, length, 'Connection: close', ...headers]
    const [answer] = await exchange(`http://127.0.0.1:${port}`, `${head.join('\r\n')}\r\n\r\n${body}`)
    return answer ?? { status: 0, headers: '', body: '' }
  }
  return { ...sandbox, port, send }
}

const json = 'Content-Type: application/json'

describe('the name by which the sandbox is called', () => {
  it('gives a page of a rebound name nothing, and lets it do nothing', async () => {
    const { send, port, service } = await start()
    const payin = service.payins.create(payinBody() as never, `http://127.0.0.1:${port}`)
    const host = `hostile.example:${port}`
    const own = [json, `Origin: http://${host}`]
    const answers = [
      await send('GET /sandbox/state', host),
      await send('GET /sandbox/events', host),
      await send('GET /sandbox', host),
      await send('GET /openapi.json', host),
      await send(`GET ${new URL(payin.redirect_url).pathname}`, host),
      await send('GET /nothing/here', host),
      await send('POST /sandbox/reset', host, own, '{}'),
      await send(`POST /sandbox/payins/${payin.id}/status`, host, own, '{"status":"COMPLETED"}'),
      await send('DELETE /sandbox/world', host, [...own, `X-API-Key: ${apiKey}`]),
      await send('POST /api/v2/payins', host, [...own, `X-API-Key: ${apiKey}`, 'Idempotency-Key: 1'], '{}'),
    ]
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 421))
    expect(JSON.parse(answers[0]?.body ?? '').detail).toMatch(
      /hostile\.example.*--allow-host hostile\.example/,
    )
    expect(service.payins.list().map(({ status }) => status)).toEqual(['CREATED'])
  })

  it.each([
    ['127.0.0.1'],
    ['127.8.9.1'],
    ['localhost'],
    ['LOCALHOST:80'],
    ['localhost.:4100'],
    ['shop-1.localhost:4100'],
    ['[::1]:4100'],
    ['[::ffff:7f00:1]'],
  ])('may be %s', async (host) => {
    expect((await (await start()).send('GET /sandbox/state', host)).status).toBe(200)
  })

  it.each([
    ['localhost.hostile.example'],
    ['127.0.0.1.hostile.example'],
    ['notlocalhost'],
    ['0.0.0.0:4100'],
    ['192.168.1.5:4100'],
    ['[2001:db8::1]:4100'],
    ['host.docker.internal:4100'],
    ['shop.localhost.hostile'],
  ])('may not be %s', async (host) => {
    expect((await (await start()).send('GET /sandbox/state', host)).status).toBe(421)
  })

  it.each([
    ['localhost@hostile.example'],
    ['hostile.example#localhost'],
    ['hostile.example/localhost'],
    ['localhost:4100:4100'],
    ['%6cocalhost hostile.example'],
    [''],
  ])('is no name when it is %j', async (host) => {
    expect((await (await start()).send('GET /sandbox/state', host)).status).toBeGreaterThanOrEqual(400)
  })

  it('is checked in the header and in the request line', async () => {
    const { send } = await start()
    expect((await send('GET http://localhost/sandbox/state', 'hostile.example')).status).toBe(421)
    expect((await send('GET http://hostile.example/sandbox/state', 'localhost')).status).toBe(421)
    expect((await send('GET http://localhost/sandbox/state', 'localhost')).status).toBe(200)
  })

  it('may be one that an option names, with any port', async () => {
    const { send } = await start({ allowHosts: ['host.docker.internal', 'SANDBOX', '2001:db8::1'] })
    for (const host of ['host.docker.internal:4100', 'Host.Docker.Internal', 'sandbox', '[2001:db8::1]:9'])
      expect((await send('GET /sandbox/state', host)).status).toBe(200)
    expect((await send('GET /sandbox/state', 'docker.internal')).status).toBe(421)
  })

  it('may be any address when the sandbox listens on all, but no name', async () => {
    const { send } = await start({ host: '0.0.0.0' })
    expect((await send('GET /sandbox/state', '192.168.1.5:4100')).status).toBe(200)
    expect((await send('GET /sandbox/state', '[2001:db8::1]')).status).toBe(200)
    expect((await send('GET /sandbox/state', 'hostile.example')).status).toBe(421)
  })

  it('is refused at the start when it is none', async () => {
    await expect(startSandbox({ port: 0, allowHosts: ['http://shop.example'] })).rejects.toThrow(
      /^allowHosts has "http:\/\/shop\.example", which is no host name/,
    )
  })
})

describe('a page of another site', () => {
  const foreign = [
    { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://hostile.example' },
    { 'Sec-Fetch-Site': 'same-site', Origin: 'http://localhost:4000' },
    { 'Sec-Fetch-Site': 'cross-site', Origin: 'null' },
    { Origin: 'http://localhost:4000' },
    { Origin: 'https://localhost' },
    { Origin: 'null' },
  ]

  it.each(foreign)('changes nothing: %j', async (headers) => {
    const { app, payins, create, deliveries, received } = openSandbox()
    const { id, redirect_url } = await create({ webhook_url: 'https://shop.example/hook' })
    payins.open(id)
    await expect.poll(() => deliveries[0]?.status).toBe(204)
    const send = async (path: string, more: RequestInit = {}) =>
      (await app.request(path, { method: 'POST', ...more, headers: { ...headers, ...more.headers } })).status
    const statuses = [
      await send(`/sandbox/deliveries/${deliveries[0]?.id}/resend`),
      await send('/sandbox/reset', { body: '{}', headers: { 'Content-Type': 'text/plain' } }),
      await send('/sandbox/panel/reset', { body: new URLSearchParams({ seed: '1' }) }),
      await send('/sandbox/faults', { method: 'DELETE' }),
      await send('/api/v2/payins', { headers: { 'X-API-Key': apiKey }, body: '{}' }),
      await send(new URL(redirect_url).pathname, { body: new URLSearchParams({ action: 'cancel' }) }),
    ]
    expect(statuses).toEqual(statuses.map(() => 403))
    expect([payins.list()[0]?.status, received.length]).toEqual(['INITIATED', 1])
  })

  it('may link to a page, as a shop links to the hosted page', async () => {
    const { app, create } = openSandbox()
    const { redirect_url } = await create()
    const headers = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate' }
    expect((await app.request(new URL(redirect_url).pathname, { headers })).status).toBe(200)
  })
})

describe('a command', () => {
  it.each([
    ['of a program, which sends neither header', {}],
    ['of the panel’s own page', { 'Sec-Fetch-Site': 'same-origin', Origin: 'http://localhost' }],
    ['of an own page at an address to which browsers send no Sec-Fetch-Site', { Origin: 'http://localhost' }],
    ['that a person typed', { 'Sec-Fetch-Site': 'none' }],
  ])('%s is carried out', async (_, headers) => {
    const { app } = openSandbox()
    const init = { method: 'POST', body: '{}', headers: { ...headers, 'Content-Type': 'application/json' } }
    expect((await app.request('/sandbox/reset', init)).status).toBe(200)
  })
})
