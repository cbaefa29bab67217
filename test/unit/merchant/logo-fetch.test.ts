// These tests use real sockets, because they check where a connection goes.
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { createLogoFetch, type LogoFetchParts } from '../../../src/merchant/banks/logo-fetch.ts'
import { createLogos } from '../../../src/merchant/banks/logos.ts'
import { makeCertificate, startTlsServer, type WatchedServer, whyNoTls } from '../../support/tls-server.ts'
import { createFakeClock } from '../server/fake-clock.ts'

const name = 'logos.example'
const certificate = whyNoTls === null ? makeCertificate(name) : { key: '', cert: '' }
const service = 'https://pay.example'
const png = Buffer.from('a picture')
function sendPicture(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'image/png' }).end(png)
}

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()))
})

async function serve(
  address: string,
  port = 0,
  answer: (response: ServerResponse) => void = sendPicture,
): Promise<WatchedServer> {
  const server = await startTlsServer(certificate, address, port, (_request, response) => answer(response))
  closing.push(() => server.close())
  return server
}

/** A name server in memory. Each lookup gets the next answer, once. */
function nameServer(...answers: (readonly string[])[]) {
  const asked: string[] = []
  const resolve: LogoFetchParts['resolve'] = async (host) => {
    asked.push(host)
    return answers.shift() ?? []
  }
  return { asked, resolve }
}

function get(port: number, parts: Partial<LogoFetchParts>, signal = new AbortController().signal) {
  const fetchLogo = createLogoFetch(service, { ca: certificate.cert, ...parts })
  return fetchLogo(`https://${name}:${port}/a.png?b=c`, { redirect: 'manual', signal })
}

const isSecond = (address: string) => address === '127.0.0.2'
const isFirst = (address: string) => address === '127.0.0.1'

describe.skipIf(whyNoTls !== null)(
  `the connection for a logo${whyNoTls ? ` (skipped: ${whyNoTls})` : ''}`,
  () => {
    test('goes to the checked address, with the name of the certificate', async () => {
      const second = await serve('127.0.0.2')
      const first = await serve('127.0.0.1', second.port)
      // A second lookup would find the first server.
      const { asked, resolve } = nameServer(['127.0.0.1', '127.0.0.2'], ['127.0.0.1'])
      const answer = await get(second.port, { resolve, isAllowed: isSecond })
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(png)
      expect([first.connections, second.connections]).toEqual([0, 1])
      expect(asked).toEqual([name])
      expect(second.names).toEqual([name])
    })

    test('is not opened to an address that is refused', async () => {
      const server = await serve('127.0.0.1')
      const local = ['127.0.0.1', '::1', '::ffff:127.0.0.1', '169.254.169.254', '10.0.0.5']
      await expect(get(server.port, nameServer(local))).rejects.toThrow('no public address')
      await expect(get(server.port, nameServer([]))).rejects.toThrow('no public address')
      expect(server.connections).toBe(0)
      await get(server.port, { ...nameServer(local), isAllowed: isFirst })
      expect(server.connections).toBe(1)
    })

    test('is not opened to a refused address in the link itself', async () => {
      const server = await serve('127.0.0.1')
      const fetchLogo = createLogoFetch(service, { ca: certificate.cert })
      for (const host of ['127.0.0.1', '[::ffff:127.0.0.1]', '2130706433']) {
        const init = { redirect: 'manual', signal: new AbortController().signal } as const
        await expect(fetchLogo(`https://${host}:${server.port}/`, init), host).rejects.toThrow(
          'no public address',
        )
      }
      expect(server.connections).toBe(0)
    })

    test('is refused when the certificate is for another name or not trusted', async () => {
      const server = await serve('127.0.0.1')
      const parts = { ...nameServer(['127.0.0.1'], ['127.0.0.1']), isAllowed: isFirst }
      const fetchLogo = createLogoFetch(service, { ...parts, ca: certificate.cert })
      const init = { redirect: 'manual', signal: new AbortController().signal } as const
      await expect(fetchLogo(`https://other.example:${server.port}/`, init)).rejects.toThrow(/altnames/)
      const untrusting = createLogoFetch(service, parts)
      await expect(untrusting(`https://${name}:${server.port}/`, init)).rejects.toThrow(/self-signed/)
      expect(server.requests).toHaveLength(0)
    })

    test('carries no key and no cookie, and is not reused for a second logo', async () => {
      const server = await serve('127.0.0.1')
      const parts = { ...nameServer(['127.0.0.1'], ['127.0.0.1']), isAllowed: isFirst }
      for (let i = 0; i < 2; i++) await (await get(server.port, parts)).arrayBuffer()
      expect(server.connections).toBe(2)
      expect(server.requests[1]?.url).toBe('/a.png?b=c')
      expect(server.requests[1]?.headers).toEqual({
        accept: 'image/*',
        'accept-encoding': 'identity',
        'user-agent': 'payin-checkout',
        host: `${name}:${server.port}`,
        connection: 'close',
      })
    })

    test.each<[string, number, Record<string, string>]>([
      ['a redirect', 302, { location: 'https://127.0.0.1/' }],
      ['not modified', 304, {}],
      ['no content', 204, {}],
      ['an error', 503, { 'content-type': 'image/png' }],
      ['an invalid status', 999, {}],
      ['compressed', 200, { 'content-encoding': 'gzip', 'content-type': 'image/png' }],
    ])('is closed when the answer is %s', async (_what, status, headers) => {
      const server = await serve('127.0.0.1', 0, (response) => response.writeHead(status, headers).end())
      const parts = { ...nameServer(['127.0.0.1']), isAllowed: isFirst }
      await expect(get(server.port, parts)).rejects.toThrow(`answered ${status}`)
      await expect.poll(() => server.open).toBe(0)
      expect(server.connections).toBe(1)
    })
  },
)

