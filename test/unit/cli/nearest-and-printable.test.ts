// Suggestions for misspelt words, and text that is safe for a terminal.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nearest } from '../../../src/cli/nearest.ts'
import { printable, printableJson, printableLines } from '../../../src/cli/printable.ts'

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

describe('untrusted text', () => {
  it('loses its control characters', () => {
    const nasty = '\u001b[2Jpaid\r\nA-1\u009b31m\u202eevil\u2066\u0000'
    expect(printable(nasty)).toBe('\ufffd[2Jpaid\ufffd\ufffdA-1\ufffd31m\ufffdevil\ufffd\ufffd')
  })

  it('is otherwise unchanged, in any language', () => {
    const text = 'Zoë, 株式会社, محل, 🛒 €49.90'
    expect(printable(text)).toBe(text)
  })
})

describe('what is written to a terminal', () => {
  const nasty = '\u001b]52;c;cGF5\u0007\u001b[2J\r\u007f\u009b31m\u061c\u200f\u202e\u2066\u2028'

  it('has no sequence, in text and in JSON', () => {
    for (const text of [printable(nasty), printableLines(nasty, true), printableJson({ nasty, [nasty]: 1 })])
      expect(text).not.toMatch(/[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/u)
  })

  it('keeps its line breaks, and its colours where there are any', () => {
    const red = '\u001b[31mred\u001b[39m\n\t1'
    expect([printableLines(red, true), printableLines(red, false)]).toEqual([red, 'red\n\t1'])
  })

  it('hides no text and does not blink', () => {
    for (const code of ['5', '6', '8', '28', '38;5;0'])
      expect(printableLines(`\u001b[${code}mtext`, true)).toBe(`\ufffd[${code}mtext`)
  })

  it('is the same value when it is JSON', () => {
    fc.assert(
      fc.property(fc.json(), fc.boolean(), (json, isIndented) => {
        const value = JSON.parse(json)
        expect(JSON.parse(printableJson(value, isIndented ? 2 : undefined))).toEqual(value)
      }),
    )
    expect(JSON.parse(printableJson({ nasty }))).toEqual({ nasty })
  })
})
