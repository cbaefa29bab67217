import { describe, expect, test } from 'vitest'
import { parseLogoUrl } from '../../../src/merchant/banks/logo-url.ts'

const sandbox = 'http://localhost:4100'

describe('a logo’s address', () => {
  test.each([
    ['https://cdn.example/a.svg', true],
    ['https://cdn.example:443/a.svg', true],
    ['http://cdn.example/a.svg', false],
    ['http://localhost:4100/a.svg', true],
    ['http://127.0.0.1:4100/a.svg', true],
    ['http://[::1]:4100/a.svg', true],
    ['http://127.0.0.1:5432/', false],
    ['http://127.0.0.2:4100/', false],
    ['https://localhost/', false],
    ['javascript:alert(1)', false],
    ['file:///etc/passwd', false],
    ['https://user:pass@cdn.example/', false],
    [null, false],
  ])('%s is accepted beside a local sandbox: %s', (text, taken) => {
    expect(parseLogoUrl(text, sandbox) !== null).toBe(taken)
  })

  test('is never on this machine while the service is remote', () => {
    expect(parseLogoUrl('http://localhost:4100/a.svg', 'https://pay.example')).toBeNull()
  })

  test('may have a port only if the service itself has that port', () => {
    const service = 'https://pay.example:8443/v2'
    expect(parseLogoUrl('https://pay.example:8443/a.svg', service)).not.toBeNull()
    expect(parseLogoUrl('https://cdn.example:8443/a.svg', service)).toBeNull()
    expect(parseLogoUrl('https://pay.example:22/a.svg', service)).toBeNull()
    expect(parseLogoUrl('https://10.0.0.5:6443/', 'https://10.0.0.5:6443')).toBeNull()
  })

  test.each([
    'https://169.254.169.254/latest/meta-data/',
    'https://10.0.0.5:6443/',
    'https://10.0.0.5/',
    'https://100.100.100.200/',
    'https://0.0.0.0/',
    'https://127.1/',
    'https://0177.0.0.1/',
    'https://0x7f.1/',
    'https://2130706433/',
    'https://017700000001/',
    'https://%31%32%37.0.0.1/',
    'https://１２７.０.０.１/',
    'https://127。0。0。1/',
    'https://127.0.0.1./',
    'https://[::]/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[0:0:0:0:0:ffff:a9fe:a9fe]/',
    'https://[fe80::1]/',
    'https://[fe80::1%25eth0]/',
    'https://[fd00:ec2::254]/',
    'https://[64:ff9b::7f00:1]/',
    'https://localhost./',
    'https://LOCALHOST/',
    'https://shop.localhost/',
    'https://cdn.example./',
    'https://metadata/',
    'https://kubernetes/',
  ])('%s is refused before its name is looked up', (text) => {
    expect(parseLogoUrl(text, sandbox)).toBeNull()
    expect(parseLogoUrl(text, 'https://pay.example')).toBeNull()
  })

  test.each([
    ['a name longer than DNS allows', `https://${'b.'.repeat(130)}example/`],
    ['an address longer than 2048 characters', `https://cdn.example/${'a'.repeat(2_048)}`],
  ])('%s is refused', (_what, text) => {
    expect(parseLogoUrl(text, sandbox)).toBeNull()
  })

  test.each(['https://8.8.8.8/a.svg', 'https://[2606:4700::1111]/a.svg', 'https://bücher.example/a.svg'])(
    '%s is public and accepted',
    (text) => {
      expect(parseLogoUrl(text, sandbox)).not.toBeNull()
    },
  )
})