describe.skipIf(whyNoTls !== null)(`a slow logo${whyNoTls ? ` (skipped: ${whyNoTls})` : ''}`, () => {
  const logged: string[] = []

  function logosAt(port: number, parts: Partial<LogoFetchParts>) {
    const clock = createFakeClock()
    const fetch = createLogoFetch(service, { ca: certificate.cert, isAllowed: isFirst, ...parts })
    const log = (event: string) => logged.push(event)
    const logoAt = createLogos({ clock, fetch, log })
    return { clock, load: () => logoAt(new URL(`https://${name}:${port}/`)) }
  }

  test('that comes byte by byte is given up after four seconds, and its connection closed', async () => {
    let dripped: ServerResponse | undefined
    const server = await serve('127.0.0.1', 0, (response) => {
      response.writeHead(200, { 'content-type': 'image/png' }).write('a')
      dripped = response
    })
    const { clock, load } = logosAt(server.port, nameServer(['127.0.0.1']))
    const loaded = load()
    await expect.poll(() => dripped).toBeDefined()
    await clock.advance(2_000)
    dripped?.write('b')
    await clock.advance(2_000)
    expect(await loaded).toBeNull()
    await expect.poll(() => server.open).toBe(0)
  })

  test('whose host never speaks TLS is given up after four seconds', async () => {
    const silent = createTcpServer(() => undefined).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const accepted = once(silent, 'connection')
    closing.push(async () => silent.close())
    const { clock, load } = logosAt((silent.address() as AddressInfo).port, nameServer(['127.0.0.1']))
    const loaded = load()
    const [socket] = await accepted
    const gone = once(socket.resume(), 'close')
    await clock.advance(4_000)
    expect(await loaded).toBeNull()
    await gone
  })

  test('whose name is never resolved is given up after four seconds', async () => {
    const { clock, load } = logosAt(1, {
      resolve: (_host, signal) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    })
    const loaded = load()
    await clock.untilSleeping(4_000)
    await clock.advance(4_000)
    expect(await loaded).toBeNull()
  })

  test('that is too large is cut off', async () => {
    const server = await serve('127.0.0.1', 0, (response) => {
      response.writeHead(200, { 'content-type': 'image/png' })
      response.write(Buffer.alloc(256 * 1024))
    })
    expect(await logosAt(server.port, nameServer(['127.0.0.1'])).load()).toBeNull()
    await expect.poll(() => server.open).toBe(0)
  })
})

/** A web server without TLS, like the sandbox. */
async function servePlain(): Promise<number> {
  const server = createServer((_request, response) => sendPicture(response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(async () => server.close())
  return (server.address() as AddressInfo).port
}

test('a local sandbox serves its logos under each of its names, and no other local port is contacted', async () => {
  const [sandbox, other] = [await servePlain(), await servePlain()]
  const fetchLogo = createLogoFetch(`http://localhost:${sandbox}`)
  const init = { redirect: 'manual', signal: new AbortController().signal } as const
  for (const host of ['localhost', '127.0.0.1']) {
    expect((await fetchLogo(`http://${host}:${sandbox}/`, init)).status, host).toBe(200)
    await expect(fetchLogo(`http://${host}:${other}/`, init), host).rejects.toThrow('no public address')
  }
  const elsewhere = createLogoFetch(service)
  await expect(elsewhere(`http://localhost:${sandbox}/`, init)).rejects.toThrow('no public address')
})
