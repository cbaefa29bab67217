import type { Kind, Outcome } from 'payin-checkout/server'
import { describe, expect, test } from 'vitest'
import { kindOf } from '../../../src/merchant/kinds/kinds.ts'
import { compareStatus, merge } from '../../../src/merchant/sync/merge.ts'

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
  const { outcomeOf } = kindOf('payin')
  expect(outcomeOf({ status }, 'open', 'COMPLETED')).toBe(completed)
  expect(outcomeOf({ status }, 'open', 'SETTLED')).toBe(settled)
  expect(outcomeOf({ status }, 'open', 'AUTHORIZED')).toBe(authorized)
})

test.each<[Kind, string, string | null, Outcome, Outcome]>([
  // kind, status, deposit, COMPLETE_ON=COMPLETED, =AUTHORIZED
  ['payout', 'PROCESSING', null, 'authorized', 'authorized'],
  ['payout', 'COMPLETED', null, 'complete', 'complete'],
  ['bank_transfer', 'STARTED', null, 'open', 'open'],
  ['bank_transfer', 'AUTHORIZED', null, 'complete', 'complete'],
  ['bank_transfer', 'FAILED_INTENT', null, 'failed', 'failed'],
  ['on_ramp', 'PROCESSING', 'PENDING', 'open', 'open'],
  ['on_ramp', 'PROCESSING', 'SUCCESS', 'authorized', 'complete'],
  ['on_ramp', 'PROCESSING', 'FAILED', 'failed', 'failed'],
  ['on_ramp', 'COMPLETED', 'SUCCESS', 'complete', 'complete'],
  // "Only when bankDepositStatus is SUCCESS": the crypto is said to be here, the money is not.
  ['on_ramp', 'COMPLETED', 'PENDING', 'authorized', 'authorized'],
  ['on_ramp', 'COMPLETED', null, 'authorized', 'authorized'],
  ['on_ramp', 'FAILED_INTENT', 'PENDING', 'failed', 'failed'],
  // The money is said to be here, the bank's consent is not: nobody may pay again, and nobody ships.
  ['on_ramp', 'FAILED_INTENT', 'SUCCESS', 'authorized', 'authorized'],
])('%s %s with deposit %s counts as %s, or as %s from AUTHORIZED', (kind, status, deposit, strict, early) => {
  const { outcomeOf } = kindOf(kind)
  expect(outcomeOf({ status, deposit }, 'open', 'COMPLETED')).toBe(strict)
  expect(outcomeOf({ status, deposit }, 'open', 'AUTHORIZED')).toBe(early)
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
    // A promise is kept until it is broken, and a lagging read tells a step of the past.
    authorized: ['authorized', 'authorized', 'complete', 'failed', 'expired'],
    complete: ['complete', 'complete', 'complete', 'complete!', 'complete!'],
    failed: ['failed', 'authorized!', 'complete!', 'failed', 'failed!'],
    expired: ['expired', 'authorized!', 'complete!', 'expired!', 'expired'],
  }
  test.each(all.flatMap((was) => all.map((says, i) => [was, says, table[was][i]] as const)))(
    'of %s after %s makes %s',
    (was, says, becomes) => {
      const merged = merge(
        { kind: 'payin', status: word[was], outcome: was },
        { status: word[says] },
        'COMPLETED',
      )
      expect(merged.outcome + (merged.alert ? '!' : '')).toBe(becomes)
      expect(merged.status).toBe(word[merged.outcome])
    },
  )
})

test.each<[Kind, Outcome, string, string | null, string]>([
  // kind, was, status, deposit: what it becomes, and "!" where a person is told
  ['bank_transfer', 'expired', 'STARTED', null, 'EXPIRED expired'],
  ['bank_transfer', 'expired', 'FAILED_INTENT', null, 'EXPIRED expired'],
  ['bank_transfer', 'expired', 'AUTHORIZED', null, 'AUTHORIZED complete!'],
  ['bank_transfer', 'failed', 'STARTED', null, 'FAILED_INTENT failed'],
  ['bank_transfer', 'failed', 'AUTHORIZED', null, 'AUTHORIZED complete!'],
  ['bank_transfer', 'complete', 'FAILED_INTENT', null, 'AUTHORIZED complete!'],
  ['on_ramp', 'expired', 'PROCESSING', 'PENDING', 'EXPIRED expired'],
  ['on_ramp', 'expired', 'PROCESSING', 'SUCCESS', 'PROCESSING authorized!'],
  ['on_ramp', 'failed', 'PROCESSING', 'SUCCESS', 'PROCESSING authorized!'],
  ['on_ramp', 'failed', 'STARTED', 'PENDING', 'FAILED_INTENT failed'],
  ['on_ramp', 'complete', 'PROCESSING', 'SUCCESS', 'COMPLETED complete'],
  ['on_ramp', 'complete', 'FAILED_INTENT', 'SUCCESS', 'COMPLETED complete!'],
  ['on_ramp', 'authorized', 'PROCESSING', 'PENDING', 'PROCESSING authorized'],
  ['payout', 'expired', 'PROCESSING', null, 'PROCESSING authorized!'],
  ['payout', 'authorized', 'INITIATED', null, 'PROCESSING authorized'],
  ['payin', 'authorized', 'ON_HOLD', null, 'ON_HOLD authorized'],
  ['payin', 'complete', 'DISPUTED', null, 'DISPUTED complete!'],
  ['payin', 'complete', 'ON_HOLD', null, 'ON_HOLD complete'],
])('a %s that has %s, of which %s and %s is fetched, is then %s', (kind, was, status, deposit, becomes) => {
  const ends = {
    failed: 'FAILED_INTENT',
    expired: 'EXPIRED',
    complete: 'COMPLETED',
    open: '',
    authorized: kind === 'payin' ? 'AUTHORIZED' : 'PROCESSING',
  }
  const known = kind === 'bank_transfer' && was === 'complete' ? 'AUTHORIZED' : ends[was]
  const merged = merge({ kind, status: known, outcome: was }, { status, deposit }, 'COMPLETED')
  expect(`${merged.status} ${merged.outcome}${merged.alert ? '!' : ''}`).toBe(becomes)
})

