import type { Outcome } from 'payin-checkout/server'
import { describe, expect, test } from 'vitest'
import { merge, outcomeFor, weigh } from '../../../server-example/news/merge.ts'

test.each<[string, Outcome, Outcome, Outcome]>([
  // status, COMPLETE_ON=COMPLETED, =SETTLED, =AUTHORIZED
  ['CREATED', 'open', 'open', 'open'],
  ['INITIATED', 'open', 'open', 'open'],
  ['AUTHORIZED', 'authorized', 'authorized', 'complete'],
  ['SETTLED', 'authorized', 'complete', 'complete'],
  ['COMPLETED', 'complete', 'complete', 'complete'],
  ['FAILED', 'failed', 'failed', 'failed'],
  ['EXPIRED', 'expired', 'expired', 'expired'],
  ['DISPUTED', 'open', 'open', 'open'],
  ['constructor', 'open', 'open', 'open'],
])('%s counts as %s, %s or %s, as the merchant says', (status, completed, settled, authorized) => {
  expect(outcomeFor(status, 'open', 'COMPLETED')).toBe(completed)
  expect(outcomeFor(status, 'open', 'SETTLED')).toBe(settled)
  expect(outcomeFor(status, 'open', 'AUTHORIZED')).toBe(authorized)
})

describe('a fetched status', () => {
  const all: Outcome[] = ['open', 'authorized', 'complete', 'failed', 'expired']
  const word: Record<Outcome, string> = {
    open: 'INITIATED',
    authorized: 'AUTHORIZED',
    complete: 'COMPLETED',
    failed: 'FAILED',
    expired: 'EXPIRED',
  }
  // was × says: what it becomes, and "!" where a person is told
  const table: Record<Outcome, string[]> = {
    open: ['open', 'authorized', 'complete', 'failed', 'expired'],
    authorized: ['open', 'authorized', 'complete', 'failed', 'expired'],
    complete: ['complete!', 'complete!', 'complete', 'complete!', 'complete!'],
    failed: ['failed!', 'failed!', 'complete!', 'failed', 'failed!'],
    expired: ['expired!', 'expired!', 'complete!', 'expired!', 'expired'],
  }
  test.each(all.flatMap((was) => all.map((says, i) => [was, says, table[was][i]] as const)))(
    'of %s after %s makes %s',
    (was, says, becomes) => {
      const merged = merge({ status: word[was], outcome: was }, word[says], 'COMPLETED')
      expect(merged.outcome + (merged.alert ? '!' : '')).toBe(becomes)
      expect(merged.status).toBe(word[merged.outcome])
    },
  )
})

test.each<[string, Outcome, string, string]>([
  ['CREATED', 'open', 'INITIATED', 'word'],
  ['CREATED', 'open', 'AUTHORIZED', 'fetch'],
  ['CREATED', 'open', 'COMPLETED', 'fetch'],
  ['CREATED', 'open', 'FAILED', 'fetch'],
  ['CREATED', 'open', 'THAWED', 'fetch'],
  ['INITIATED', 'open', 'CREATED', 'old'],
  ['INITIATED', 'open', 'INITIATED', 'old'],
  ['AUTHORIZED', 'authorized', 'SETTLED', 'word'],
  ['AUTHORIZED', 'authorized', 'DISPUTED', 'fetch'],
  ['SETTLED', 'authorized', 'COMPLETED', 'fetch'],
  ['COMPLETED', 'complete', 'AUTHORIZED', 'old'],
  ['COMPLETED', 'complete', 'FAILED', 'fetch'],
  ['FAILED', 'failed', 'COMPLETED', 'fetch'],
  ['FAILED', 'failed', 'FAILED', 'old'],
  ['EXPIRED', 'expired', 'INITIATED', 'fetch'],
  ['THAWED', 'open', 'COMPLETED', 'fetch'],
])('at %s (%s) a webhook that says %s is: %s', (status, outcome, heard, weight) => {
  expect(weigh({ status, outcome }, heard, 'COMPLETED')).toBe(weight)
})
