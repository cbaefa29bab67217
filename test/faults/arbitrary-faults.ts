// Arbitraries of fast-check for the faults of the sandbox.
import * as fc from 'fast-check'
import type { FaultSettings } from '../../src/sandbox/faults/fault-schema.ts'

const work = fc.constantFrom('done' as const, 'undone' as const)
const chance = fc.double({ min: 0.05, max: 0.9, noNaN: true })
const count = fc.integer({ min: 1, max: 6 })
const faultOrder: fc.Arbitrary<FaultSettings> = fc.oneof(
  fc.record({
    fault: fc.constant('latency' as const),
    ms: fc.integer({ min: 1, max: 15_000 }),
    chance,
    count,
  }),
  fc.record({
    fault: fc.constant('error' as const),
    status: fc.constantFrom(500 as const, 502 as const, 503 as const, 504 as const),
    work,
    chance,
    count,
  }),
  fc.record({
    fault: fc.constant('rate_limit' as const),
    retry_after: fc.integer({ min: 0, max: 5 }),
    chance,
    count,
  }),
  fc.record({ fault: fc.constant('rate_limit' as const), chance, count }),
  fc.record({ fault: fc.constant('cut' as const), work, chance, count }),
)
export const faultOrders = fc.array(faultOrder, { maxLength: 6 })
