// Random histories of a payment: sequences of facts, and the steps that `next` makes of them.
import fc from 'fast-check'
import type { Effect, Fact } from '../../../src/checkout/facts.ts'
import { next } from '../../../src/checkout/next.ts'
import { followedOf, initialState, type State, sessionOf } from '../../../src/checkout/state.ts'
import type { CreateRequest } from '../../../src/platform/ports.ts'
import type { Fault, FaultKind } from '../../../src/protocol/fault.ts'
import type { Kind } from '../../../src/protocol/kind.ts'
import type { OrderOutcome, Outcome } from '../../../src/protocol/outcome.ts'
import { type Review, reviews } from '../../../src/protocol/session.ts'
import { aFault, aSession } from '../../support/sessions.ts'
import { aRequest, factOf } from './every-state.ts'

/** Mostly the first value, with which a payment can continue, so that histories reach many states. */
const mostly = <Value>(usual: Value, ...rare: readonly Value[]) =>
  fc.oneof({ weight: 2 * rare.length, arbitrary: fc.constant(usual) }, fc.constantFrom(...rare))

const session = fc
  .record({
    kind: mostly<Kind>('payin', 'payout', 'on_ramp'),
    order_outcome: mostly<OrderOutcome | null>(null, 'open', 'authorized', 'complete'),
    id: mostly('cs_1', 'cs_2'),
    status: fc.constantFrom(
      'CREATED',
      'INITIATED',
      'AUTHORIZED',
      'DISPUTED',
      'COMPLETED',
      'FAILED',
      'EXPIRED',
    ),
    redirect_url: mostly<string | null>('https://pay.example/1', 'javascript:alert(1)', null),
    review: mostly<Review | null>(null, ...reviews),
  })
  .map((fields) => aSession(fields))
/** The key of the attempt in flight, or of one for which nobody waits. */
const key = mostly('this', 'another')
const fault = fc
  .constantFrom<FaultKind>(
    'network',
    'already_paid',
    'price_changed',
    'order_withdrawn',
    'order_promised',
    'invalid',
  )
  .map((kind) => aFault(kind))

const id = mostly('cs_1', 'cs_2')
const mode = fc.constantFrom('popup' as const, 'redirect' as const)
const named = { named: fc.constantFrom('', 'cs_1'), remembered: fc.option(id) }
const request = fc
  .record({ order: fc.constantFrom('A-1001', ''), lang: fc.constantFrom('en', 'de'), pays: fc.boolean() })
  .map(({ pays, ...fields }) => aRequest({ ...fields, ...(pays && { payment: { method: 'card' } }) }))

const others: fc.Arbitrary<Fact> = fc.oneof(
  fc.record({
    type: fc.constant('pressed' as const),
    order: fc.constantFrom('A-1001', ''),
    opening: mode,
    ...named,
  }),
  fc.record({
    type: fc.constant('start-allowed' as const),
    attempt: fc.constant('new'),
    request,
    sent: fc.constant(null),
    joins: fc.boolean(),
    mistake: mostly<Fault | null>(null, aFault('misconfigured')),
    opening: mode,
  }),
  fc.record({ type: fc.constant('no-window' as const), redirect: fc.boolean() }),
  fc.record({
    type: fc.constant('session-created' as const),
    attempt: key,
    session,
  }),
  fc.record({ type: fc.constant('create-failed' as const), attempt: key, error: fault }),
  fc.record({
    type: fc.constant('link-renewed' as const),
    session,
    opening: mode,
  }),
  fc.record({
    type: fc.constant('link-refused' as const),
    id,
    error: fc.oneof(fault, fc.constant(aFault('code_refused'))),
  }),
  fc.record({ type: fc.constant('connected' as const), ...named }),
  fc.record({
    type: fc.constant('session-read' as const),
    session,
  }),
  fc.record({ type: fc.constant('shopper-returned' as const), id }),
  fc.record({ type: fc.constant('order-updated' as const), session }),
  fc.record({ type: fc.constant('woken' as const), restored: fc.boolean() }),
  fc.constantFrom(
    factOf['window-refused'],
    factOf['window-closed'],
    factOf['opening-prevented'],
    factOf['trouble-changed'],
    factOf['session-lost'],
    factOf['session-refused'],
    factOf['time-is-up'],
    factOf['check-requested'],
    factOf.disconnected,
    factOf.cancelled,
  ),
)
const length = { minLength: 10, maxLength: 40 }
export const history = fc.array(others, length)
export const historyWithReset = fc.array(
  fc.oneof({ weight: 19, arbitrary: others }, fc.constant(factOf.reset)),
  length,
)

interface Turn {
  readonly before: State
  readonly fact: Fact
  readonly after: State
  readonly effects: readonly Effect[]
}

/** Each step of a history. Like create-checkout.ts, it fills in what facts contain of earlier effects. */
export function turns(facts: readonly Fact[]): Turn[] {
  let state = initialState
  let sent: CreateRequest | null = null
  return facts.map((generated, at) => {
    const before = state
    const fact = filled(generated, before, `key-${at}`, sent)
    const step = next(before, fact)
    state = step.state
    for (const effect of step.effects) if (effect.do === 'create') sent = effect.request
    return { before, fact, after: state, effects: step.effects }
  })
}

function filled(fact: Fact, state: State, newKey: string, sent: CreateRequest | null): Fact {
  if (fact.type === 'start-allowed')
    return fact.joins
      ? { ...fact, attempt: 'joined', request: aRequest(), sent }
      : { ...fact, attempt: newKey, sent }
  const isThis = 'attempt' in fact && fact.attempt === 'this' && state.phase === 'creating'
  return isThis ? { ...fact, attempt: state.attempt } : fact
}

/** The id of a state's session. */
export const idOf = (state: State): string | undefined => followedOf(state)?.[0] ?? sessionOf(state)?.id

/** The session of an effect; `undefined` if it has none. */
export function idIn(effect: Effect): string | undefined {
  if ('id' in effect) return effect.id
  if ('session' in effect) return effect.session?.id
  return effect.do === 'emit' ? effect.event.session?.id : undefined
}

/** The facts that carry an answer of the server. */
export const carriers = ['session-read', 'session-created', 'link-renewed', 'order-updated']
export const runs = { numRuns: 1_000 }
export const rank: Record<Outcome, number> = { open: 0, authorized: 1, failed: 2, expired: 2, complete: 3 }
