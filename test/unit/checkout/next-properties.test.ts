// What holds after any history, however unlikely: histories are random sequences of facts.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Effect, Fact } from '../../../src/checkout/facts.ts'
import { next } from '../../../src/checkout/next.ts'
import { initialState, type State, sessionOf } from '../../../src/checkout/state.ts'
import { isFinal, type Outcome } from '../../../src/protocol/outcome.ts'
import { reachedElsewhere } from '../../../src/protocol/session.ts'
import { aFault, aSession } from '../../support/sessions.ts'
import { factOf, wordOf } from './every-state.ts'

const session = fc.record({
  kind: fc.constantFrom('payin' as const, 'payout' as const, 'on_ramp' as const),
  order_outcome: fc.constantFrom(null, 'open' as const, 'authorized' as const, 'complete' as const),
  id: fc.constantFrom('cs_1', 'cs_2'),
  status: fc.constantFrom('CREATED', 'INITIATED', 'AUTHORIZED', 'DISPUTED', 'COMPLETED', 'FAILED', 'EXPIRED'),
  redirect_url: fc.constantFrom('https://pay.example/1', 'javascript:alert(1)', null),
})
const key = fc.constantFrom('key-1', 'key-2')
const fault = fc.constantFrom('network', 'already_paid', 'invalid').map((kind) => aFault(kind as 'network'))

const others: fc.Arbitrary<Fact> = fc.oneof(
  fc.record({
    type: fc.constant('pressed' as const),
    attempt: key,
    opening: fc.constantFrom('popup' as const, 'redirect' as const),
  }),
  fc.record({ type: fc.constant('window-refused' as const), redirect: fc.boolean() }),
  fc.record({
    type: fc.constant('session-created' as const),
    attempt: key,
    session: session.map((fields) => aSession(fields)),
  }),
  fc.record({ type: fc.constant('create-failed' as const), attempt: key, error: fault }),
  fc.record({
    type: fc.constant('link-renewed' as const),
    session: session.map((fields) => aSession(fields)),
    opening: fc.constantFrom('popup' as const, 'redirect' as const),
  }),
  fc.record({
    type: fc.constant('link-refused' as const),
    id: fc.constantFrom('cs_1', 'cs_2'),
    error: fc.constant(aFault('code_refused')),
  }),
  fc.record({
    type: fc.constant('session-found' as const),
    id: fc.constantFrom('cs_1', 'cs_2'),
    from: fc.constantFrom('attribute' as const, 'memory' as const),
  }),
  fc.record({
    type: fc.constant('session-read' as const),
    session: session.map((fields) => aSession(fields)),
  }),
  fc.record({ type: fc.constant('shopper-returned' as const), id: fc.constantFrom('cs_1', 'cs_2') }),
  fc.constantFrom(
    factOf['window-closed'],
    factOf['trouble-changed'],
    factOf['session-lost'],
    factOf['page-restored'],
    factOf.cancelled,
    factOf.misconfigured,
  ),
)
const history = fc.array(others, { maxLength: 40 })
const historyWithReset = fc.array(fc.oneof({ weight: 9, arbitrary: others }, fc.constant(factOf.reset)), {
  maxLength: 40,
})

interface Turn {
  readonly before: State
  readonly fact: Fact
  readonly after: State
  readonly effects: readonly Effect[]
}

/** Each step of a history, from the beginning. */
function turns(facts: readonly Fact[]): Turn[] {
  let state = initialState
  return facts.map((fact) => {
    const before = state
    const step = next(before, fact)
    state = step.state
    return { before, fact, after: state, effects: step.effects }
  })
}

/** The facts that carry an answer of the server. */
const carriers = ['session-read', 'session-created', 'link-renewed']
const runs = { numRuns: 1_500 }
const rank: Record<Outcome, number> = { open: 0, authorized: 1, failed: 2, expired: 2, complete: 3 }

describe('after any history', () => {
  test('a paid order stays paid', () => {
    fc.assert(
      fc.property(history, (facts) => {
        for (const { before, after } of turns(facts)) {
          if (before.phase === 'complete') expect(after.phase).toBe('complete')
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
          expect(words.filter((word) => word === 'tell:error')).toHaveLength(1)
          expect(words.indexOf('close-window')).toBeGreaterThanOrEqual(0)
          expect(words.indexOf('close-window')).toBeLessThan(words.indexOf('tell:error'))
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
