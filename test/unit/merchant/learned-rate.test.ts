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

/** A refusal of a call that knew of all earlier refusals. */
const refusal = (known: LearnedLimit, fields: Partial<Refusal> = {}): Refusal => ({
  knownEvent: known.event,
  at: start,
  retryAfterMs: null,
  perSecond: 10,
  ...fields,
})

const learnedFrom = (...fields: Partial<Refusal>[]) =>
  fields.reduce<LearnedLimit>((known, one) => learnFromRefusal(known, refusal(known, one)), noLearnedLimit)

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

  test('doubles also while the service says "now" and still refuses', () => {
    const at = start + second
    expect(pauseOf(learnedFrom({ retryAfterMs: 0 }, { retryAfterMs: 0, at }), at)).toBe(2 * second)
  })

  test('starts small again after a quiet minute', () => {
    const at = start + 3 * second + minute
    expect(pauseOf(learnedFrom({}, { at: start + second }, { at }), at)).toBe(second)
  })

  test('that the service asked for does not lengthen a later guess', () => {
    const at = start + 40 * second
    expect(pauseOf(learnedFrom({ retryAfterMs: 40 * second }, { at }), at)).toBe(second)
  })
})

describe('ten calls that are refused together', () => {
  const known = learnedFrom({ retryAfterMs: 10 * second })
  const late = (fields: Partial<Refusal> = {}) =>
    learnFromRefusal(known, refusal(known, { knownEvent: 0, ...fields }))

  test('count as one event: no longer pause, no lower rate, nothing to save', () => {
    expect(late()).toBe(known)
    expect(late({ retryAfterMs: 10 * second, at: start + 500 })).toBe(known)
  })

  test('pause for as long as the longest of them says', () => {
    expect(late({ retryAfterMs: 20 * second })).toEqual({ ...known, pausedUntil: start + 20 * second })
    expect(late({ retryAfterMs: 86_400_000 })).toEqual({ ...known, pausedUntil: start + 5 * minute })
  })

  test('start a new short pause when one is answered after the pause', () => {
    const at = start + 15 * second
    expect(late({ at })).toEqual({ ...known, pausedUntil: at + second })
  })
})

describe('the rate', () => {
  test('is not limited before the first refusal', () => {
    expect(perSecondAt(noLearnedLimit, start)).toBe(Number.POSITIVE_INFINITY)
  })

  test('is halved at each refusal, starting from what was sent', () => {
    expect(learnedFrom({ perSecond: 10 }).perSecond).toBe(5)
    expect(learnedFrom({ perSecond: 10 }, { perSecond: 10, at: start + second }).perSecond).toBe(2.5)
  })

  test('is halved from what was sent also when more was allowed', () => {
    expect(learnedFrom({ perSecond: 10 }, { perSecond: 2 }).perSecond).toBe(1)
  })

  test('doubles in three quiet minutes, counted from the end of the pause', () => {
    const known = learnedFrom({ perSecond: 10, retryAfterMs: 2 * minute })
    expect(perSecondAt(known, start)).toBe(5)
    expect(perSecondAt(known, start + 2 * minute)).toBe(5)
    expect(perSecondAt(known, start + 5 * minute)).toBe(10)
    expect(perSecondAt(known, start + 8 * minute)).toBe(20)
  })

  test('never falls so low that paid orders are no longer found', () => {
    expect(learnedFrom(...Array.from({ length: 50 }, () => ({ perSecond: 0.01 }))).perSecond).toBe(0.2)
  })
})

describe('the limit that another instance saved', () => {
  const known = learnedFrom({ retryAfterMs: 10 * second })

  test('counts when it is newer', () => {
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

test('whatever the service answers, the shop pauses five minutes at most and always may send something', () => {
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
      for (const { laterMs, ...fields } of all) {
        at += laterMs
        const before = known
        known = learnFromRefusal(known, { ...fields, at })
        expect(known.event).toBeGreaterThanOrEqual(before.event)
        expect(known.pausedUntil).toBeLessThanOrEqual(Math.max(before.pausedUntil, at + 5 * minute))
        expect(perSecondAt(known, at)).toBeGreaterThanOrEqual(0.2)
      }
    }),
  )
})
