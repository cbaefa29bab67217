// Arbitraries of fast-check for the stories about money.
import * as fc from 'fast-check'
import { type Action, choices } from './actions.ts'
import type { Step, Story } from './run-story.ts'
import type { CallFault, OnRampPayment } from './service-model.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const upTo = (max: number) => fc.nat({ max })
const mostly = <T>(usual: T, other: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(usual) }, other)

const callFault: fc.Arbitrary<CallFault> = fc.oneof(
  fc.record({ slowMs: fc.constantFrom(1, 1_000, 3_900) }),
  fc.record({ cut: fc.constantFrom('request' as const, 'answer' as const) }),
)

const tab = upTo(3)
const press: fc.Arbitrary<Action> = fc.record({
  do: fc.constant('press' as const),
  tab,
  order: mostly(0, upTo(1)),
  spelling: mostly(0, upTo(3)),
  choice: fc.oneof(
    { weight: 2, arbitrary: fc.constant(0) },
    { weight: 3, arbitrary: upTo(choices.length - 1) },
    // Payments of on-ramps are in no list of the service, so they are tested more often than the others.
    { weight: 1, arbitrary: fc.constant(choices.length - 1) },
  ),
  again: fc.boolean(),
})
const inTab: fc.Arbitrary<Action> = fc.record({
  do: fc.constantFrom('link' as const, 'read' as const, 'come_back' as const),
  tab,
})
const how: fc.Arbitrary<OnRampPayment> = mostly<OnRampPayment>(
  'as_asked',
  fc.constantFrom('other_amount', 'other_currency', 'other_payload'),
)
const page = (...acts: ('pay' | 'open' | 'decline')[]): fc.Arbitrary<Action> =>
  fc.record({ do: fc.constantFrom(...acts), which: upTo(9), how })
const byItself: fc.Arbitrary<Action> = fc.record({
  do: fc.constantFrom(
    'settle',
    'settle',
    'break',
    'expire',
    'revive',
    'revive_paid',
    'dispute',
    'odd_status',
    'forget',
  ),
  which: upTo(9),
}) as fc.Arbitrary<Action>

const act: fc.Arbitrary<Action> = fc.oneof(
  { weight: 10, arbitrary: press },
  { weight: 3, arbitrary: inTab },
  { weight: 8, arbitrary: page('pay') },
  { weight: 2, arbitrary: page('open', 'decline') },
  { weight: 6, arbitrary: byItself },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('webhook' as const), which: upTo(15) }) },
  { weight: 2, arbitrary: fc.constant({ do: 'sweep' as const }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('payout' as const), again: fc.boolean() }) },
  { weight: 1, arbitrary: fc.constant({ do: 'claim' as const }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('new_price' as const),
      order: upTo(1),
      price: fc.constantFrom('49.90', '60.00', '5.00'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('lag' as const), ms: fc.constantFrom(0, 3_000, 45_000) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('call_faults' as const),
      calls: fc.array(callFault, { minLength: 1, maxLength: 6 }),
    }),
  },
)

const moment: fc.Arbitrary<Step> = fc.record({
  acts: fc.array(
    fc.tuple(act, upTo(2)).map(([act, instance]) => ({ ...act, instance })),
    { minLength: 1, maxLength: 3 },
  ),
})

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 20, arbitrary: moment },
  {
    weight: 4,
    arbitrary: fc.record({ passMs: fc.constantFrom(500, 3_000, 40_000, 5 * minuteMs, 31 * minuteMs) }),
  },
  { weight: 1, arbitrary: fc.record({ passMs: fc.constantFrom(21 * hourMs, 25 * hourMs) }) },
  { weight: 1, arbitrary: fc.constant({ alone: { do: 'age' as const } }) },
  {
    weight: 2,
    arbitrary: fc.record({
      alone: fc.record({ do: fc.constantFrom('backup' as const, 'restore' as const), restart: fc.boolean() }),
    }),
  },
)

const firstPress: Step = {
  acts: [{ do: 'press', tab: 0, order: 0, spelling: 0, choice: 0, again: false, instance: 0 }],
}
const firstBackup: Step = { alone: { do: 'backup', restart: false } }

/** Whole stories. Most begin with a backup and a create request. Otherwise the later actions would have no effect. */
export const stories: fc.Arbitrary<Story> = fc.record({
  instances: fc.integer({ min: 1, max: 3 }),
  steps: fc
    .tuple(
      mostly<Step[]>([firstBackup, firstPress], fc.constant([])),
      fc.array(step, { minLength: 1, maxLength: 18, size: 'max' }),
    )
    .map(([first, rest]) => [...first, ...rest]),
  ending: fc.constantFrom<Story['ending'][]>('delivered', 'lost'),
})

const calmAct: fc.Arbitrary<Step> = fc
  .tuple(act, upTo(2))
  .filter(([{ do: what }]) => what !== 'call_faults' && what !== 'lag')
  .map(([act, instance]) => ({
    acts: [{ ...act, ...('again' in act && { again: false }), instance }],
  }))

/**
 * Stories in which years pass, for running twice. Actions happen one at a time, so that both runs do the same. Each create
 * request has a key of its own, because a cleaned key begins a new attempt.
 */
export const storiesOfYears: fc.Arbitrary<Story> = fc.record({
  instances: fc.integer({ min: 1, max: 2 }),
  steps: fc
    .array(
      fc.oneof(
        { weight: 12, arbitrary: calmAct },
        { weight: 2, arbitrary: fc.record({ passMs: fc.constantFrom(3_000, 5 * minuteMs, 31 * minuteMs) }) },
        { weight: 3, arbitrary: fc.constant({ alone: { do: 'age' as const } }) },
      ),
      { minLength: 3, maxLength: 20, size: 'max' },
    )
    .map((steps) => [firstPress, ...steps]),
  ending: fc.constantFrom<Story['ending'][]>('delivered', 'lost'),
})
