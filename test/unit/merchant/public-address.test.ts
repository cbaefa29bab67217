import { SocketAddress } from 'node:net'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isLoopbackAddress, isPublicAddress } from '../../../src/merchant/banks/public-address.ts'

const local: readonly (readonly [what: string, ...addresses: string[]])[] = [
  ['unspecified', '0.0.0.0', '0.1.2.3', '::'],
  ['loopback', '127.0.0.1', '127.255.255.254', '::1'],
  ['private', '10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.0.1', '192.168.255.255'],
  ['link-local', '169.254.0.1', '169.254.169.254', 'fe80::1', 'febf::1', 'fe80::1%eth0', 'fe80::1%2'],
  ['unique-local', 'fc00::1', 'fd00:ec2::254', 'fdff::1'],
  ['site-local', 'fec0::1'],
  ['carrier-grade NAT', '100.64.0.1', '100.127.255.255'],
  ['multicast', '224.0.0.1', '239.255.255.255', 'ff02::1'],
  ['broadcast', '255.255.255.255'],
  ['reserved', '240.0.0.1', '192.0.0.1', '2001:1::1', '100::1', '4000::1', '8000::1', '1::1', '5f00::1'],
  ['documentation', '192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1'],
  ['benchmarks', '198.18.0.1', '198.19.255.255', '2001:2::1'],
  ['6to4', '192.88.99.1', '2002:7f00:1::', '2002:808:808::1'],
  ['Teredo', '2001::1', '2001:0:7f00:1::'],
  ['NAT64', '64:ff9b::7f00:1', '64:ff9b::10.0.0.5', '64:ff9b::8.8.8.8', '64:ff9b:1::1'],
  [
    'IPv4 inside of IPv6',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:10.0.0.5',
    '::ffff:0:127.0.0.1',
    '::ffff:0:8.8.8.8',
  ],
  ['IPv4 inside of IPv6, in its old form', '::127.0.0.1', '::7f00:1', '::10.0.0.5', '::8.8.8.8'],
  ['no address', '', 'localhost', '127.1', '2130706433', '0x7f.0.0.1', '0177.0.0.1', '8.8.8.8 ', '8.8.8.8/8'],
]

test.each(local)('%s is not public: %s', (_what, ...addresses) => {
  expect(addresses.filter(isPublicAddress)).toEqual([])
})

test('addresses of the public internet are public', () => {
  const outside = [
    '1.1.1.1',
    '8.8.8.8',
    '100.63.0.1',
    '100.128.0.1',
    '172.15.0.1',
    '172.32.0.1',
    '192.169.0.1',
  ]
  const sixes = ['2606:4700:4700::1111', '2a00:1450::1', '2003::1', '::ffff:8.8.8.8', '2001:4860:4860::8888']
  expect([...outside, ...sixes].filter((address) => !isPublicAddress(address))).toEqual([])
})

test('loopback is recognized in each of its forms, and nothing else is', () => {
  expect(
    ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'].filter((one) => !isLoopbackAddress(one)),
  ).toEqual([])
  expect(
    ['10.0.0.1', '8.8.8.8', '::2', '::', '0.0.0.0', 'localhost', '::1%lo'].filter(isLoopbackAddress),
  ).toEqual([])
})

test('an address gets the same result in every spelling', () => {
  const part = fc.oneof(fc.constantFrom(0x0808, 0x7f00, 1), fc.nat(0xffff))
  const six = fc.oneof(
    fc.constantFrom([0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0xffff], [0, 0, 0, 0, 0xffff, 0]),
    fc.array(part, { minLength: 6, maxLength: 6 }),
  )
  const parts = fc.tuple(six, part, part).map(([first, ...rest]) => [...first, ...rest])
  fc.assert(
    fc.property(parts, (numbers) => {
      const long = numbers.map((number) => number.toString(16).padStart(4, '0')).join(':')
      // Lookups write it shortened, and sometimes with an IPv4 address at the end.
      const { address } = new SocketAddress({ address: long, family: 'ipv6' })
      return isPublicAddress(address) === isPublicAddress(long)
    }),
  )
})
