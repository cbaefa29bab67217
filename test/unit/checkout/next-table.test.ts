// State × fact: what every fact means in every phase. A pair that is missing does not compile;
// a pair that changes goes red here first.
import { describe, expect, test } from 'vitest'
import { next } from '../../../src/checkout/next.ts'
import type { Phase } from '../../../src/checkout/state.ts'
import { type FactType, factOf, factTypes, phases, stateOf, wordOf } from './every-state.ts'

/** `'phase: effects'`; `·` means the same state and no effect. */
type Row = Record<Phase, string>

const never: Row = {
  idle: '·',
  loading: '·',
  creating: '·',
  waiting: '·',
  cancelled: '·',
  authorized: '·',
  complete: '·',
  failed: '·',
  expired: '·',
  error: '·',
}

function everywhere(cell: string): Row {
  return Object.fromEntries(phases.map((phase) => [phase, cell])) as Row
}

const pay = 'creating: open-window stop-following create'
const asks = (phase: Phase) => `${phase}: emit:start`
const check = (phase: Phase) => `${phase}: check-now`
/** The endpoint lost a session that is not final. */
const lost = 'error: forget close-window emit:error'

const table: Record<FactType, Row> = {
  pressed: {
    ...never,
    idle: asks('idle'),
    waiting: 'waiting: reopen',
    cancelled: asks('cancelled'),
    failed: asks('failed'),
    expired: asks('expired'),
    error: asks('error'),
  },
  'start-allowed': {
    ...never,
    idle: pay,
    // The session is still open: a second one could be paid, too.
    cancelled: 'creating: reopen follow',
    failed: pay,
    expired: pay,
    error: pay,
  },
  'window-refused': { ...never, creating: 'creating: emit:blocked', waiting: 'waiting: emit:blocked' },
  'no-window': { ...never, creating: 'creating:', waiting: 'waiting: remember reopen' },
  'opening-prevented': { ...never, waiting: 'waiting:' },
  'window-closed': { ...never, waiting: check('waiting') },
  'session-created': { ...never, creating: 'waiting: remember emit:created show-hosted-page follow' },
  'create-failed': { ...never, creating: 'error: close-window emit:error' },
  'link-renewed': { ...never, waiting: 'waiting: remember show-hosted-page' },
  'link-refused': { ...never, waiting: 'waiting: close-window emit:error' },
  connected: {
    ...never,
    idle: 'loading: follow',
    loading: 'loading: follow',
    waiting: 'waiting: follow watch-window',
    cancelled: 'cancelled: follow',
    authorized: 'authorized: follow',
  },
  disconnected: {
    ...never,
    creating: 'idle: abandon-create stop-following close-window forget resume',
  },
  'session-read': {
    ...never,
    loading: 'waiting:',
    waiting: 'waiting: emit:status',
    cancelled: 'cancelled: emit:status',
    authorized: 'authorized: emit:status',
    complete: 'complete: emit:status',
    failed: 'failed: emit:status',
    expired: 'expired: emit:status',
  },
  'order-updated': {
    ...never,
    idle: 'waiting: follow',
    cancelled: 'waiting: follow',
    failed: 'waiting: follow',
    expired: 'waiting: follow',
    error: 'waiting: follow',
  },
  'trouble-changed': { ...never, loading: 'loading:', waiting: 'waiting:' },
  'session-refused': {
    ...never,
    loading: 'error: stop-following close-window emit:error',
  },
  'session-lost': {
    ...never,
    idle: lost,
    loading: 'idle: forget resume',
    creating: lost,
    waiting: lost,
    cancelled: 'cancelled: forget',
    failed: lost,
    expired: lost,
    error: lost,
  },
  'shopper-returned': {
    ...never,
    loading: check('loading'),
    waiting: check('waiting'),
    cancelled: check('cancelled'),
    authorized: check('authorized'),
  },
  woken: {
    idle: 'idle: resume',
    creating: 'creating: resume',
    complete: 'complete: resume',
    failed: 'failed: resume',
    expired: 'expired: resume',
    error: 'error: resume',
    loading: check('loading'),
    waiting: check('waiting'),
    cancelled: check('cancelled'),
    authorized: check('authorized'),
  },
  'time-is-up': { ...never, waiting: check('waiting') },
  'check-requested': {
    ...never,
    loading: check('loading'),
    waiting: check('waiting'),
    cancelled: check('cancelled'),
    authorized: check('authorized'),
    failed: check('failed'),
    expired: check('expired'),
  },
  cancelled: {
    ...never,
    loading: 'cancelled: abandon-create close-window stop-following forget emit:cancel',
    creating: 'cancelled: abandon-create close-window emit:cancel',
    waiting: 'cancelled: abandon-create close-window emit:cancel',
  },
  reset: everywhere('idle: abandon-create stop-following close-window forget resume'),
}

describe.each(phases)('in %s', (phase) => {
  test.each(factTypes)('%s', (type) => {
    const state = stateOf[phase]

    const step = next(state, factOf[type])

    const effects = step.effects.map((effect) => ` ${wordOf(effect)}`).join('')
    const untouched = step.state === state && effects === ''
    expect(untouched ? '·' : `${step.state.phase}:${effects}`).toBe(table[type][phase])
  })
})
