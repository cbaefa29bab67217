// What the server's news mean in each phase: outcome × phase, and that no outcome goes back.
import { describe, expect, test } from 'vitest'
import { next } from '../../../src/checkout/next.ts'
import { type Phase, type State, sessionOf } from '../../../src/checkout/state.ts'
import { type Outcome, outcomes } from '../../../src/protocol/outcome.ts'
import { aFault, aSession } from '../../support/sessions.ts'
import { phases, stateOf, wordOf } from './every-state.ts'

const statusOf: Record<Outcome, string> = {
  open: 'CREATED',
  authorized: 'AUTHORIZED',
  complete: 'COMPLETED',
  failed: 'FAILED',
  expired: 'EXPIRED',
}

const nothing: Record<Outcome, Phase> = {
  open: 'idle',
  authorized: 'idle',
  complete: 'idle',
  failed: 'idle',
  expired: 'idle',
}
const follows: Record<Outcome, Phase> = {
  open: 'waiting',
  authorized: 'authorized',
  complete: 'complete',
  failed: 'failed',
  expired: 'expired',
}
const only = (phase: Phase): Record<Outcome, Phase> => ({
  open: phase,
  authorized: phase,
  complete: phase,
  failed: phase,
  expired: phase,
})

/** The phase after news with an outcome. */
const after: Record<Phase, Record<Outcome, Phase>> = {
  idle: nothing,
  loading: follows,
  creating: only('creating'),
  waiting: follows,
  cancelled: { ...follows, open: 'cancelled' },
  authorized: { ...follows, open: 'authorized' },
  complete: only('complete'),
  // Late money is told; a failure is never taken back to "still open".
  failed: { ...only('failed'), complete: 'complete' },
  expired: { ...only('expired'), complete: 'complete' },
  error: only('error'),
}

describe.each(phases)('in %s', (phase) => {
  test.each(outcomes)('news of %s', (outcome) => {
    const step = next(stateOf[phase], {
      type: 'session-read',
      session: aSession({ status: statusOf[outcome] }),
    })
    expect(step.state.phase).toBe(after[phase][outcome])
  })
})

describe('news about a session', () => {
  test('that is another one change nothing', () => {
    for (const phase of phases) {
      const session = aSession({ id: 'cs_2', status: 'COMPLETED' })
      expect(next(stateOf[phase], { type: 'session-read', session }).state).toBe(stateOf[phase])
    }
  })

  test('of money that came in stop following, close the blank window, remember, and only then tell', () => {
    const session = aSession({ status: 'COMPLETED' })
    const { effects } = next(stateOf.waiting, { type: 'session-read', session })

    expect(effects.map(wordOf)).toEqual([
      'emit:status',
      'stop-following',
      'close-window',
      'remember',
      'emit:complete',
    ])
  })

  test('of a promise go on following: authorized is not final', () => {
    const session = aSession({ status: 'AUTHORIZED' })
    const { effects } = next(stateOf.waiting, { type: 'session-read', session })

    expect(effects.map(wordOf)).toEqual(['emit:status', 'emit:authorized', 'follow'])
  })

  test('with an older outcome show the new status under the outcome that was reached', () => {
    const { state } = next(stateOf.authorized, { type: 'session-read', session: aSession() })
    expect(sessionOf(state)).toMatchObject({ status: 'CREATED', outcome: 'authorized' })
  })

  test('without a new status tell nothing', () => {
    const { effects } = next(stateOf.waiting, { type: 'session-read', session: aSession() })
    expect(effects).toEqual([])
  })

  test('found again after it was lost go back to where the shopper was', () => {
    const lost: State = { phase: 'error', error: aFault('not_found'), session: aSession(), attempt: null }
    const { state } = next(lost, { type: 'session-read', session: aSession() })

    expect(state).toMatchObject({ phase: 'waiting', hosted: 'elsewhere' })
  })

  test('found again after it was lost never show a failed payment as one to be finished', () => {
    const session = aSession({ status: 'FAILED' })
    const lost: State = { phase: 'error', error: aFault('not_found'), session, attempt: null }

    const { state } = next(lost, { type: 'session-read', session })

    expect(state.phase).toBe('failed')
  })
})
