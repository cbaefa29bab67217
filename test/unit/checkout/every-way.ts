// All transitions between phases, found by search: starting with the initial state, it applies every fact
// to every state that it reaches.
import type { Fact } from '../../../src/checkout/facts.ts'
import { next } from '../../../src/checkout/next.ts'
import { initialState, type Phase, type State } from '../../../src/checkout/state.ts'
import { aFault, aSession } from '../../support/sessions.ts'
import { type FactType, factOf, phases } from './every-state.ts'

export interface Way {
  readonly from: Phase
  readonly to: Phase
  readonly by: FactType
}

const statuses = ['CREATED', 'AUTHORIZED', 'COMPLETED', 'FAILED', 'EXPIRED']
const ofOne = statuses.map((status) => aSession({ status }))
const ofAnother = statuses.map((status) => aSession({ id: 'cs_2', status }))

/** Each fact, and those that carry a session with each outcome of it. */
const facts: readonly Fact[] = [
  ...Object.values(factOf),
  { type: 'connected', named: 'cs_1', remembered: null },
  // A press of these examples begins the attempt `key-2`.
  { type: 'create-failed', attempt: 'key-2', error: aFault() },
  ...ofOne.flatMap((session): Fact[] => [
    { type: 'session-created', attempt: 'key-1', session },
    { type: 'session-created', attempt: 'key-2', session },
    { type: 'session-read', session },
    { type: 'order-updated', session },
    { type: 'link-renewed', session, opening: 'popup' },
  ]),
  ...ofAnother.map((session): Fact => ({ type: 'order-updated', session })),
]

/** Every change of phase, once for each type of fact that causes it, in the order of the phases. */
export function everyWay(): readonly Way[] {
  const ways = new Map<string, Way>()
  const known = new Set<string>()
  const open: State[] = [initialState]
  for (let state = open.pop(); state; state = open.pop()) {
    const name = JSON.stringify(state)
    if (known.has(name)) continue
    known.add(name)
    for (const fact of facts) {
      const { state: after } = next(state, fact)
      open.push(after)
      const way = { from: state.phase, to: after.phase, by: fact.type }
      if (way.from !== way.to) ways.set(Object.values(way).join(), way)
    }
  }
  const place = ({ from, to }: Way) => phases.indexOf(from) * phases.length + phases.indexOf(to)
  return [...ways.values()].toSorted((one, other) => place(one) - place(other))
}
