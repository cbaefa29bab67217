// An order with another session that is complete or authorized: nothing may be paid here.
import { describe, expect, test } from 'vitest'
import { next } from '../../../src/checkout/next.ts'
import { type State, sessionOf } from '../../../src/checkout/state.ts'
import type { Kind } from '../../../src/protocol/kind.ts'
import type { Session } from '../../../src/protocol/session.ts'
import { settle } from '../../support/fake-clock.ts'
import { fakePorts } from '../../support/fake-ports.ts'
import { aFault, aSession } from '../../support/sessions.ts'
import { startCheckout, startPaying } from '../../support/started-checkout.ts'
import { aRequest, factOf, phases, press, stateOf, waitingIn, wordOf } from './every-state.ts'

const paid = { order_outcome: 'complete', redirect_url: null } as const
const promised = { order_outcome: 'authorized', redirect_url: null } as const
const open = { order_outcome: 'open' } as const

const readyIn: State = { phase: 'idle', session: aSession() }
const askingIn: State = {
  phase: 'creating',
  attempt: 'key-1',
  opening: 'popup',
  session: aSession({ kind: 'payout', redirect_url: null }),
}
const unsettled: Record<string, State> = {
  idle: readyIn,
  loading: stateOf.loading,
  'creating, asking for a link': askingIn,
  waiting: stateOf.waiting,
  cancelled: stateOf.cancelled,
  failed: stateOf.failed,
  expired: stateOf.expired,
}
const names = Object.keys(unsettled)

/** The state after a read with an `order_outcome`; the session itself is unchanged. */
function read(state: State, fields: Partial<Session>) {
  const known = sessionOf(state) ?? aSession()
  return next(state, { type: 'session-read', session: { ...known, ...fields } })
}

describe('an order that is paid by another session', () => {
  test.each(names)('in %s is shown like an order whose create request is refused as paid', (name) => {
    const { state, effects } = read(unsettled[name] as State, paid)

    expect(state).toMatchObject({ phase: 'error', error: { kind: 'already_paid' }, session: { id: 'cs_1' } })
    expect(effects.map(wordOf)).toEqual(['abandon-create', 'stop-following', 'close-window', 'emit:error'])
  })

  test.each(['FAILED', 'EXPIRED'])('is not shown as %s when both are read at once', (status) => {
    const { state, effects } = next(waitingIn('popup'), {
      type: 'session-read',
      session: aSession({ status, ...paid }),
    })

    expect(state).toMatchObject({ phase: 'error', error: { kind: 'already_paid' } })
    expect(effects.map(wordOf)).not.toContain(`emit:${status.toLowerCase()}`)
  })

  test.each(['AUTHORIZED', 'COMPLETED'])('does not hide that this session itself is %s', (status) => {
    const { state } = next(waitingIn('popup'), {
      type: 'session-read',
      session: aSession({ status, ...paid }),
    })
    expect(state.phase).toBe(status === 'COMPLETED' ? 'complete' : 'authorized')
  })

  test.each(['authorized', 'complete'] as const)('does not change %s', (phase) => {
    const { state, effects } = read(stateOf[phase], paid)
    expect([state.phase, effects.map(wordOf)]).toEqual([
      phase,
      phase === 'complete' ? ['stop-following'] : [],
    ])
  })

  test('stays paid when an older answer says otherwise, and emits once', () => {
    const { state } = read(stateOf.waiting, paid)
    for (const older of [open, promised, { order_outcome: null }, { ...open, status: 'FAILED' }]) {
      const { state: after, effects } = read(state, older)
      expect(after).toMatchObject({ phase: 'error', error: { kind: 'already_paid' } })
      expect(effects.map(wordOf)).not.toContain('emit:error')
      expect(sessionOf(after)?.order_outcome).toBe('complete')
    }
  })

  test('shows this session’s own completion when it is paid, too', () => {
    const { state } = read(stateOf.waiting, paid)
    const { state: after, effects } = read(state, { status: 'COMPLETED', outcome: 'complete' })

    expect(after.phase).toBe('complete')
    expect(effects.map(wordOf)).toContain('emit:complete')
  })
})

