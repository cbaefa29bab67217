import { expect, test } from 'vitest'
import { deadlineOf } from '../../../src/checkout/deadline.ts'

const now = Date.UTC(2026, 10, 20, 14, 0)
const inSeconds = (seconds: number) => new Date(now + seconds * 1_000).toISOString()

test.each([
  [3_600, { seconds: 3_600, step: 3_600 }],
  [601, { seconds: 601, step: 3_600 }],
  [600, { seconds: 600, step: 600 }],
  [299.4, { seconds: 300, step: 300 }],
  [60, { seconds: 60, step: 60 }],
  [0.2, { seconds: 1, step: 60 }],
  [0, { seconds: 0, step: 0 }],
  [-86_400, { seconds: 0, step: 0 }],
])('%d seconds before the end there are %o', (seconds, deadline) => {
  expect(deadlineOf(inSeconds(seconds), now).deadline).toEqual(deadline)
})

test('the next update is at the next whole second, so that no second is skipped or shown twice', () => {
  expect(deadlineOf(inSeconds(90.25), now).recheckMs).toBe(250)
  expect(deadlineOf(inSeconds(90), now).recheckMs).toBe(1_000)
})

test('there is no further update once the time is up', () => {
  expect(deadlineOf(inSeconds(0), now).recheckMs).toBeNull()
})

test('nothing is shown until the last hour begins', () => {
  expect(deadlineOf(inSeconds(7_200), now)).toEqual({ deadline: null, recheckMs: 3_600_000 })
})

test.each([null, '', 'soon', '2026-13-45'])('an expiry of %j counts as none', (text) => {
  expect(deadlineOf(text, now)).toEqual({ deadline: null, recheckMs: null })
})

test.each([900, -900])('without the server’s time there is no deadline, even %d seconds away', (seconds) => {
  expect(deadlineOf(inSeconds(seconds), null)).toEqual({ deadline: null, recheckMs: null })
})
