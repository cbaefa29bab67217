import { type Context, Hono } from 'hono'
import { expect, test } from 'vitest'
import { createAddressOf, createIpOf, readIp } from '../../../src/merchant/http/address.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  [' 203.0.113.7 ', '203.0.113.7'],
  ['203.0.113.7:51234', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['198.51.100.1, 203.0.113.7', '203.0.113.7'],
  ['198.51.100.1,2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
  ['2001:db8::7', '2001:db8:0:0::/64'],
  ['2001:db8:1::3:4:5:6', '2001:db8:1:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['64:ff9b::203.0.113.7', '64:ff9b:0:0::/64'],
  ['::3:4:5:6:203.0.113.7', '0:0:3:4::/64'],
])('%s counts as %s, so a shopper with several addresses is one shopper', async (text, counted) => {
  expect(await addressOf('x-real-ip', { 'x-real-ip': text })).toBe(counted)
})

test.each([
  undefined,
  '',
  'unknown',
  '203.0.113',
  '203.0.113.7, ',
  'for=203.0.113.7',
  '2001:db8:::1',
  '[::1',
])('%s is not read as an address', (text) => {
  expect(readIp(text)).toBeNull()
})

/** The address under which an app counts a shopper. */
async function addressOf(header: string | null, headers: Record<string, string>, connection?: string) {
  return answer(createAddressOf(header), headers, connection)
}

/** What an app sends to a bank as the shopper's address. */
const ipOf = (header: string | null, headers: Record<string, string>, connection?: string) =>
  answer((c) => String(createIpOf(header)(c)), headers, connection)

async function answer(of: (c: Context) => string, headers: Record<string, string>, connection?: string) {
  const app = new Hono().get('/', (c) => c.text(of(c)))
  const env = connection && { incoming: { socket: { remoteAddress: connection } } }
  return (await app.request('/', { headers }, env)).text()
}

test('a shopper who connects directly cannot fake an address with a header', async () => {
  const forged = { 'x-forwarded-for': '203.0.113.7', 'x-real-ip': '203.0.113.7' }
  expect(await addressOf(null, forged, '198.51.100.1')).toBe('198.51.100.1')
})

test('behind a proxy each shopper counts by the entry that the proxy itself wrote', async () => {
  const headers = { 'x-forwarded-for': '192.0.2.66, 203.0.113.7' }
  expect(await addressOf('x-forwarded-for', headers, '198.51.100.1')).toBe('203.0.113.7')
})

test('the address of the connection counts when the proxy’s header is missing or holds no address', async () => {
  expect(await addressOf('x-real-ip', {}, '198.51.100.1')).toBe('198.51.100.1')
  expect(await addressOf('x-real-ip', { 'x-real-ip': 'me' }, '::ffff:198.51.100.1')).toBe('198.51.100.1')
  expect(await addressOf('x-real-ip', {})).toBe('unknown')
})

test('a bank gets the shopper’s whole IPv4 or IPv6 address, or none', async () => {
  const sentFor = (address: string) => ipOf('x-real-ip', { 'x-real-ip': address })
  expect(await sentFor('2001:db8:1:2::9')).toBe('2001:db8:1:2::9')
  expect(await sentFor('::ffff:203.0.113.7')).toBe('203.0.113.7')
  expect(await sentFor('::ffff:cb00:7107')).toBe('203.0.113.7')
  expect(await sentFor('me')).toBe('null')
})

test.each([
  '127.0.0.1',
  '10.0.0.5',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.4',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '255.255.255.255',
  '224.0.0.1',
  '::1',
  '::',
  'fe80::1%eth0',
  'fd00::1',
  'fec0::1',
  '100::1',
  '::ffff:10.0.0.5',
  '::ffff:0a00:0005',
  '::ffff:127.0.0.1',
  '64:ff9b::10.0.0.5',
])('%s is not public, so no bank gets it', async (address) => {
  expect(await ipOf(null, {}, address)).toBe('null')
  expect(await ipOf('x-real-ip', { 'x-real-ip': address })).toBe('null')
})

test('a bank never gets a proxy’s address instead of the shopper’s', async () => {
  expect(await ipOf('x-real-ip', {}, '198.51.100.1')).toBe('null')
  expect(await ipOf('x-real-ip', { 'x-real-ip': 'me' }, '198.51.100.1')).toBe('null')
  expect(await ipOf(null, { 'x-forwarded-for': '203.0.113.7' }, '198.51.100.1')).toBe('null')
  expect(await ipOf(null, {}, '198.51.100.1')).toBe('198.51.100.1')
})

test('a proxy that the settings do not name is reported once, whichever forwarding header it writes', async () => {
  const noticed: string[] = []
  const written = ['X-Forwarded-For', 'Forwarded', 'X-Real-IP', 'CF-Connecting-IP', 'True-Client-IP']
  for (const header of written) {
    const of = createAddressOf(null, (name) => noticed.push(name))
    await answer(of, {}, '198.51.100.1')
    for (let n = 0; n < 3; n++) await answer(of, { [header]: 'for=203.0.113.7' }, '198.51.100.1')
  }
  expect(noticed).toEqual(written.map((header) => header.toLowerCase()))
  await answer(
    createAddressOf('x-real-ip', (name) => noticed.push(name)),
    { 'x-forwarded-for': '203.0.113.7' },
  )
  expect(noticed).toHaveLength(written.length)
})

test.each([
  ['Node', { incoming: { socket: { remoteAddress: '203.0.113.7' } } }],
  ['Deno', { remoteAddr: { transport: 'tcp', hostname: '203.0.113.7', port: 51_234 } }],
  ['Bun', { requestIP: () => ({ address: '203.0.113.7', family: 'IPv4', port: 51_234 }) }],
])('%s gives the address of the connection', async (_, env) => {
  const of = createAddressOf(null)
  const app = new Hono().get('/', (c) => c.text(of(c)))
  expect(await (await app.request('/', {}, env)).text()).toBe('203.0.113.7')
})

test.each([
  ['nothing', undefined],
  ['bindings of Workers', { DB: {}, API_KEY: 'x' }],
  ['the parameters of a route of Next.js', { params: Promise.resolve({ path: ['sessions'] }) }],
  ['a socket of the file system in Deno', { remoteAddr: { transport: 'unix', path: '/run/shop' } }],
  ['a socket of the file system in Bun', { requestIP: () => null }],
  ['a socket of the file system in Node', { incoming: { socket: { destroyed: false } } }],
])('a runtime that passes %s gives no address, and this is reported once', async (_, env) => {
  let reported = 0
  const of = createAddressOf(
    null,
    () => undefined,
    () => reported++,
  )
  const app = new Hono().get('/', (c) => c.text(of(c)))
  const ask = async () => (await app.request('/', {}, env)).text()
  expect([await ask(), await ask(), reported]).toEqual(['unknown', 'unknown', 1])
})

test.each([
  ['Node', { incoming: { socket: { destroyed: true } } }, undefined],
  ['Bun', { requestIP: () => null }, AbortSignal.abort()],
])(
  'a connection of %s that has ended has no address any more, and nothing is reported',
  async (_, env, signal) => {
    let reported = 0
    const of = createAddressOf(
      null,
      () => undefined,
      () => reported++,
    )
    const app = new Hono().get('/', (c) => c.text(of(c)))
    const request = new Request('http://shop.example/', signal && { signal })
    expect([await (await app.request(request, {}, env)).text(), reported]).toEqual(['unknown', 0])
  },
)
