import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseRetryAfter } from '../../../src/protocol/retry-after.ts'

const now = Date.UTC(2026, 10, 20, 14, 45)

describe('Retry-After', () => {
  test.each([
    ['0', 0],
    ['7', 7_000],
    ['120', 120_000],
    ['Fri, 20 Nov 2026 14:45:30 GMT', 30_000],
    ['Fri, 20 Nov 2026 14:44:00 GMT', 0],
    [null, null],
    ['', null],
    ['soon', null],
    ['NaN', null],
    ['-5', null],
    ['1.5', null],
  ])('%j waits %s ms', (header, ms) => {
    expect(parseRetryAfter(header, now)).toBe(ms)
  })

  test('is a finite number of milliseconds or nothing', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.integer().map(String), fc.date().map(String)), (header) => {
        const ms = parseRetryAfter(header, now)
        if (ms !== null) expect(Number.isFinite(ms) && ms >= 0).toBe(true)
      }),
    )
  })
})
