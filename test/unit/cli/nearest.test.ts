// Suggestions for misspelt words.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nearest } from '../../../src/cli/nearest.ts'

describe('the nearest word', () => {
  const words = ['payin.completed', 'payin.failed', 'clock', 'reset']
  it.each([
    ['payin.complete', 'payin.completed'],
    ['payin.compelted', 'payin.completed'],
    ['PAYIN.FAILED', 'payin.failed'],
    ['clcok', 'clock'],
    ['rest', 'reset'],
  ])('to %s is %s', (typed, meant) => {
    expect(nearest(typed, words)).toBe(meant)
  })

  it.each(['', 'x', 'refund', 'payin', 'a'.repeat(10_000)])('is none for %s', (typed) => {
    expect(nearest(typed, words)).toBeUndefined()
  })

  it('of a known word is the word itself', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, selector: (each) => each.toLowerCase() }),
        (all) => {
          for (const word of all) expect(nearest(word, all)).toBe(word)
        },
      ),
    )
  })
})
