import { describe, expect, it } from 'vitest'
import { readSince } from '../../../../src/cli/reconcile/run-reconcile.ts'

const now = Date.parse('2026-03-10T09:00:00Z')
const read = (text: string) => readSince(text, now).toISOString()

describe('--since', () => {
  it.each([
    ['24h', '2026-03-09T09:00:00.000Z'],
    ['2026-02-28', '2026-02-28T00:00:00.000Z'],
    ['2026-02-28T12:00:00Z', '2026-02-28T12:00:00.000Z'],
    ['2026-02-28T12:00:30+09:00', '2026-02-28T03:00:30.000Z'],
  ])('%s is the same moment on every computer', (text, moment) => {
    expect(read(text)).toBe(moment)
  })

  it.each([
    '2026-02-30',
    '2026-02-28T12:00',
    '2026-02-28T12:00:00',
    '2026-02-28T',
    '2026-13-01',
    'yesterday',
  ])('refuses %s: no such day, or a time that each computer reads in its own zone', (text) => {
    expect(() => read(text)).toThrow('or a date such as 2026-01-31 or 2026-01-31T12:00:00Z.')
  })
})
