import { beforeEach, expect, test, vi } from 'vitest'
import { type Counted, TestRun } from '../../../scripts/test-run.ts'

const node = (title: string, code: string, counted?: () => Counted) => ({
  title,
  command: process.execPath,
  args: ['-e', code],
  ...(counted && { count: counted }),
})
const counts = (counted: Partial<Counted>) => () => ({
  passed: 0,
  failed: 0,
  skipped: 0,
  failures: [],
  ...counted,
})

let printed: string[]
beforeEach(() => {
  printed = []
  vi.spyOn(console, 'log').mockImplementation((text) => void printed.push(text))
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

test('a program without a report counts as one test', async () => {
  const run = new TestRun()
  await run.run(node('types', ''), true)
  await run.run(node('lint', 'process.exit(2)'), true)
  expect(run).toMatchObject({ passed: 1, failed: 1, failures: ['lint'] })
  expect(run.took.map(({ title }) => title)).toEqual(['types', 'lint'])
})

test('the counts of reports are added', async () => {
  const run = new TestRun()
  await run.run(node('units', '', counts({ passed: 3, skipped: 1 })), true)
  const counted = { passed: 5, failed: 1, failures: ['a › b'], unsteady: ['c › d'] }
  await run.run(node('journeys', 'process.exit(1)', counts(counted)), true)
  expect(run).toMatchObject({
    passed: 8,
    failed: 1,
    skipped: 1,
    failures: ['a › b'],
    unsteady: ['c › d'],
  })
})

test.each([
  [
    'exits with 1 and no failed test',
    'process.exit(1)',
    counts({ passed: 3 }),
    'the runner failed, and no test of it',
  ],
  ['is killed', 'process.kill(process.pid)', counts({ passed: 3 }), 'the runner failed, and no test of it'],
  ['runs no test', '', counts({}), 'no test ran'],
  [
    'leaves no report',
    'process.exit(1)',
    () => {
      throw new Error('no such file')
    },
    'the runner failed, and no test of it',
  ],
])('a runner that %s counts as a failure', async (_, code, counted, reason) => {
  const run = new TestRun()
  await run.run(node('units', code, counted), true)
  expect(run).toMatchObject({ failed: 1, failures: [`units: ${reason}`] })
})

test('the output of a part that runs beside others is printed in one piece', async () => {
  const run = new TestRun()
  const slow = node('slow', "console.log('1'); setTimeout(() => console.error('2'), 200)")
  await Promise.all([run.run(slow, true), run.run(node('quick', "console.log('3')"), true)])
  const pieces = printed.filter((text) => text.startsWith('\n'))
  expect(pieces.sort()).toEqual(['\n── quick\n3', '\n── slow\n1\n2'])
})
