// Properties that hold after any history. Histories are random sequences of facts.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Phase, sessionOf } from '../../../src/checkout/state.ts'
import { hasMoney, isFinal, type Outcome } from '../../../src/protocol/outcome.ts'
import { misfitOf, reachedElsewhere } from '../../../src/protocol/session.ts'
import { phases, wordOf } from './every-state.ts'

import { carriers, history, historyWithReset, idIn, idOf, rank, runs, turns } from './histories.ts'

test('random histories reach every phase and continue from there', () => {
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
          // Money that does not fit the order may come after a failure.
          if (misfitOf(is) && !hasMoney(was.outcome)) continue
          expect(rank[is.outcome]).toBeGreaterThanOrEqual(rank[was.outcome])
          if (rank[is.outcome] === rank[was.outcome]) expect(is.outcome).toBe(was.outcome)
        }
      }),
      runs,
    )
  })

  test('only an answer of the server changes an outcome: no window, return or timer does', () => {
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

  test('nothing is created while a payment is in progress, authorized or complete', () => {
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

  test('one key is used for one request, or the server could not tell requests apart', () => {
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

  test('no effect concerns a session that another one has replaced', () => {
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

  test('a press opens nothing while a payment is authorized or complete', () => {
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

  test('no page opens and nothing is created while another session of the order is authorized or complete', () => {
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

  test('an order shown as paid by another session is never offered again', () => {
    fc.assert(
      fc.property(history, (facts) => {
        for (const { before, after } of turns(facts)) {
          const wasPaid = before.phase === 'error' && before.error.kind === 'already_paid' && before.session
          const is = sessionOf(after)
          // Money that came for this session, too, is shown.
          const misfit = is && misfitOf(is)
          if (wasPaid) expect(['error', 'complete', ...(misfit ? ['authorized'] : [])]).toContain(after.phase)
        }
      }),
      runs,
    )
  })

  test('a window opens before any other effect, so that it happens inside the click', () => {
    fc.assert(
      fc.property(historyWithReset, (facts) => {
        for (const { effects } of turns(facts)) {
          expect(effects.map(wordOf).lastIndexOf('open-window')).toBeLessThanOrEqual(0)
        }
      }),
      runs,
    )
  })

  test('an error closes the blank window and is emitted once', () => {
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

  test('a state has exactly one phase, and a session where the phase needs one', () => {
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