describe('an order with another authorized session', () => {
  test.each(names)('in %s opens nothing, creates nothing and emits nothing', (name) => {
    const promisedState = read(unsettled[name] as State, promised)
    const request = aRequest({ payment: { method: 'card' } })
    const pressed = press(promisedState.state, { request })

    expect(promisedState.effects.map(wordOf).filter((word) => word.startsWith('emit:'))).toEqual([])
    expect(promisedState.effects.map(wordOf)).not.toContain('stop-following')
    expect([pressed.state, pressed.effects.map(wordOf)]).toEqual([promisedState.state, ['check-now']])
  })

  test.each(['creating, asking for a link', 'waiting'])('in %s closes a blank window', (name) => {
    const { effects } = read(unsettled[name] as State, promised)
    expect(effects.map(wordOf)).toEqual(['abandon-create', 'close-window'])
  })

  test.each(names.filter((name) => name !== 'loading' && !name.startsWith('creating')))(
    'restores %s once the other session has failed',
    (name) => {
      const before = unsettled[name] as State
      const { state } = read(read(before, promised).state, {
        ...open,
        redirect_url: 'https://pay.example/p/1',
      })

      expect(state.phase).toBe(before.phase)
      expect(press(state).state).not.toEqual(state)
    },
  )

  test('stops following a failed session once the other session has failed', () => {
    const { state } = read(stateOf.failed, promised)
    expect(read(state, open).effects.map(wordOf)).toEqual(['stop-following'])
  })

  test('continues to follow a session that fails meanwhile, and keeps it stored', () => {
    const { state } = read(stateOf.waiting, promised)
    const { effects } = read(state, { ...promised, status: 'FAILED', outcome: 'failed' })

    expect(effects.map(wordOf)).toEqual([
      'emit:status',
      'abandon-create',
      'follow',
      'close-window',
      'emit:failed',
    ])
  })

  test('is reported as paid once the other session completes', () => {
    const { state } = read(read(stateOf.waiting, promised).state, paid)
    expect(state).toMatchObject({ phase: 'error', error: { kind: 'already_paid' } })
  })

  test('ignores a link that was requested before', () => {
    const { state } = read(stateOf.waiting, promised)
    const late = next(state, factOf['link-renewed'])

    expect([late.state, late.effects]).toEqual([state, []])
  })
})

describe('the answer to a create request', () => {
  test.each([
    [
      paid,
      'error',
      'remember emit:created close-window abandon-create stop-following close-window emit:error',
    ],
    [promised, 'waiting', 'remember emit:created close-window follow'],
  ] as const)('that says %o opens no page', (fields, phase, words) => {
    const { state, effects } = next(stateOf.creating, {
      type: 'session-created',
      attempt: 'key-1',
      session: aSession(fields),
    })

    expect([state.phase, effects.map(wordOf).join(' ')]).toEqual([phase, words])
  })
})

describe('the answer to a link request', () => {
  test.each([
    [askingIn, paid, 'error'],
    [askingIn, promised, 'idle'],
    [waitingIn('popup'), paid, 'error'],
    [waitingIn('popup'), promised, 'waiting'],
  ] as const)('opens nothing and closes the window: %#', (state, fields, phase) => {
    const step = next(state, {
      type: 'link-renewed',
      session: { ...(sessionOf(state) as Session), ...fields },
      opening: 'popup',
    })

    expect(step.state.phase).toBe(phase)
    expect(step.effects.map(wordOf)).toContain('close-window')
    expect(step.effects.map(wordOf)).not.toContain('show-hosted-page')
  })
})

test('a missing order_outcome changes nothing', () => {
  for (const phase of phases) {
    const state = stateOf[phase]
    const { state: after } = read(state, { order_outcome: null })
    expect(after.phase).toBe(phase === 'loading' ? 'waiting' : phase)
  }
})

