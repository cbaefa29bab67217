// What a read means in each phase: outcome × phase, and that no outcome goes back.
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

/** The phase after a read with an outcome. */
const after: Record<Phase, Record<Outcome, Phase>> = {
  idle: nothing,
  loading: follows,
  creating: only('creating'),
  waiting: follows,
  cancelled: { ...follows, open: 'cancelled' },
  authorized: { ...follows, open: 'authorized' },
  complete: only('complete'),
  // Late money is reported. A failure never changes back to open.
  failed: { ...only('failed'), complete: 'complete' },
  expired: { ...only('expired'), complete: 'complete' },
  error: only('error'),
}

describe.each(phases)('in %s', (phase) => {
  test.each(outcomes)('a read with outcome %s', (outcome) => {
    const step = next(stateOf[phase], {
      type: 'session-read',
      session: aSession({ status: statusOf[outcome] }),
    })
    expect(step.state.phase).toBe(after[phase][outcome])
  })
})

describe('a read of a session', () => {
  test('with another id changes nothing', () => {
    for (const phase of phases) {
      const session = aSession({ id: 'cs_2', status: 'COMPLETED' })
      expect(next(stateOf[phase], { type: 'session-read', session }).state).toBe(stateOf[phase])
    }
  })

  test('with outcome complete stops following, closes the blank window, stores the session, and only then emits', () => {
    const session = aSession({ status: 'COMPLETED' })
    const { effects } = next(stateOf.waiting, { type: 'session-read', session })

    expect(effects.map(wordOf)).toEqual([
      'emit:status',
      'abandon-create',
      'stop-following',
      'close-window',
      'remember',
      'emit:complete',
    ])
  })

  test('with outcome authorized continues to follow, because it is not final', () => {
    const session = aSession({ status: 'AUTHORIZED' })
    const { effects } = next(stateOf.waiting, { type: 'session-read', session })

    expect(effects.map(wordOf)).toEqual([
      'emit:status',
      'abandon-create',
      'leave-window',
      'emit:authorized',
      'follow',
    ])
  })

  test('with an older outcome shows the new status and keeps the outcome reached', () => {
    const { state } = next(stateOf.authorized, { type: 'session-read', session: aSession() })
    expect(sessionOf(state)).toMatchObject({ status: 'CREATED', outcome: 'authorized' })
  })

  test('without a new status emits nothing', () => {
    const { effects } = next(stateOf.waiting, { type: 'session-read', session: aSession() })
    expect(effects).toEqual([])
  })

  test('after it was lost returns to the state before', () => {
    const lost: State = { phase: 'error', error: aFault('not_found'), session: aSession(), attempt: null }
    const { state } = next(lost, { type: 'session-read', session: aSession() })

    expect(state).toMatchObject({ phase: 'waiting', hosted: 'elsewhere' })
  })

  test('after it was lost never shows a failed payment as unfinished', () => {
    const session = aSession({ status: 'FAILED' })
    const lost: State = { phase: 'error', error: aFault('not_found'), session, attempt: null }

    const { state } = next(lost, { type: 'session-read', session })

    expect(state.phase).toBe('failed')
  })
})