test.each<[Kind, string, string | null, string]>([
  // The euros are here; of the others, somebody has only consented.
  ['on_ramp', 'PROCESSING', 'SUCCESS', 'late_complete'],
  ['payin', 'AUTHORIZED', null, 'late_promise'],
  ['payout', 'PROCESSING', null, 'late_promise'],
])(
  'of a %s that had failed, a person is told what %s with deposit %s is: %s',
  (kind, status, deposit, alert) => {
    const merged = merge({ kind, status: 'FAILED', outcome: 'failed' }, { status, deposit }, 'COMPLETED')
    expect([merged.outcome, merged.alert]).toEqual(['authorized', alert])
  },
)

test.each<[string, string | null, boolean]>([
  ['COMPLETED', 'SUCCESS', true],
  ['COMPLETED', 'PENDING', false],
  ['FAILED_INTENT', 'PENDING', true],
  ['FAILED_INTENT', 'SUCCESS', false],
  ['PROCESSING', 'SUCCESS', false],
  ['PROCESSING', 'FAILED', true],
])('an on-ramp at %s with deposit %s is the service’s last word: %s', (status, deposit, isLast) => {
  expect(kindOf('on_ramp').isFinalAtService({ status, deposit })).toBe(isLast)
})

test.each<[string, Outcome, string, string]>([
  ['CREATED', 'open', 'INITIATED', 'apply'],
  ['CREATED', 'open', 'AUTHORIZED', 'fetch'],
  ['CREATED', 'open', 'COMPLETED', 'fetch'],
  ['CREATED', 'open', 'FAILED', 'fetch'],
  ['CREATED', 'open', 'THAWED', 'fetch'],
  ['INITIATED', 'open', 'CREATED', 'old'],
  ['INITIATED', 'open', 'INITIATED', 'old'],
  ['AUTHORIZED', 'authorized', 'SETTLED', 'apply'],
  ['AUTHORIZED', 'authorized', 'DISPUTED', 'fetch'],
  ['SETTLED', 'authorized', 'COMPLETED', 'fetch'],
  ['COMPLETED', 'complete', 'AUTHORIZED', 'old'],
  ['COMPLETED', 'complete', 'FAILED', 'fetch'],
  ['FAILED', 'failed', 'COMPLETED', 'fetch'],
  ['FAILED', 'failed', 'FAILED', 'old'],
  ['EXPIRED', 'expired', 'INITIATED', 'fetch'],
  ['THAWED', 'open', 'COMPLETED', 'fetch'],
])('at %s (%s) a webhook that says %s is: %s', (status, outcome, heard, weight) => {
  expect(compareStatus({ kind: 'payin', status, outcome }, heard, true, 'COMPLETED')).toBe(weight)
})

test.each<[Kind, string, string | null, string]>([
  ['payout', 'CREATED', 'INITIATED', 'apply'],
  ['payout', 'INITIATED', 'PROCESSING', 'fetch'],
  // Unsigned words are never taken over; the most that one does is to save a call.
  ['bank_transfer', 'STARTED', 'STARTED', 'old'],
  ['bank_transfer', 'STARTED', 'INTENT', 'old'],
  ['bank_transfer', 'CREATED', 'STARTED', 'old'],
  ['bank_transfer', 'INTENT', 'STARTED', 'old'],
  ['bank_transfer', 'CREATED', 'AUTHORIZED', 'fetch'],
  ['bank_transfer', 'EXPIRED', 'STARTED', 'fetch'],
  ['bank_transfer', 'STARTED', 'AUTHORIZED', 'fetch'],
  ['bank_transfer', 'STARTED', 'FAILED_INTENT', 'fetch'],
  ['on_ramp', 'PROCESSING', null, 'fetch'],
])('of a %s at %s a webhook that says %s is: %s', (kind, status, heard, weight) => {
  const signed = kind === 'payout'
  expect(compareStatus({ kind, status, outcome: 'open' }, heard, signed, 'COMPLETED')).toBe(weight)
})