describe('a checkout', () => {
  test.each(['payin', 'bank_transfer', 'on_ramp'] satisfies Kind[])(
    'of a %s whose order is paid by another session sends no more requests and has no window',
    async (kind) => {
      const {
        checkout,
        ports,
        read: readSession,
        count,
      } = await startPaying({ kind }, { kind, status: 'INTENT' })
      await readSession({ kind, status: 'INTENT', ...paid })
      checkout.open()
      await ports.clock.advance(120_000)

      expect(ports.merchant.read.waiting).toEqual([])
      expect([ports.merchant.create.calls.length, ports.merchant.link.calls.length, count('error')]).toEqual([
        1, 0, 1,
      ])
    },
  )

  test('after a reload shows the order as paid, and offers nothing', async () => {
    const before = await startPaying()
    before.stop()
    const after = startCheckout({}, { ports: fakePorts({ memory: before.ports.memory }) })
    await after.read(paid)

    expect(after.checkout.state).toMatchObject({ phase: 'error', error: { kind: 'already_paid' } })
    expect(after.emitted()).toEqual(['error'])
  })

  test('whose order has another authorized session keeps following, and offers to pay again once that session fails', async () => {
    const { checkout, ports, read: readSession, emitted } = await startPaying()
    await readSession(promised)
    checkout.open()
    expect(emitted()).toEqual(['start', 'created', 'open'])
    await readSession(open)
    checkout.open()
    await ports.merchant.link.last.answer(aSession())

    expect(checkout.state).toMatchObject({ phase: 'waiting', hosted: 'popup' })
    expect(ports.windows.last.urls).toEqual(['https://pay.example/p/1'])
  })

  test('that is pressed again after a failure shows at once that the order is paid', async () => {
    const { checkout, ports, read: readSession, count } = await startPaying()
    await readSession({ status: 'FAILED' })
    checkout.check()
    await ports.merchant.read.last.answer({
      changed: true,
      session: aSession({ status: 'FAILED', ...paid }),
      etag: null,
      held: false,
    })

    expect(checkout.state).toMatchObject({ phase: 'error', error: { kind: 'already_paid' } })
    expect([count('failed'), count('error')]).toEqual([1, 1])
  })

  test('with a failed session and another authorized one reads again on a wake-up', async () => {
    const { ports, read: readSession, stop } = await startPaying()
    await readSession({ status: 'FAILED', ...promised })
    const asked = ports.merchant.read.calls.length
    await ports.wake.wake('visible')
    await settle()
    expect(ports.merchant.read.calls.length).toBeGreaterThan(asked)
    stop()

    expect(ports.merchant.read.waiting).toEqual([])
  })

  test('that requests a link aborts the request when the order is paid', async () => {
    const {
      checkout,
      ports,
      read: readSession,
    } = startCheckout({
      kind: 'payout',
      order: '',
      session: 'cs_1',
      code: 'K7QM',
    })
    const payout = { kind: 'payout', redirect_url: null } as const
    await readSession(payout)
    checkout.open()
    await readSession({ ...payout, ...paid })

    expect([ports.merchant.link.last.aborted, ports.windows.blank]).toEqual([true, []])
    expect(checkout.state.phase).toBe('error')
  })

  test('without a user interface sends the code that its options contain at the press', async () => {
    const {
      checkout,
      ports,
      read: readSession,
      events,
    } = startCheckout({
      kind: 'payout',
      order: '',
      session: 'cs_1',
      code: ' K7QM-2XDP ',
    })
    await readSession({ kind: 'payout', redirect_url: null })
    checkout.open()
    expect(ports.merchant.link.last.request).toEqual({ id: 'cs_1', code: 'K7QM-2XDP' })
    await ports.merchant.link.last.fail(aFault('code_refused'))

    expect(checkout.state.phase).toBe('idle')
    expect(events.at(-1)).toMatchObject({ name: 'error', error: { kind: 'code_refused' } })
  })
})
