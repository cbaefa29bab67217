import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatDuration, parseDuration } from '../../../src/sandbox/duration.ts'

describe('a duration', () => {
  it.each([
    ['+24h', 86_400_000],
    ['90s', 90_000],
    ['+25 min', 1_500_000],
    ['1d', 86_400_000],
    ['1h30m', 5_400_000],
    ['1 day 2 hours', 93_600_000],
    ['2 D', 172_800_000],
    ['0s', 0],
    ['1.5h', 5_400_000],
    ['1.001s', 1_001],
    ['250ms', 250],
    ['  10s ', 10_000],
  ])('of %j is %d milliseconds', (text, ms) => {
    expect(parseDuration(text)).toBe(ms)
  })

  it.each([
    ['', 'nothing'],
    ['+', 'nothing'],
    ['10', 'no unit'],
    ['h', 'no number'],
    ['-1h', 'backwards'],
    ['++1h', 'two signs'],
    ['1h1h', 'a unit twice'],
    ['30m1h', 'the shorter unit first'],
    ['1h30', 'a number without its unit'],
    ['1,5h', 'a comma'],
    ['1e3s', 'an exponent'],
    ['.5h', 'a number that begins with its point'],
    ['0.5ms', 'less than a millisecond'],
    ['5 parsec', 'no unit of time'],
    ['1month', 'no unit of one length'],
    ['99999999999999d', 'more than a number holds'],
    ['1h toString', 'a word of JavaScript'],
    ['１h', 'other digits'],
  ])('is not %j: %s', (text) => {
    expect(parseDuration(text)).toBeUndefined()
  })

  it('is parsed to the same value after it was printed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 400 * 86_400_000 }), (ms) => {
        expect(parseDuration(formatDuration(ms))).toBe(ms)
        expect(parseDuration(`+${formatDuration(ms).replaceAll(' ', '')}`)).toBe(ms)
      }),
    )
  })

  it('is parsed from any text without an exception, as a whole number or not at all', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.stringMatching(/^\+?([0-9.]{1,20} ?(d|h|min|m|s|ms|x)){1,4}$/)),
        (text) => {
          const ms = parseDuration(text)
          expect(ms === undefined || (Number.isSafeInteger(ms) && ms >= 0)).toBe(true)
        },
      ),
    )
  })
})
