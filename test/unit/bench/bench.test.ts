import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { keeps, type Row } from '../../bench/benchmark.ts'
import { withTable } from '../../bench/document.ts'
import { firstDifference } from '../../bench/first-difference.ts'
import { median, medianRatio } from '../../bench/statistics.ts'
import { toMarkdown, toText } from '../../bench/table.ts'
import { startChild } from '../../support/child.ts'

const main = fileURLToPath(new URL('../../bench/main.ts', import.meta.url))

test.each([
  [[3, 1, 2], 2],
  [[4, 1, 3, 2], 2.5],
  [[7], 7],
])('the median of %j is %d, whatever the order', (samples, middle) => {
  expect(median(samples)).toBe(middle)
})

test('a ratio is computed for each round, so one slow round does not change it', () => {
  expect(medianRatio([80, 40, 81], [100, 50, 100])).toBe(0.8)
  expect(() => medianRatio([1], [1, 2])).toThrow('both sides')
  expect(() => medianRatio([], [])).toThrow('no samples')
})

test('a figure equal to its budget keeps it, and a figure without a budget has no verdict', () => {
  expect(keeps({ ratio: 0.8, budget: { atLeast: 0.8 } })).toBe(true)
  expect(keeps({ ratio: 0.799, budget: { atLeast: 0.8 } })).toBe(false)
  expect(keeps({ ratio: 1.6, budget: { atMost: 1.5 } })).toBe(false)
  expect(keeps({ ratio: 9, budget: null })).toBeNull()
})

test('two screens are the same, or the first different line is reported', () => {
  expect(firstDifference('button\n  "Pay"', 'button\n  "Pay"')).toBeNull()
  expect(firstDifference('button\n  "Pay"\np', 'button\n  "Buy"\nb')).toBe(
    'line 2, ours has "Pay", theirs "Buy"',
  )
  expect(firstDifference('button', 'button\np')).toBe('line 2, ours has nothing more, theirs p')
})

test('the table has the same contents in a terminal and in a document', () => {
  const budget = { atLeast: 0.8 }
  const row: Row = { benchmark: 'reads | a second', ours: '796', comparedWith: 'bare', ratio: 0.796, budget }
  expect(toText([row]).split('\n')[2]).toMatch(/^reads \| a second +796 +bare +0\.796 +≥ 0\.8 +NO$/)
  expect(toMarkdown([row], 'Here.')).toContain(
    '| reads \\| a second | 796 | bare | 0.796 | ≥ 0.8 | NO |\n\nHere.',
  )
})

test('a new table replaces the old one, and the rest of the document does not change', () => {
  const document = readFileSync(new URL('../../../docs/internals/benchmarks.md', import.meta.url), 'utf8')
  const [before = '', after = ''] = [
    document.split('<!-- table')[0],
    document.split('<!-- end of table -->')[1],
  ]

  const written = withTable(document, '| the new one |')

  expect(written.startsWith(before) && written.endsWith(after)).toBe(true)
  expect(written).toContain('\n\n| the new one |\n\n')
  expect(written).not.toContain('| reads of a session')
  expect(withTable(written, '| the new one |')).toBe(written)
  expect(() => withTable('No place.', '')).toThrow('no place for the table')
})

// The other benchmarks need more servers or a browser, and take too long for every run.
test('the bench runs with a minimal load, and prints a row for each measure', async () => {
  const tiny = ['--only=session-reads', '--rounds=1', '--round-ms=50']
  const bench = startChild(process.execPath, ['--import', 'tsx', main, ...tiny])
  const { code } = await bench.ended
  const said = bench.output()
  expect([code, said]).toEqual([0, expect.stringContaining('reads of a session that is new to it, a second')])
  expect(said.match(/ {2}bare Hono, /g)).toHaveLength(4)
}, 120_000)
