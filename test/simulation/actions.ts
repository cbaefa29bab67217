// The actions of a history, and how random ones are chosen.
import type { Settlement } from '../../src/merchant/order/rules/settled.ts'
import type { Random } from './random.ts'
import type { OnRampMistake } from './service.ts'
import type { CallFault } from './world.ts'

/** Steps after which a request stops, so that others run in between; `null`: it runs to its end. */
type Pause = number | null

export type Action =
  /** A shopper presses "pay" in a tab. `again`: with the key of the tab's last press. */
  | {
      readonly do: 'press'
      readonly tab: number
      readonly order: number
      readonly choice: number
      readonly again: boolean
      readonly pause: Pause
    }
  /** A shopper comes back to a session. */
  | { readonly do: 'link'; readonly which: number; readonly pause: Pause }
  /** The back office pays out, or the recipient claims. */
  | { readonly do: 'pay_out'; readonly again: boolean; readonly choice: number; readonly pause: Pause }
  | { readonly do: 'claim' | 'sweep' | 'webhook'; readonly which: number; readonly pause: Pause }
  | { readonly do: 'settle'; readonly which: number; readonly as: Settlement }
  /** A request that stopped goes on, or its process dies. */
  | { readonly do: 'go'; readonly which: number; readonly pause: Pause }
  | { readonly do: 'die'; readonly which: number }
  /** On a hosted page whose address somebody got. */
  | { readonly do: 'pay'; readonly which: number; readonly mistake: OnRampMistake }
  | { readonly do: 'open_page' | 'decline'; readonly which: number }
  /** The service changes a payment by itself. */
  | {
      readonly do: 'complete' | 'break' | 'expire' | 'revive' | 'revive_paid' | 'dispute' | 'odd' | 'forget'
      readonly which: number
    }
  /** Somebody pays on the last two pages, the newer one first, and all money comes. */
  | { readonly do: 'pay_both' }
  /** Every webhook that waits is delivered. */
  | { readonly do: 'deliver' }
  | { readonly do: 'lag'; readonly ms: number }
  | { readonly do: 'fault'; readonly fault: CallFault }
  /** The shop changes an order. */
  | {
      readonly do: 'new_price' | 'old_price' | 'new_currency' | 'till' | 'withdraw' | 'put_back'
      readonly order: number
    }
  /** The shop's numbers go back, the payments do not: another customer gets the number of an order. */
  | { readonly do: 'reassign'; readonly order: number }
  | { readonly do: 'backup' }
  /**
   * The database is set back. `isReassigned`: lost order numbers go to other customers. `restarts`: the server starts again;
   * otherwise it goes on after its connections were cut.
   */
  | { readonly do: 'restore'; readonly isReassigned: boolean; readonly restarts: boolean }
  /** The server reads the service's lists, if rows may be missing. */
  | { readonly do: 'recover'; readonly pause: Pause }
  | { readonly do: 'wait'; readonly ms: number }

const one = <T>(random: Random, all: readonly T[]): T => all[random(all.length)] as T
const pauseOf = (random: Random): Pause => (random(4) === 0 ? 1 + random(7) : null)
const second = 1_000
const minute = 60 * second
const waits = [second, 5 * second, 61 * second, 5 * minute, 14 * minute, 31 * minute, 34 * minute]
const longWaits = [21 * 60 * minute, 25 * 60 * minute, 8 * 24 * 60 * minute]

/** What a history is about: few tabs, and few ways to pay. So its actions meet each other. */
interface Focus {
  readonly tabs: number
  readonly choices: readonly number[]
}

type Make = (random: Random, focus: Focus) => Action
const which = (random: Random) => random(6)
const orderOf = (random: Random) => (random(8) === 0 ? 1 : 0)
const plain =
  <Do extends Action['do']>(name: Do) =>
  (random: Random) => ({ do: name, which: which(random) })
const ofOrder =
  <Do extends Action['do']>(name: Do) =>
  (random: Random) => ({ do: name, order: orderOf(random) })

