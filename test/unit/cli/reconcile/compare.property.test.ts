// Checks the comparison against rules that are written in another way than the code.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareRecorded, compareUnknown } from '../../../../src/cli/reconcile/compare.ts'
import { nameOf, type RecordedPayment, type ServicePayment } from '../../../../src/cli/reconcile/payments.ts'
import type { Kind, Outcome } from '../../../../src/server/index.ts'

/** The statuses of each kind, with their outcomes. */
const outcomes: Readonly<Record<Kind, Readonly<Record<string, Outcome>>>> = {
  payin: {
    CREATED: 'open',
    INITIATED: 'open',
    AUTHORIZED: 'authorized',
    SETTLED: 'authorized',
    COMPLETED: 'complete',
    FAILED: 'failed',
    EXPIRED: 'expired',
  },
  payout: {
    CREATED: 'open',
    INITIATED: 'open',
    PROCESSING: 'authorized',
    COMPLETED: 'complete',
    FAILED: 'failed',
    EXPIRED: 'expired',
  },
  bank_transfer: { INTENT: 'open', STARTED: 'open', AUTHORIZED: 'complete', FAILED_INTENT: 'failed' },
  on_ramp: {
    INTENT: 'open',
    STARTED: 'open',
    PROCESSING: 'open',
    COMPLETED: 'complete',
    FAILED_INTENT: 'failed',
  },
}
const kinds = Object.keys(outcomes) as Kind[]
const money = (outcome: Outcome) => outcome === 'authorized' || outcome === 'complete'

const pair = fc.constantFrom(...kinds).chain((kind) =>
  fc.record({
    kind: fc.constant(kind),
    id: fc.uuid(),
    reference: fc.string({ minLength: 1, maxLength: 8 }),
    here: fc.constantFrom(...Object.keys(outcomes[kind])),
    there: fc.constantFrom(...Object.keys(outcomes[kind])),
    amount: fc.constantFrom('1.00', '1.0', '2.00'),
    amountThere: fc.constantFrom('1.00', '1.0', '2.00'),
  }),
)
type Pair = typeof pair extends fc.Arbitrary<infer T> ? T : never

const recordedOf = ({ kind, id, reference, here, amount }: Pair): RecordedPayment => ({
  kind,
  reference,
  serviceId: id,
  status: here,
  outcome: outcomes[kind][here] ?? 'open',
  amount: { value: amount, currency: 'EUR' },
  review: null,
  settledAs: null,
})
const reportedOf = ({ kind, id, reference, there, amountThere }: Pair): ServicePayment => ({
  kind,
  id: id.toUpperCase(),
  status: there,
  deposit: kind === 'on_ramp' ? depositOf(there) : null,
  reference,
  amount: { value: amountThere, currency: 'EUR' },
  createdAt: null,
})

/** Without it no money has arrived, whatever the other status is. */
function depositOf(status: string): string {
  if (status === 'COMPLETED') return 'SUCCESS'
  return status === 'FAILED_INTENT' ? 'FAILED' : 'PENDING'
}

const pairs = fc.uniqueArray(pair, { selector: ({ id }) => id, maxLength: 12 })
const compare = (all: readonly Pair[]) =>
  compareRecorded({
    recorded: all.map(recordedOf),
    atService: new Map(all.map((each) => [nameOf(each.kind, each.id), reportedOf(each)])),
    completeOn: 'COMPLETED',
  })

describe('comparing two records of payments', () => {
  it('finds no difference between equal records', () => {
    fc.assert(
      fc.property(pairs, (all) => {
        const same = all.map((each) => ({ ...each, there: each.here, amountThere: each.amount }))
        expect(compare(same)).toEqual([])
      }),
    )
  })

  it('reports money that only one of the records has', () => {
    fc.assert(
      fc.property(pairs, (all) => {
        const found = compare(all)
        for (const { kind, id, here, there } of all) {
          const [isHere, isThere] = [outcomes[kind][here] ?? 'open', outcomes[kind][there] ?? 'open'].map(
            money,
          )
          const mine = found.filter(({ serviceId }) => serviceId === id).map(({ what }) => what)
          expect(mine.includes('money_not_known'), `${kind} ${here} ${there}`).toBe(!isHere && isThere)
          expect(mine.includes('money_not_there'), `${kind} ${here} ${there}`).toBe(isHere && !isThere)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('reports different amounts, but not different spellings of one amount', () => {
    fc.assert(
      fc.property(pairs, (all) => {
        const found = compare(all).filter(({ what }) => what === 'amount')
        const other = all.filter(({ amount, amountThere }) => Number(amount) !== Number(amountThere))
        expect(found.map(({ serviceId }) => serviceId).sort()).toEqual(other.map(({ id }) => id).sort())
      }),
    )
  })

  it('ignores payments that were not read, and reports those that the service does not have', () => {
    fc.assert(
      fc.property(pairs, fc.boolean(), (all, isAsked) => {
        const atService = new Map(isAsked ? all.map(({ kind, id }) => [nameOf(kind, id), null] as const) : [])
        const found = compareRecorded({ recorded: all.map(recordedOf), atService, completeOn: 'COMPLETED' })
        expect(found.map(({ what }) => what)).toEqual(isAsked ? all.map(() => 'unknown_there') : [])
      }),
    )
  })

  it('reports two sessions with one payment', () => {
    fc.assert(
      fc.property(pair, (each) => {
        const same = { ...each, there: each.here, amountThere: each.amount }
        const recorded = [recordedOf(same), { ...recordedOf(same), reference: 'another' }]
        const atService = new Map([[nameOf(same.kind, same.id), reportedOf(same)]])
        const found = compareRecorded({ recorded, atService, completeOn: 'COMPLETED' })
        expect(found.map(({ what }) => what)).toEqual(['shared'])
      }),
    )
  })

  it('reports an unknown payment as long as it can still bring money', () => {
    fc.assert(
      fc.property(pairs, (all) => {
        const found = compareUnknown(all.map(reportedOf), new Set(), new Set())
        const over = all.filter(({ kind, there }) =>
          ['failed', 'expired'].includes(outcomes[kind][there] ?? ''),
        )
        expect(found).toHaveLength(all.length - over.length)
        const known = new Set(all.map(({ kind, id }) => nameOf(kind, id)))
        expect(compareUnknown(all.map(reportedOf), known, new Set())).toEqual([])
      }),
    )
  })

  it('ignores an unknown status', () => {
    const each = { kind: 'payin', id: 'x', reference: 'A', here: 'COMPLETED', there: 'REVIEWED' } as const
    expect(compare([{ ...each, amount: '1.00', amountThere: '1.00' }])).toEqual([])
  })
})
