import type { Kind, Outcome } from 'payin-checkout/server'
import { describe, expect, test } from 'vitest'
import { kindOf } from '../../../src/merchant/kinds/kinds.ts'
import { compareStatus, merge } from '../../../src/merchant/order/rules/merge.ts'

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
])('%s counts as %s, %s or %s, depending on COMPLETE_ON', (status, completed, settled, authorized) => {
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
  // "Only when bankDepositStatus is SUCCESS": the transfer is reported as completed, but the deposit is not.
  ['on_ramp', 'COMPLETED', 'PENDING', 'authorized', 'authorized'],
  ['on_ramp', 'COMPLETED', null, 'authorized', 'authorized'],
  ['on_ramp', 'FAILED_INTENT', 'PENDING', 'failed', 'failed'],
  // The deposit is reported, but the consent failed: nobody may pay again, and nothing is shipped.
  ['on_ramp', 'FAILED_INTENT', 'SUCCESS', 'authorized', 'authorized'],
])('%s %s with deposit %s counts as %s, or as %s from AUTHORIZED', (kind, status, deposit, strict, early) => {
  const { outcomeOf } = kindOf(kind)
  expect(outcomeOf({ status, deposit }, 'open', 'COMPLETED')).toBe(strict)
  expect(outcomeOf({ status, deposit }, 'open', 'AUTHORIZED')).toBe(early)
})

describe('a fetched status', () => {
  const all: Outcome[] = ['open', 'authorized', 'complete', 'failed', 'expired']
  const statusOf: Record<Outcome, string> = {
    open: 'INITIATED',
    authorized: 'AUTHORIZED',
    complete: 'COMPLETED',
    failed: 'FAILED',
    expired: 'EXPIRED',
  }
  // previous outcome × fetched outcome: the new outcome, with "!" when an alert is raised
  const table: Record<Outcome, string[]> = {
    open: ['open', 'authorized', 'complete', 'failed', 'expired'],
    // An authorized payment stays authorized until it fails: a late read may show an earlier step.
    authorized: ['authorized', 'authorized', 'complete', 'failed', 'expired'],
    complete: ['complete', 'complete', 'complete', 'complete!', 'complete!'],
    failed: ['failed', 'authorized!', 'complete!', 'failed', 'failed!'],
    expired: ['expired', 'authorized!', 'complete!', 'expired!', 'expired'],
  }
  test.each(all.flatMap((was) => all.map((says, i) => [was, says, table[was][i]] as const)))(
    'that finds a session %s and says %s makes it %s',
    (was, says, becomes) => {
      const merged = merge(
        { kind: 'payin', status: statusOf[was], outcome: was },
        { status: statusOf[says] },
        'COMPLETED',
      )
      expect(merged.outcome + (merged.alert ? '!' : '')).toBe(becomes)
      expect(merged.status).toBe(statusOf[merged.outcome])
    },
  )
})

test.each<[Kind, Outcome, string, string | null, string]>([
  // kind, previous outcome, status, deposit: the new status and outcome, with "!" when an alert is raised
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
])(
  'a %s that is %s, after a read of %s with deposit %s, becomes %s',
  (kind, was, status, deposit, becomes) => {
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
  },
)

test.each<[Kind, string, string | null, string]>([
  // The euros have arrived; for the other kinds there is only a consent.
  ['on_ramp', 'PROCESSING', 'SUCCESS', 'late_complete'],
  ['payin', 'AUTHORIZED', null, 'late_promise'],
  ['payout', 'PROCESSING', null, 'late_promise'],
])('a %s that had failed, after %s with deposit %s, raises the alert %s', (kind, status, deposit, alert) => {
  const merged = merge({ kind, status: 'FAILED', outcome: 'failed' }, { status, deposit }, 'COMPLETED')
  expect([merged.outcome, merged.alert]).toEqual(['authorized', alert])
})

test.each<[string, string | null, boolean]>([
  ['COMPLETED', 'SUCCESS', true],
  ['COMPLETED', 'PENDING', false],
  ['FAILED_INTENT', 'PENDING', true],
  ['FAILED_INTENT', 'SUCCESS', false],
  ['PROCESSING', 'SUCCESS', false],
  ['PROCESSING', 'FAILED', true],
])('an on-ramp at %s with deposit %s is final: %s', (status, deposit, isLast) => {
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
  // A person has said that the promised money never came, or that the money was given back.
  ['AUTHORIZED', 'failed', 'AUTHORIZED', 'fetch'],
  ['AUTHORIZED', 'failed', 'INITIATED', 'old'],
  ['COMPLETED', 'failed', 'COMPLETED', 'old'],
  ['EXPIRED', 'expired', 'INITIATED', 'fetch'],
  ['THAWED', 'open', 'COMPLETED', 'fetch'],
])('for a session at %s (%s), a webhook with %s has the effect: %s', (status, outcome, received, weight) => {
  expect(compareStatus({ kind: 'payin', status, outcome }, received, true, 'COMPLETED')).toBe(weight)
})

test.each<[Kind, string, string | null, string]>([
  ['payout', 'CREATED', 'INITIATED', 'apply'],
  ['payout', 'INITIATED', 'PROCESSING', 'fetch'],
  // The status of an unsigned webhook is never taken over; at most it saves a call.
  ['bank_transfer', 'STARTED', 'STARTED', 'old'],
  ['bank_transfer', 'STARTED', 'INTENT', 'old'],
  ['bank_transfer', 'CREATED', 'STARTED', 'old'],
  ['bank_transfer', 'INTENT', 'STARTED', 'old'],
  ['bank_transfer', 'CREATED', 'AUTHORIZED', 'fetch'],
  ['bank_transfer', 'EXPIRED', 'STARTED', 'fetch'],
  ['bank_transfer', 'STARTED', 'AUTHORIZED', 'fetch'],
  ['bank_transfer', 'STARTED', 'FAILED_INTENT', 'fetch'],
  ['on_ramp', 'PROCESSING', null, 'fetch'],
])('for a %s at %s, a webhook with %s has the effect: %s', (kind, status, received, weight) => {
  const signed = kind === 'payout'
  expect(compareStatus({ kind, status, outcome: 'open' }, received, signed, 'COMPLETED')).toBe(weight)
})

test.each(['open', 'authorized'] as const)(
  'a disputed payment that is %s stays disputed after a read in which nobody has paid, and not after a later step',
  (outcome) => {
    const known = { kind: 'payin', status: 'DISPUTED', outcome } as const
    for (const status of ['CREATED', 'INITIATED'])
      expect(merge(known, { status }, 'COMPLETED')).toEqual({ status: 'DISPUTED', outcome, alert: null })
    expect(merge(known, { status: 'COMPLETED' }, 'COMPLETED').outcome).toBe('complete')
    expect(merge(known, { status: 'FAILED' }, 'COMPLETED').outcome).toBe('failed')
  },
)
