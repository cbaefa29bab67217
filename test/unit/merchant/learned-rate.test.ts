import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type LearnedLimit,
  learnFromRefusal,
  newerOf,
  noLearnedLimit,
  perSecondAt,
  type Refusal,
} from '../../../src/merchant/service/learned-rate.ts'

const start = Date.parse('2026-11-20T12:00:00Z')
const second = 1_000
const minute = 60 * second

/** A refusal of a call that was sent in knowledge of everything. */
const refusal = (known: LearnedLimit, told: Partial<Refusal> = {}): Refusal => ({
  knownEvent: known.event,
  at: start,
  retryAfterMs: null,
  perSecond: 10,
  ...told,
})

const learnedFrom = (...told: Partial<Refusal>[]) =>
  told.reduce<LearnedLimit>((known, one) => learnFromRefusal(known, refusal(known, one)), noLearnedLimit)

const pauseOf = ({ pausedUntil }: LearnedLimit, at = start) => pausedUntil - at

describe('the pause', () => {
  test.each([
    ['what the service asks for', 30 * second, 30 * second],
    ['a second when it names no time', null, second],
    ['a second when it says "now"', 0, second],
    [
      'five minutes when it says a day, so that one wrong header does not close the shop',
      86_400_000,
      5 * minute,
    ],
  ])('is %s', (_, retryAfterMs, pauseMs) => {
    expect(pauseOf(learnedFrom({ retryAfterMs }))).toBe(pauseMs)
  })

  test('doubles while the service refuses without naming a time, up to a minute', () => {
    let known = noLearnedLimit
    const pauses = Array.from({ length: 8 }, () => {
      const at = Math.max(start, known.pausedUntil)
      known = learnFromRefusal(known, refusal(known, { at }))
      return pauseOf(known, at) / second
    })
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
  })

  test('doubles too while the service says "now" and refuses', () => {
    const at = start + second
    expect(pauseOf(learnedFrom({ retryAfterMs: 0 }, { retryAfterMs: 0, at }), at)).toBe(2 * second)
  })

  test('begins small again after a quiet minute', () => {
    const at = start + 3 * second + minute
    expect(pauseOf(learnedFrom({}, { at: start + second }, { at }), at)).toBe(second)
  })

  test('that the service asked for does not make a later guess longer', () => {
    const at = start + 40 * second
    expect(pauseOf(learnedFrom({ retryAfterMs: 40 * second }, { at }), at)).toBe(second)
  })
})

describe('ten calls that are refused together', () => {
  const known = learnedFrom({ retryAfterMs: 10 * second })
  const late = (told: Partial<Refusal> = {}) =>
    learnFromRefusal(known, refusal(known, { knownEvent: 0, ...told }))

  test('are one event: no longer pause, no lower rate, nothing to write', () => {
    expect(late()).toBe(known)
    expect(late({ retryAfterMs: 10 * second, at: start + 500 })).toBe(known)
  })

  test('make the pause as long as the longest of them says', () => {
    expect(late({ retryAfterMs: 20 * second })).toEqual({ ...known, pausedUntil: start + 20 * second })
    expect(late({ retryAfterMs: 86_400_000 })).toEqual({ ...known, pausedUntil: start + 5 * minute })
  })

  test('of which one is answered after the pause bring a new short one', () => {
    const at = start + 15 * second
    expect(late({ at })).toEqual({ ...known, pausedUntil: at + second })
  })
})

describe('the rate', () => {
  test('is not limited before the first refusal ever', () => {
    expect(perSecondAt(noLearnedLimit, start)).toBe(Number.POSITIVE_INFINITY)
  })

  test('becomes half of what was sent, and half of that at the next refusal', () => {
    expect(learnedFrom({ perSecond: 10 }).perSecond).toBe(5)
    expect(learnedFrom({ perSecond: 10 }, { perSecond: 10, at: start + second }).perSecond).toBe(2.5)
  })

  test('becomes half of what was sent also when more was allowed', () => {
    expect(learnedFrom({ perSecond: 10 }, { perSecond: 2 }).perSecond).toBe(1)
  })

  test('doubles in three quiet minutes, counted from the end of the pause', () => {
    const known = learnedFrom({ perSecond: 10, retryAfterMs: 2 * minute })
    expect(perSecondAt(known, start)).toBe(5)
    expect(perSecondAt(known, start + 2 * minute)).toBe(5)
    expect(perSecondAt(known, start + 5 * minute)).toBe(10)
    expect(perSecondAt(known, start + 8 * minute)).toBe(20)
  })

  test('never falls so low that paid orders are not found any more', () => {
    expect(learnedFrom(...Array.from({ length: 50 }, () => ({ perSecond: 0.01 }))).perSecond).toBe(0.2)
  })
})

describe('what another instance wrote', () => {
  const known = learnedFrom({ retryAfterMs: 10 * second })

  test('counts when it is later', () => {
    const later = { ...known, event: 2, pausedUntil: start + second, perSecond: 1 }
    expect(newerOf(known, later)).toEqual(later)
  })

  test('of the same event never shortens the pause', () => {
    const shorter = { ...known, pausedUntil: start + second, perSecond: 1 }
    expect(newerOf(known, shorter)).toEqual({ ...known, perSecond: 1 })
  })

  test('is ignored when it is older', () => {
    expect(newerOf(known, { ...noLearnedLimit, pausedUntil: start + minute })).toBe(known)
  })
})

test('whatever the service answers, the shop is open again after five minutes, and something is always allowed', () => {
  const answers = fc.array(
    fc.record({
      knownEvent: fc.nat(20),
      laterMs: fc.nat(10 * minute),
      retryAfterMs: fc.option(fc.nat(10 ** 9)),
      perSecond: fc.double({ min: 0, max: 1e6, noNaN: true }),
    }),
  )
  fc.assert(
    fc.property(answers, (all) => {
      let at = start
      let known = noLearnedLimit
      for (const { laterMs, ...told } of all) {
        at += laterMs
        const before = known
        known = learnFromRefusal(known, { ...told, at })
        expect(known.event).toBeGreaterThanOrEqual(before.event)
        expect(known.pausedUntil).toBeLessThanOrEqual(Math.max(before.pausedUntil, at + 5 * minute))
        expect(perSecondAt(known, at)).toBeGreaterThanOrEqual(0.2)
      }
    }),
  )
})
