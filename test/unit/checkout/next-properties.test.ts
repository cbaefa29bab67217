// What holds after any history, however unlikely: histories are random sequences of facts.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Effect, Fact } from '../../../src/checkout/facts.ts'
import { next } from '../../../src/checkout/next.ts'
import { followedOf, initialState, type Phase, type State, sessionOf } from '../../../src/checkout/state.ts'
import type { CreateRequest } from '../../../src/platform/ports.ts'
import type { Kind } from '../../../src/protocol/kind.ts'
import { isFinal, type OrderOutcome, type Outcome } from '../../../src/protocol/outcome.ts'
import { reachedElsewhere } from '../../../src/protocol/session.ts'
import { aFault, aSession } from '../../support/sessions.ts'
import { aRequest, factOf, phases, wordOf } from './every-state.ts'

/** Mostly the first: a payment that can go on, so that histories come far. */
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
  })
  .map((fields) => aSession(fields))
/** Of the attempt that is on its way, or of one that nobody waits for. */
const key = mostly('this', 'another')
const fault = fc.constantFrom('network', 'already_paid', 'invalid').map((kind) => aFault(kind as 'network'))

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
  fc.record({ type: fc.constant('link-refused' as const), id, error: fc.constant(aFault('code_refused')) }),
  fc.record({ type: fc.constant('connected' as const), ...named }),
  fc.record({
    type: fc.constant('session-read' as const),
    session,
  }),
  fc.record({ type: fc.constant('shopper-returned' as const), id }),
  fc.record({ type: fc.constant('order-updated' as const), session }),
  fc.record({ type: fc.constant('page-shown' as const), mode }),
  fc.record({ type: fc.constant('woken' as const), restored: fc.boolean() }),
  fc.constantFrom(
    factOf['window-refused'],
    factOf['window-closed'],
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
const history = fc.array(others, length)
const historyWithReset = fc.array(
  fc.oneof({ weight: 19, arbitrary: others }, fc.constant(factOf.reset)),
  length,
)

interface Turn {
  readonly before: State
  readonly fact: Fact
  readonly after: State
  readonly effects: readonly Effect[]
}

/** Each step of a history, from the beginning. What the carrier remembers of its effects, it puts into the facts. */
function turns(facts: readonly Fact[]): Turn[] {
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

/** The session that a state is about. */
const idOf = (state: State): string | undefined => followedOf(state)?.[0] ?? sessionOf(state)?.id

/** The session that an effect is about; `undefined` where it is about none. */
function idIn(effect: Effect): string | undefined {
  if ('id' in effect) return effect.id
  if ('session' in effect) return effect.session?.id
  return effect.do === 'emit' ? effect.event.session?.id : undefined
}

/** The facts that carry an answer of the server. */
const carriers = ['session-read', 'session-created', 'link-renewed', 'order-updated']
const runs = { numRuns: 1_000 }
const rank: Record<Outcome, number> = { open: 0, authorized: 1, failed: 2, expired: 2, complete: 3 }

test('histories come to every phase, and go on from there', () => {
  const turnsIn: Partial<Record<Phase, number>> = {}
  fc.assert(
    fc.property(historyWithReset, (facts) => {
      for (const { before } of turns(facts)) turnsIn[before.phase] = (turnsIn[before.phase] ?? 0) + 1
    }),
    runs,
  )

  for (const phase of phases) expect(turnsIn[phase], phase).toBeGreaterThan(10)
})

describe('after any history', () => {
  test('a paid order stays paid, unless the page resets it', () => {
    fc.assert(
      fc.property(historyWithReset, (facts) => {
        for (const { before, fact, after } of turns(facts)) {
          if (before.phase === 'complete' && fact.type !== 'reset') expect(after.phase).toBe('complete')
        }
      }),
      runs,
    )
  })

  test('an outcome never goes back', () => {
    fc.assert(
      fc.property(history, (facts) => {
        for (const { before, after } of turns(facts)) {
          const [was, is] = [sessionOf(before), sessionOf(after)]
          if (!was || was.id !== is?.id) continue
          expect(rank[is.outcome]).toBeGreaterThanOrEqual(rank[was.outcome])
          if (rank[is.outcome] === rank[was.outcome]) expect(is.outcome).toBe(was.outcome)
        }
      }),
      runs,
    )
  })

  test('only the server’s word leads to an outcome: no window, return or timer does', () => {
    fc.assert(
      fc.property(historyWithReset, (facts) => {
        for (const { before, fact, after } of turns(facts)) {
          if (before.phase === after.phase) continue
          const outcome = after.phase === 'authorized' || isFinal(after.phase as Outcome)
          if (outcome) expect(carriers).toContain(fact.type)
        }
      }),
      runs,
    )
  })

  test('nothing is created while a payment is under way, promised or paid', () => {
    fc.assert(
      fc.property(historyWithReset, (facts) => {
        for (const { before, effects } of turns(facts)) {
          if (!effects.some(({ do: name }) => name === 'create')) continue
          expect(['loading', 'creating', 'waiting', 'authorized', 'complete']).not.toContain(before.phase)
          expect(before.phase === 'error' && before.paused).toBeFalsy()
        }
      }),
      runs,
    )
  })

  test('one key is one request: the server could not tell what is asked for', () => {
    fc.assert(
      fc.property(historyWithReset, (facts) => {
        const requests = new Map<string, string>()
        for (const { effects } of turns(facts)) {
          for (const effect of effects) {
            if (effect.do !== 'create') continue
            const asked = JSON.stringify(effect.request)
            expect(requests.get(effect.attempt) ?? asked).toBe(asked)
            requests.set(effect.attempt, asked)
          }
        }
      }),
      runs,
    )
  })

  test('nothing is done about a session that another one has followed', () => {
    fc.assert(
      fc.property(historyWithReset, (facts) => {
        for (const { before, after, effects } of turns(facts)) {
          const allowed = [undefined, idOf(after) ?? idOf(before)]
          for (const effect of effects) expect(allowed).toContain(idIn(effect))
        }
      }),
      runs,
    )
  })

  test('a press opens nothing while money is promised or there', () => {
    fc.assert(
      fc.property(historyWithReset, (facts) => {
        for (const { before, fact, after, effects } of turns(facts)) {
          if (fact.type !== 'pressed' && fact.type !== 'start-allowed') continue
          if (before.phase !== 'authorized' && before.phase !== 'complete') continue
          expect(after).toBe(before)
          for (const effect of effects) expect(effect.do).toBe('check-now')
        }
      }),
      runs,
    )
  })

  test('no page is opened and nothing is created while the order is paid or promised by another session', () => {
    fc.assert(
      fc.property(historyWithReset, (facts) => {
        for (const { before, after, effects } of turns(facts)) {
          const [was, is] = [sessionOf(before), sessionOf(after)]
          const words = effects.map(wordOf)
          if (was && reachedElsewhere(was)) expect(words).not.toContain('create')
          if (is && reachedElsewhere(is)) {
            for (const word of ['reopen', 'show-hosted-page', 'open-window'])
              expect(words).not.toContain(word)
          }
        }
      }),
      runs,
    )
  })

  test('an order that was shown as paid by another session is never offered again', () => {
    fc.assert(
      fc.property(history, (facts) => {
        for (const { before, after } of turns(facts)) {
          const wasPaid = before.phase === 'error' && before.error.kind === 'already_paid' && before.session
          if (wasPaid) expect(['error', 'complete']).toContain(after.phase)
        }
      }),
      runs,
    )
  })

  test('a window is opened before anything else happens, so that the browser still sees the click', () => {
    fc.assert(
      fc.property(historyWithReset, (facts) => {
        for (const { effects } of turns(facts)) {
          expect(effects.map(wordOf).lastIndexOf('open-window')).toBeLessThanOrEqual(0)
        }
      }),
      runs,
    )
  })

  test('an error has closed the blank window and is told once', () => {
    fc.assert(
      fc.property(historyWithReset, (facts) => {
        for (const { before, after, effects } of turns(facts)) {
          if (after.phase !== 'error' || before === after) continue
          if (before.phase === 'error' && before.error === after.error) continue
          const words = effects.map(wordOf)
          expect(words.filter((word) => word === 'emit:error')).toHaveLength(1)
          const closes = words.findIndex((word) => word === 'close-window' || word === 'leave-window')
          expect(closes).toBeGreaterThanOrEqual(0)
          expect(closes).toBeLessThan(words.indexOf('emit:error'))
        }
      }),
      runs,
    )
  })

  test('a state is exactly one phase with a session where the phase needs one', () => {
    fc.assert(
      fc.property(historyWithReset, (facts) => {
        for (const { after } of turns(facts)) {
          const outcome = sessionOf(after)?.outcome
          if (after.phase === 'waiting') expect(outcome).toBe('open')
          if (after.phase === 'authorized' || isFinal(after.phase as Outcome))
            expect(outcome).toBe(after.phase)
        }
      }),
      runs,
    )
  })
})