/** Each action with its weight. */
const table: readonly (readonly [number, Make])[] = [
  [
    24,
    (random, { tabs, choices }) => ({
      ...{ do: 'press', tab: random(tabs), order: orderOf(random), choice: one(random, choices) },
      again: random(2) === 0,
      pause: pauseOf(random),
    }),
  ],
  [10, (random) => ({ do: 'link', which: which(random), pause: pauseOf(random) })],
  [4, (random) => ({ do: 'pay_out', again: random(3) > 0, choice: random(3), pause: pauseOf(random) })],
  [5, (random) => ({ do: 'claim', which: which(random), pause: pauseOf(random) })],
  [8, (random) => ({ do: 'sweep', which: which(random), pause: pauseOf(random) })],
  [8, (random) => ({ do: 'webhook', which: which(random), pause: pauseOf(random) })],
  [
    8,
    (random) => ({
      do: 'settle',
      which: which(random),
      as: one(random, ['accepted', 'accepted', 'refunded', 'refunded', 'noted']),
    }),
  ],
  [8, (random) => ({ do: 'go', which: which(random), pause: pauseOf(random) })],
  [3, plain('die') as Make],
  [
    14,
    (random) => ({
      ...{ do: 'pay', which: which(random) },
      mistake: random(4) === 0 ? one(random, ['amount', 'currency', 'marker']) : null,
    }),
  ],
  [3, plain('open_page') as Make],
  [3, plain('decline') as Make],
  [14, plain('complete') as Make],
  [4, plain('break') as Make],
  [3, plain('expire') as Make],
  [2, plain('revive') as Make],
  [3, plain('revive_paid') as Make],
  [3, plain('dispute') as Make],
  [2, plain('odd') as Make],
  [2, plain('forget') as Make],
  [5, () => ({ do: 'pay_both' })],
  [8, () => ({ do: 'deliver' })],
  [3, (random) => ({ do: 'lag', ms: one(random, [0, 0, 10 * second, 50 * second]) })],
  [4, (random) => ({ do: 'fault', fault: one(random, ['request', 'answer', 'answer', 'refused']) })],
  [4, ofOrder('new_price') as Make],
  [3, ofOrder('old_price') as Make],
  [2, ofOrder('new_currency') as Make],
  [2, ofOrder('till') as Make],
  [3, ofOrder('withdraw') as Make],
  [2, ofOrder('put_back') as Make],
  [2, ofOrder('reassign') as Make],
  [2, () => ({ do: 'backup' })],
  [3, (random) => ({ do: 'restore', isReassigned: random(2) === 0, restarts: random(2) === 0 })],
  [2, (random) => ({ do: 'recover', pause: pauseOf(random) })],
  [8, (random) => ({ do: 'wait', ms: random(8) === 0 ? one(random, longWaits) : one(random, waits) })],
]

/** Situations that random actions reach rarely. */
const beginnings: readonly ((random: Random) => Action[])[] = [
  // An order was paid twice, and then the database is set back.
  (random) => [
    { do: 'press', tab: 0, order: 0, choice: random(3), again: false, pause: null },
    { do: 'press', tab: 1, order: 0, choice: random(3), again: false, pause: null },
    { do: 'pay_both' },
    { do: 'restore', isReassigned: false, restarts: random(2) === 0 },
  ],
  // Somebody pays on the link of an on-ramp, and another link is asked for.
  (random) => [
    { do: 'press', tab: 0, order: 0, choice: 4, again: false, pause: null },
    { do: 'pay', which: 0, mistake: one(random, [null, 'amount', 'currency', 'marker']) },
    { do: 'webhook', which: random(2), pause: one(random, [null, 2, 3]) },
    { do: 'link', which: 0, pause: null },
  ],
]

/**
 * Random actions. Each history leaves some kinds of actions out and prefers others: a history with everything in it is long
 * before it is about something.
 */
export function randomActions(random: Random): Action[] {
  const weights = table.map(([weight], index) => (index === 0 ? weight : weight * one(random, [0, 1, 1, 3])))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const choices = Array.from({ length: 1 + random(3) }, () => random(6))
  const focus = { tabs: 1 + random(3), choices }
  const actions = beginnings[random(24)]?.(random) ?? []
  for (let left = 10 + random(16); left > 0; left--) {
    let at = random(total)
    let index = 0
    while (at >= (weights[index] as number)) at -= weights[index++] as number
    actions.push((table[index] as (typeof table)[number])[1](random, focus))
  }
  return actions
}
