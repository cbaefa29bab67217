import { expect, test } from 'vitest'
import { createRecentCalls } from '../../../src/merchant/service/recent-calls.ts'

test('a call at the given time finds room, and a moment earlier finds none', () => {
  const calls = createRecentCalls()
  for (let i = 0; i < 20; i++) calls.add(0)
  const waitMs = calls.msUntilFree(0, 1)
  expect(waitMs).toBeGreaterThan(7_000)
  expect(calls.msUntilFree(waitMs + 1, 1)).toBe(0)
  expect(calls.msUntilFree(waitMs - 10, 1)).toBeGreaterThan(0)
})

test('a steady rate is measured as that rate', () => {
  const calls = createRecentCalls()
  for (let second = 0; second < 60; second++) calls.add(second * 1_000)
  expect(calls.perSecondAt(60_000)).toBeGreaterThan(0.9)
  expect(calls.perSecondAt(60_000)).toBeLessThan(1.1)
})
