import { describe, expect, test } from 'vitest'
import { parseLogoUrl } from '../../../server-example/banks/logos.ts'

describe('a logo’s address', () => {
  test.each([
    ['https://cdn.example/a.svg', true],
    ['http://cdn.example/a.svg', false],
    ['http://localhost:4100/a.svg', true],
    ['http://127.0.0.1:4100/a.svg', true],
    ['http://127.0.0.1:5432/', false],
    ['https://localhost/', false],
    ['javascript:alert(1)', false],
    ['file:///etc/passwd', false],
    ['https://user:pass@cdn.example/', false],
    [null, false],
  ])('%s with the sandbox on this machine: %s', (text, taken) => {
    expect(parseLogoUrl(text, 'http://localhost:4100') !== null).toBe(taken)
  })

  test('is never on this machine while the service is elsewhere', () => {
    expect(parseLogoUrl('http://localhost:4100/a.svg', 'https://pay.example')).toBeNull()
  })
})
