import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Kind, kinds } from '../../../src/protocol/kind.ts'
import { isFinal, isOutcome, type Outcome, outcomeOf, outcomes } from '../../../src/protocol/outcome.ts'

/** docs/protocol.md#the-merchant-protocol, each row written out: a wrong outcome would cost money. */
const rows: [Kind, string, Outcome][] = [
  ['payin', 'CREATED', 'open'],
  ['payin', 'INITIATED', 'open'],
  ['payin', 'AUTHORIZED', 'authorized'],
  ['payin', 'SETTLED', 'authorized'],
  ['payin', 'COMPLETED', 'complete'],
  ['payin', 'FAILED', 'failed'],
  ['payin', 'EXPIRED', 'expired'],
  ['payout', 'CREATED', 'open'],
  ['payout', 'INITIATED', 'open'],
  ['payout', 'PROCESSING', 'authorized'],
  ['payout', 'COMPLETED', 'complete'],
  ['payout', 'FAILED', 'failed'],
  ['payout', 'EXPIRED', 'expired'],
  ['bank_transfer', 'CREATED', 'open'],
  ['bank_transfer', 'AUTHORIZED', 'complete'],
  ['bank_transfer', 'COMPLETED', 'open'],
  ['bank_transfer', 'FAILED_INTENT', 'failed'],
  ['on_ramp', 'CREATED', 'open'],
  ['on_ramp', 'AUTHORIZED', 'open'],
  ['on_ramp', 'COMPLETED', 'complete'],
  ['on_ramp', 'FAILED_INTENT', 'failed'],
]

describe('the outcome of a status', () => {
  test.each(rows)('a %s that is %s is %s', (kind, status, outcome) => {
    expect(outcomeOf(kind, status)).toBe(outcome)
  })

  test.each([
    ['SUCCESS', 'authorized'],
    ['FAILED', 'failed'],
    ['PENDING', 'open'],
    ['toString', 'open'],
    ['', 'open'],
    [null, 'open'],
  ] as const)('an on-ramp whose deposit is %s is %s', (deposit, outcome) => {
    expect(outcomeOf('on_ramp', 'PENDING', 'open', deposit)).toBe(outcome)
  })

  test('a failed deposit does not undo an on-ramp that is completed', () => {
    expect(outcomeOf('on_ramp', 'COMPLETED', 'open', 'FAILED')).toBe('complete')
  })

  test('a deposit does not affect a payin, which has none', () => {
    expect(outcomeOf('payin', 'CREATED', 'open', 'FAILED')).toBe('open')
  })

  test.each(outcomes)('a disputed payin stays %s', (reached) => {
    expect(outcomeOf('payin', 'DISPUTED', reached)).toBe(reached)
  })

  test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty', 'valueOf'])(
    'a status named like Object.prototype’s %s ends no payment',
    (status) => {
      for (const kind of kinds) expect(outcomeOf(kind, status)).toBe('open')
    },
  )

  test.each([
    ['payin', 'CREATED'],
    ['payin', 'INITIATED'],
    ['payout', 'CREATED'],
    ['bank_transfer', 'STARTED'],
    ['on_ramp', 'PROCESSING'],
  ] as const)('a promise of a %s is not taken back by an older read that says %s', (kind, status) => {
    expect(outcomeOf(kind, status, 'authorized')).toBe('authorized')
  })

  test('an unknown status keeps the outcome reached', () => {
    const known = new Set([...rows.map(([, status]) => status), 'DISPUTED'])
    const unknown = fc.string().filter((status) => !known.has(status))

    fc.assert(
      fc.property(
        fc.constantFrom(...kinds),
        unknown,
        fc.constantFrom(...outcomes),
        (kind, status, reached) => {
          expect(outcomeOf(kind, status, reached)).toBe(reached)
          expect(outcomeOf(kind, status)).toBe('open')
        },
      ),
    )
  })
})

describe('outcomes', () => {
  test('only complete, failed and expired are final: an authorized payment is still followed', () => {
    expect(outcomes.filter(isFinal)).toEqual(['complete', 'failed', 'expired'])
  })

  test.each(['COMPLETE', 'paid', 'constructor', '', null, undefined, 1, {}, ['complete']])(
    '%s is no outcome',
    (value) => {
      expect(isOutcome(value)).toBe(false)
    },
  )
})
