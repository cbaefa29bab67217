import { describe, expect, it } from 'vitest'
import { linesOf, type Result } from '../../../../src/cli/reconcile/report.ts'

const same = (text: string) => text
const plain = { red: same, dim: same, green: same } as Parameters<typeof linesOf>[1]
const result = { since: new Date('2026-11-19T12:00:00Z'), differences: [] }
const scopeOf = (counts: Pick<Result, 'compared' | 'listed' | 'unnamed'>) =>
  linesOf({ ...result, ...counts }, plain)[0]

describe('the scope of a comparison', () => {
  it('counts one payment in the singular', () => {
    expect(scopeOf({ compared: 1, listed: 1, unnamed: 1 })).toBe(
      'Since 2026-11-19T12:00:00.000Z: 1 of your payments was compared; 1 has no id at the service yet; 1 payment of the service was searched for here; bank transfers and on-ramps cannot be listed.',
    )
  })

  it('counts none and several in the plural', () => {
    expect(scopeOf({ compared: 0, listed: 0, unnamed: 2 })).toBe(
      'Since 2026-11-19T12:00:00.000Z: 0 of your payments were compared; 2 have no id at the service yet; 0 payments of the service were searched for here; bank transfers and on-ramps cannot be listed.',
    )
  })
})
