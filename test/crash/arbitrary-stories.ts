// What can happen to a shop, as fast-check draws it.
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

const weather: fc.Arbitrary<NetworkFault> = fc.oneof(
  fc.record({ fault: fc.constant('late' as const), leg, ms: fc.integer({ min: 1, max: 30_000 }) }),
  fc.record({ fault: fc.constantFrom('cut' as const, 'hang' as const), leg }),
  fc.record({
    fault: fc.constant('repeat' as const),
    hands: fc.constantFrom('first' as const, 'second' as const),
    gapMs: fc.constantFrom(0, 1, 3_000, 10 * minuteMs),
  }),
)

/** Longer than anybody tries: the press ends without an answer, whether its payin was made or not. */
const outage = fc
  .record({ fault: fc.constant('cut' as const), leg })
  .map((cut) => Array<NetworkFault>(6).fill(cut))

const death: fc.Arbitrary<Kill> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      at: fc.integer({ min: 1, max: 24 }),
      when: fc.constantFrom('before' as const, 'after' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ afterMs: upTo(10_000) }) },
)

// A shopper has two or three tabs, rarely more: the same press again must come up often.
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
  weather: mostly([], fc.oneof(fc.array(weather, { maxLength: 3 }), outage)),
  deaths: mostly([], fc.array(death, { maxLength: 3 })),
  dying: upTo(1),
})

const plainPress: Moment = {
  acts: [{ do: 'press', order: 0, tab: 0, choice: 0, instance: 0 }],
  weather: [],
  deaths: [],
  dying: 0,
}

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 16, arbitrary: moment },
  // The sandbox completes a payment two seconds after its promise, and lets a payin expire after half an hour.
  {
    weight: 4,
    arbitrary: fc.record({ passMs: mostly(2_500, fc.constantFrom(1_000, 31_000, 5 * minuteMs)) }),
  },
  { weight: 1, arbitrary: fc.record({ passMs: fc.constant(31 * minuteMs) }) },
  // Around the 24 hours for which the service knows a key, and the 20 after which it is not used again.
  { weight: 1, arbitrary: fc.record({ downMs: fc.constantFrom(19, 21, 25).map((hours) => hours * hourMs) }) },
)

/** Whole stories: what a shopper does, what goes wrong meanwhile, and how it ends. */
export const stories = fc.record({
  instances: fc.integer({ min: 1, max: 2 }),
  // Goes well, settles first, stays authorized, fails after the promise, ends within a minute (scenarios.ts).
  price: fc.constantFrom('49.90', '66.11', '66.12', '66.14', '66.10'),
  sandboxSeed: fc.integer({ min: 0, max: 2 ** 31 - 1 }),
  faults: mostly([], faultOrders),
  // Most begin with a press that is answered, or little would come of the rest.
  steps: fc
    .tuple(
      mostly<Step[]>([plainPress], fc.constant([])),
      fc.array(step, { minLength: 1, maxLength: 16, size: 'max' }),
    )
    .map(([first, rest]) => [...first, ...rest]),
  ending: fc.constantFrom<Ending[]>('told', 'delivered_in_reverse', 'lost'),
})
