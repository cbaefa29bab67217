// Logged text may come from anybody: it must neither reveal a secret nor block the server.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLog, errorFields } from '../../../src/merchant/log.ts'
import { growthOf, hostileShapes } from '../../support/growth.ts'

/** A text as the log shows it. */
function shown(text: string): string {
  let line = ''
  createLog((written) => {
    line = written
  })('event', { message: text })
  return (JSON.parse(line) as { message: string }).message
}

test.each(hostileShapes)('the time for a log line does not grow with its text: %s', (_, textOf) => {
  expect(growthOf(shown, textOf)).toBeLessThan(30)
})

/** Text of others: words, numbers, punctuation, and beginnings of secrets. */
const anyText = fc
  .array(
    fc.oneof(
      fc.lorem({ maxCount: 12 }),
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      fc.constantFrom(
        'test',
        'live_',
        'cs_',
        'DE89',
        'https:/',
        '4111 1111',
        'a@',
        '@',
        '"',
        ' ',
        '\n',
        '\0',
      ),
      fc.integer({ min: 1, max: 400 }).map((times) => 'x'.repeat(times)),
      fc.integer({ min: 1, max: 200 }).map((times) => 'lorem ipsum '.repeat(times)),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''))

const charactersOf = (alphabet: string) => (length: number) =>
  fc.array(fc.constantFrom(...alphabet), { minLength: length, maxLength: length }).map((all) => all.join(''))
const lower = charactersOf('bcdfghjkmnpqrstvwz')
const digits = charactersOf('0123456789')
const grouped = (text: string) => text.replace(/(.{4})(?=.)/g, '$1 ')

/** A secret, and its parts that must never be visible because somebody could use them. */
const secret = fc.oneof(
  lower(32).map((key) => ({ text: `test_${key}`, parts: [key] })),
  lower(32).map((key) => ({ text: `live_${key}`, parts: [key] })),
  lower(43).map((id) => ({ text: `cs_${id}`, parts: [id] })),
  lower(20).map((path) => ({ text: `https://pay.example/${path}?t=1`, parts: [path] })),
  lower(20).map((password) => ({ text: `postgres://user:${password}@db/shop`, parts: [password] })),
  lower(20).map((name) => ({ text: ` ${name}@shop.example `, parts: [name] })),
  digits(20).map((account) => ({ text: `DE${account}`, parts: [account] })),
  digits(20).map((account) => ({ text: ` ${grouped(`DE${account}`)} `, parts: [grouped(`DE${account}`)] })),
  digits(16).map((card) => ({ text: card, parts: [card] })),
  digits(16).map((card) => ({ text: ` ${grouped(card)} `, parts: [grouped(card)] })),
)

/** Whether eight consecutive characters of it are visible. */
function canBeRead(part: string, line: string): boolean {
  for (let at = 0; at + 8 <= part.length; at++) if (line.includes(part.slice(at, at + 8))) return true
  return false
}

test('no part of a secret is ever in the log line, wherever it stands in a text of any length', () => {
  fc.assert(
    fc.property(anyText, secret, anyText, (before, { text, parts }, after) => {
      const line = shown(before + text + after)
      expect(parts.filter((part) => canBeRead(part, line))).toEqual([])
    }),
    { numRuns: 3_000 },
  )
})

test('no part of a secret is shown where a long text is cut off', () => {
  const secrets = fc.sample(secret, { numRuns: 20, seed: 7 })
  for (const filling of ['lorem ipsum ', 'a '.repeat(6), 'user@shop.example ', '"'.repeat(8)]) {
    for (let position = 1_850; position < 2_010; position++) {
      const before = filling.repeat(200).slice(0, position)
      for (const { text, parts } of secrets) {
        const line = shown(`${before} ${text} and more ${'of it '.repeat(100)}`)
        expect(parts.filter((part) => canBeRead(part, line))).toEqual([])
      }
    }
  }
})

test('a long text without a space is logged only by its length', () => {
  expect(shown('k'.repeat(60_000))).toBe('[60000 characters left out]')
})

test('the length is logged for a long text without a space behind a short beginning', () => {
  expect(shown(`Error: ${'k'.repeat(60_000)}`)).toBe('Error: [60000 characters left out]')
})

test('a long harmless text shows its first 400 characters', () => {
  const text = 'lorem ipsum dolor '.repeat(1_000)
  expect(shown(text)).toBe(text.slice(0, 400))
})

test('the place of an error is logged, whatever its message says', () => {
  const error = new Error(`${'x'.repeat(60_000)}\n    at /src/forged.ts:1:1)`)
  error.stack = `Error: ${error.message}\n    at work (file:///shop/src/merchant/sync/apply.ts:12:3)`
  expect(errorFields(error)).toMatchObject({ at: expect.stringMatching(/^(forged\.ts:1|apply\.ts:12)$/) })
  error.message = 'short'
  error.stack = 'Error: short\n    at work (file:///shop/src/merchant/sync/apply.ts:12:3)'
  expect(errorFields(error)).toMatchObject({ at: 'apply.ts:12' })
})
