import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { backOffMs } from '../../../src/checkout/back-off.ts'

const luck = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

describe('the delay before the next try', () => {
  test('doubles its range, up to twenty seconds', () => {
    const longest = [1, 2, 3, 4, 5, 6, 7, 50].map((failures) => backOffMs(failures, () => 1))
    expect(longest).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 20_000, 20_000, 20_000])
  })

  test('is random over the whole range, so that browsers do not retry at the same moment', () => {
    expect([0, 0.5, 1].map((random) => backOffMs(6, () => random))).toEqual([250, 10_125, 20_000])
  })

  test('is never shorter than Retry-After, and never zero', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_000 }), luck, fc.nat(100_000), (failures, random, asked) => {
        const wait = backOffMs(failures, () => random, asked)
        expect(wait).toBeGreaterThanOrEqual(Math.max(asked, 250))
        expect(wait).toBeLessThanOrEqual(Math.max(asked, 20_000))
      }),
    )
  })
})
