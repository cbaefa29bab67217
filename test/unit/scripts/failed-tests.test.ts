import { expect, test } from 'vitest'
import { failedInVitest, failedJourneys } from '../../../scripts/failed-tests.ts'

test('who reads only the end of a log learns which unit tests failed, and which file could not be run', () => {
  const passed = { fullName: 'money adds up', status: 'passed' }
  const failed = { fullName: 'money rounds', status: 'failed' }
  const testResults = [
    { name: '/shop/test/money.test.ts', status: 'failed', assertionResults: [passed, failed] },
    { name: '/shop/test/broken.test.ts', status: 'failed', assertionResults: [] },
    { name: '/shop/test/empty.test.ts', status: 'passed', assertionResults: [passed] },
  ]

  const told = failedInVitest({ testResults }, '/shop')

  expect(told).toEqual(['test/money.test.ts › money rounds', 'test/broken.test.ts › could not be run'])
})

test('who reads only the end of a log learns which journeys failed, also one that passed at a second try', () => {
  const spec = (title: string, status: string) => ({ title, file: 'pay.journey.ts', tests: [{ status }] })
  const inner = { title: 'in a frame', specs: [spec('pays', 'unexpected'), spec('waits', 'skipped')] }
  const file = { title: 'pay.journey.ts', specs: [spec('reloads', 'flaky'), spec('ends', 'expected')] }

  const told = failedJourneys({ suites: [{ ...file, suites: [inner] }] })

  expect(told).toEqual([
    'test/journeys/pay.journey.ts › reloads',
    'test/journeys/pay.journey.ts › in a frame › pays',
  ])
})
