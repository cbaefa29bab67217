import { expect, test } from 'vitest'
import { failedInVitest, journeysThatAre, unhandledInVitest } from '../../../scripts/failed-tests.ts'

test('the end of a log names failed unit tests, and files that failed outside their tests', () => {
  const passed = { fullName: 'money adds up', status: 'passed' }
  const failed = { fullName: 'money rounds', status: 'failed' }
  const testResults = [
    { name: '/shop/test/money.test.ts', status: 'failed', assertionResults: [passed, failed] },
    { name: '/shop/test/broken.test.ts', status: 'failed', message: 'no such file', assertionResults: [] },
    { name: '/shop/test/empty.test.ts', status: 'passed', assertionResults: [passed] },
  ]

  const failures = failedInVitest({ testResults }, '/shop')

  expect(failures).toEqual([
    'test/money.test.ts › money rounds',
    'test/broken.test.ts › failed outside its tests\n    no such file',
  ])
})

test('the end of a log names errors outside the tests', () => {
  const stack = 'Error: connection lost\n    at query (/shop/src/db.ts:1:1)'
  const during = { VITEST_TEST_PATH: '/shop/test/money.test.ts', VITEST_TEST_NAME: 'money rounds' }

  const failures = unhandledInVitest([{ stack, ...during }, { message: 'worker exited' }], '/shop')

  expect(failures).toEqual([
    [
      'an error outside the tests, while this ran: test/money.test.ts › money rounds',
      '    Error: connection lost',
      '        at query (/shop/src/db.ts:1:1)',
    ].join('\n'),
    'an error outside the tests, while this ran: no test\n    worker exited',
  ])
})

test('the end of a log names failed journeys, and apart from them those that passed at the second try', () => {
  const spec = (title: string, status: string) => ({ title, file: 'pay.journey.ts', tests: [{ status }] })
  const inner = { title: 'in a frame', specs: [spec('pays', 'unexpected'), spec('waits', 'skipped')] }
  const file = { title: 'pay.journey.ts', specs: [spec('reloads', 'flaky'), spec('ends', 'expected')] }
  const report = { suites: [{ ...file, suites: [inner] }] }

  expect(journeysThatAre('unexpected', report)).toEqual(['test/journeys/pay.journey.ts › in a frame › pays'])
  expect(journeysThatAre('flaky', report)).toEqual(['test/journeys/pay.journey.ts › reloads'])
})

test('the end of a log gives the reason of a failure, in a few lines without colours', () => {
  const failureMessages = [
    `\u001b[31mError: deadlock detected\u001b[39m\n\n${'    at somewhere\n'.repeat(40)}`,
  ]
  const failed = { fullName: 'money rounds', status: 'failed', failureMessages }
  const results = [{ errors: [{ message: '\u001b[2mexpected\u001b[22m Paid' }] }]
  const spec = { title: 'pays', file: 'pay.journey.ts', tests: [{ status: 'unexpected', results }] }

  const [unit = ''] = failedInVitest(
    { testResults: [{ name: '/shop/money.test.ts', status: 'failed', assertionResults: [failed] }] },
    '/shop',
  )

  expect(unit.split('\n').slice(0, 3)).toEqual([
    'money.test.ts › money rounds',
    '    Error: deadlock detected',
    '        at somewhere',
  ])
  expect(unit.split('\n')).toHaveLength(13)
  expect(journeysThatAre('unexpected', { suites: [{ title: 'pay.journey.ts', specs: [spec] }] })).toEqual([
    'test/journeys/pay.journey.ts › pays\n    expected Paid',
  ])
})

test('the end of a log gives every error of a journey, because the first may only say that the time was up', () => {
  const errors = [{ message: 'Test timeout exceeded.' }, { message: 'waiting for the button Pay' }]
  const spec = {
    title: 'pays',
    file: 'pay.journey.ts',
    tests: [{ status: 'unexpected', results: [{ errors }] }],
  }
  const unnamed = { title: '', specs: [spec] }

  const failures = journeysThatAre('unexpected', { suites: [{ title: 'pay.journey.ts', suites: [unnamed] }] })

  expect(failures).toEqual([
    'test/journeys/pay.journey.ts › pays\n    Test timeout exceeded.\n    waiting for the button Pay',
  ])
})
