// Arbitraries of fast-check for the stories: actions, network faults and killed processes.
import * as fc from 'fast-check'
import { faultOrders } from '../faults/arbitrary-faults.ts'
import type { Action } from './actions.ts'
import type { Kill } from './killable-process.ts'
import type { NetworkFault } from './network.ts'
import type { Ending, Moment, Step } from './run-story.ts'
import { choices } from './shopper.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const upTo = (max: number) => fc.nat({ max })
const mostly = <T>(usual: T, other: fc.Arbitrary<T>) => fc.oneof(fc.constant(usual), other)
const leg = fc.constantFrom('request' as const, 'answer' as const)

const networkFault: fc.Arbitrary<NetworkFault> = fc.oneof(
  fc.record({ fault: fc.constant('late' as const), leg, ms: fc.integer({ min: 1, max: 30_000 }) }),
  fc.record({ fault: fc.constantFrom('cut' as const, 'hang' as const), leg }),
  fc.record({
    fault: fc.constant('repeat' as const),
    hands: fc.constantFrom('first' as const, 'second' as const),
    gapMs: fc.constantFrom(0, 1, 3_000, 10 * minuteMs),
  }),
)

/** More failures than there are retries: the create request ends without an answer, whether its payin was made or not. */
const outage = fc
  .record({ fault: fc.constant('cut' as const), leg })
  .map((cut) => Array<NetworkFault>(6).fill(cut))

const kill: fc.Arbitrary<Kill> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      at: fc.integer({ min: 1, max: 24 }),
      when: fc.constantFrom('before' as const, 'after' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ afterMs: upTo(10_000) }) },
)

// Few tabs, so that the same create request is often repeated.
const press = fc.record({
  do: fc.constant('press' as const),
  order: mostly(0, upTo(1)),
  tab: upTo(2),
  choice: mostly(0, upTo(choices.length - 1)),
})
const some = (...acts: Extract<Action, { which: number }>['do'][]) =>
  fc.record({ do: fc.constantFrom(...acts), which: upTo(9) }) as fc.Arbitrary<Action>

const act: fc.Arbitrary<Action> = fc.oneof(
  { weight: 8, arbitrary: press },
  { weight: 8, arbitrary: some('pay') },
  { weight: 2, arbitrary: some('open', 'decline') },
  { weight: 8, arbitrary: some('webhook') },
  { weight: 3, arbitrary: fc.constant({ do: 'sweep' as const }) },
  { weight: 2, arbitrary: some('look', 'come_back') },
  { weight: 1, arbitrary: some('late_money') },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('new_price' as const), order: upTo(1) }) },
)

const moment: fc.Arbitrary<Moment> = fc.record({
  acts: fc.array(
    fc.tuple(act, upTo(1)).map(([act, instance]) => ({ ...act, instance })),
    { minLength: 1, maxLength: 4 },
  ),
  networkFaults: mostly([], fc.oneof(fc.array(networkFault, { maxLength: 3 }), outage)),
  kills: mostly([], fc.array(kill, { maxLength: 3 })),
  killedInstance: upTo(1),
})

const plainPress: Moment = {
  acts: [{ do: 'press', order: 0, tab: 0, choice: 0, instance: 0 }],
  networkFaults: [],
  kills: [],
  killedInstance: 0,
}

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 16, arbitrary: moment },
  // The sandbox completes a payment two seconds after it is authorized, and a payin expires after half an hour.
  {
    weight: 4,
    arbitrary: fc.record({ passMs: mostly(2_500, fc.constantFrom(1_000, 31_000, 5 * minuteMs)) }),
  },
  { weight: 1, arbitrary: fc.record({ passMs: fc.constant(31 * minuteMs) }) },
  // Around the 24 hours for which the service remembers a key, and the 20 hours after which the server no longer uses it.
  { weight: 1, arbitrary: fc.record({ downMs: fc.constantFrom(19, 21, 25).map((hours) => hours * hourMs) }) },
)

/** Whole stories: what shoppers do, what fails meanwhile, and how it ends. */
export const stories = fc.record({
  instances: fc.integer({ min: 1, max: 2 }),
  // The scenarios of these prices (scenarios.ts): success, settled first, stays authorized, fails after it was authorized,
  // expires within a minute.
  price: fc.constantFrom('49.90', '66.11', '66.12', '66.14', '66.10'),
  sandboxSeed: fc.integer({ min: 0, max: 2 ** 31 - 1 }),
  faults: mostly([], faultOrders),
  // Most stories begin with a create request that is answered. Otherwise the later actions would have no effect.
  steps: fc
    .tuple(
      mostly<Step[]>([plainPress], fc.constant([])),
      fc.array(step, { minLength: 1, maxLength: 16, size: 'max' }),
    )
    .map(([first, rest]) => [...first, ...rest]),
  ending: fc.constantFrom<Ending[]>('delivered', 'delivered_in_reverse', 'lost'),
})
