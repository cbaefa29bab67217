import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { createAddressOf, createIpOf, parseIp } from '../../../server-example/http/address.ts'

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
])('%s counts as %s: one shopper is one, whatever address of theirs they use', async (text, counted) => {
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
])('%s is no address', (text) => {
  expect(parseIp(text)).toBeNull()
})

/** What an app takes for a shopper's address. */
async function addressOf(header: string | null, headers: Record<string, string>, connection?: string) {
  const app = new Hono()
  const addressOf = createAddressOf(header)
  app.get('/', (c) => c.text(addressOf(c)))
  const env = connection && { incoming: { socket: { remoteAddress: connection } } }
  return (await app.request('/', { headers }, env)).text()
}

test('a shopper who connects directly cannot choose an address', async () => {
  const forged = { 'x-forwarded-for': '203.0.113.7', 'x-real-ip': '203.0.113.7' }
  expect(await addressOf(null, forged, '198.51.100.1')).toBe('198.51.100.1')
})

test('behind a proxy the header that it writes tells shoppers apart, and only its own entry counts', async () => {
  const headers = { 'x-forwarded-for': '192.0.2.66, 203.0.113.7' }
  expect(await addressOf('x-forwarded-for', headers, '198.51.100.1')).toBe('203.0.113.7')
})

test('where the proxy’s header is missing or no address, the connection’s own counts', async () => {
  expect(await addressOf('x-real-ip', {}, '198.51.100.1')).toBe('198.51.100.1')
  expect(await addressOf('x-real-ip', { 'x-real-ip': 'me' }, '::ffff:198.51.100.1')).toBe('198.51.100.1')
  expect(await addressOf('x-real-ip', {})).toBe('unknown')
})

test('a bank is told the shopper’s whole address, of either version, or none', async () => {
  const ipOf = createIpOf('x-real-ip')
  const app = new Hono().get('/', (c) => c.text(String(ipOf(c))))
  const told = async (address: string) =>
    (await app.request('/', { headers: { 'x-real-ip': address } })).text()
  expect(await told('2001:db8:1:2::9')).toBe('2001:db8:1:2::9')
  expect(await told('::ffff:203.0.113.7')).toBe('203.0.113.7')
  expect(await told('me')).toBe('null')
})
