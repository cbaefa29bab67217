import { expect, test } from 'vitest'
import { slowestFiles, timeText } from '../../../scripts/test-times.ts'

test('the slowest files come first, named from the folder of the project', () => {
  const file = (name: string, startTime: number, endTime: number) => ({
    name,
    startTime,
    endTime,
    status: 'passed',
    assertionResults: [],
  })
  const report = {
    testResults: [file('/p/a.test.ts', 0, 500), file('/p/b.test.ts', 0, 1_500), file('/p/c.test.ts', 0, 1)],
  }
  expect(slowestFiles(report, '/p', 2)).toEqual([
    { title: 'b.test.ts', seconds: 1.5 },
    { title: 'a.test.ts', seconds: 0.5 },
  ])
})

test.each([
  [0.04, '0.0 s'],
  [59.94, '59.9 s'],
  [60, '1 min 00 s'],
  [245.4, '4 min 05 s'],
])('%s seconds are written as %s', (seconds, text) => {
  expect(timeText(seconds)).toBe(text)
})
