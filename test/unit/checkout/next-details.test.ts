// Details that the table's single example of each phase cannot show.
import { describe, expect, test } from 'vitest'
import type { Fact } from '../../../src/checkout/facts.ts'
import { next } from '../../../src/checkout/next.ts'
import type { Hosted, State } from '../../../src/checkout/state.ts'
import { aFault, aSession } from '../../support/sessions.ts'
import { aRequest, factOf, phases, press, stateOf, waitingIn, wordOf } from './every-state.ts'

/** Where the hosted page is after a fact, by where it was before. */
const whereabouts: Record<Hosted, Record<string, string>> = {
  popup: { closed: 'closed', restored: 'popup', returned: 'returned', refused: 'redirect' },
  closed: { closed: 'closed', restored: 'closed', returned: 'returned', refused: 'redirect' },
  refused: { closed: 'refused', restored: 'refused', returned: 'returned', refused: 'redirect' },
  redirect: { closed: 'redirect', restored: 'elsewhere', returned: 'returned', refused: 'redirect' },
  returned: { closed: 'returned', restored: 'returned', returned: 'returned', refused: 'redirect' },
  elsewhere: { closed: 'elsewhere', restored: 'elsewhere', returned: 'returned', refused: 'redirect' },
}
const facts: Record<string, Fact> = {
  closed: factOf['window-closed'],
  restored: factOf.woken,
  returned: factOf['shopper-returned'],
  refused: factOf['no-window'],
}
const moves = Object.entries(whereabouts).flatMap(([hosted, row]) =>
  Object.entries(row).map(([fact, after]) => [hosted as Hosted, fact, after] as const),
)

describe('while the hosted page is open', () => {
  test.each(moves)('%s, then %s: %s', (hosted, name, after) => {
    const fact = facts[name]
    if (!fact) throw new Error(name)
    expect(next(waitingIn(hosted), fact).state).toMatchObject({ phase: 'waiting', hosted: after })
  })

  test('a refused window leaves the payment in the widget if there is no redirect', () => {
    const { state, effects } = next(waitingIn('popup'), { type: 'no-window', redirect: false })

    expect([state, effects.map(wordOf)]).toEqual([waitingIn('refused'), ['remember']])
  })

  test('the return from another session does not end ours', () => {
    const state = waitingIn('popup')
    expect(next(state, { type: 'shopper-returned', id: 'cs_2' }).state).toBe(state)
  })

  test('a press opens a session without an address, because only a link request returns one', () => {
    const state = { ...waitingIn('elsewhere'), session: aSession({ redirect_url: null }) } as State

    expect(next(state, factOf.pressed).effects.map(wordOf)).toEqual(['reopen'])
  })

  test.each(['javascript:alert(1)', '//evil.example'])(
    'a link answer that leads to %s is an error and opens nothing',
    (address) => {
      const session = aSession({ redirect_url: address })
      const { state, effects } = next(stateOf.waiting, { type: 'link-renewed', session, opening: 'popup' })

      expect(state).toMatchObject({ phase: 'error', error: { kind: 'bad_redirect_url' } })
      expect(effects.map(wordOf)).toEqual(['close-window', 'emit:error', 'check-now'])
    },
  )
})

describe('an answer to a create request', () => {
  test.each(['session-created', 'create-failed'] as const)(
    '%s of an older attempt changes nothing',
    (type) => {
      const fact = { ...factOf[type], attempt: 'key-0' } as Fact
      expect(next(stateOf.creating, fact)).toEqual({ state: stateOf.creating, effects: [] })
    },
  )

  test.each([
    [
      'COMPLETED',
      'complete',
      'remember emit:created close-window stop-following close-window remember emit:complete',
    ],
    ['AUTHORIZED', 'authorized', 'remember emit:created close-window leave-window emit:authorized follow'],
    ['FAILED', 'failed', 'remember emit:created close-window stop-following close-window forget emit:failed'],
  ])('that is %s already shows it and closes the blank window', (status, phase, effects) => {
    const step = next(stateOf.creating, {
      type: 'session-created',
      attempt: 'key-1',
      session: aSession({ status }),
    })

    expect([step.state.phase, step.effects.map(wordOf).join(' ')]).toEqual([phase, effects])
  })

  test('after a refused window waits for a press', () => {
    const refused: State = { phase: 'creating', attempt: 'key-1', opening: 'refused', session: null }
    const { state, effects } = next(refused, factOf['session-created'])

    expect(state).toMatchObject({ phase: 'waiting', hosted: 'refused' })
    expect(effects.map(wordOf)).toEqual(['remember', 'emit:created', 'follow'])
  })
})

describe('the key of an attempt', () => {
  const failed = (fault = aFault()) =>
    next(stateOf.creating, { type: 'create-failed', attempt: 'key-1', error: fault }).state

  test('is kept after a retryable fault, because a new one could make a second payment', () => {
    expect(press(failed()).state).toMatchObject({ phase: 'creating', attempt: 'key-1' })
  })

  test('is new after a refusal, because the same request would be refused again', () => {
    expect(press(failed(aFault('invalid'))).state).toMatchObject({ attempt: 'key-2' })
  })

  test('is new if the request changed, because a key belongs to one request', () => {
    expect(press(failed(), { request: aRequest({ lang: 'de' }) }).state).toMatchObject({ attempt: 'key-2' })
  })

  test.each<[string, State]>([
    ['a fault', failed()],
    ['the shopper gave up', stateOf.cancelled],
  ])('is that of another element that is creating the session, also after %s', (_, state) => {
    const start = press(state, { attempt: 'key-9', joins: true })

    expect(start.state).toMatchObject({ phase: 'creating', attempt: 'key-9' })
    expect(start.effects).toContainEqual({ do: 'create', attempt: 'key-9', request: aRequest() })
  })

  test.each(['failed', 'expired'] as const)('is new after %s, because that attempt has ended', (phase) => {
    expect(press(stateOf[phase]).state).toMatchObject({ attempt: 'key-2' })
  })

  test('is new after the shopper cancelled before the session was created', () => {
    const { state } = press({ phase: 'cancelled', session: null })
    expect(state).toMatchObject({ phase: 'creating', attempt: 'key-2' })
  })
})

describe('a session that the merchant’s server created', () => {
  const ready: State = { phase: 'idle', session: aSession() }

  test('is read once, then offered: there are no more reads before the press', () => {
    const loading = next(stateOf.idle, { type: 'connected', named: 'cs_1', remembered: null }).state
    const { state, effects } = next(loading, { type: 'session-read', session: aSession() })

    expect([state, effects.map(wordOf)]).toEqual([ready, ['stop-following']])
  })

  test('opens with the press and is not created again', () => {
    const { state, effects } = press(ready)

    expect(state).toEqual({ phase: 'creating', attempt: 'key-2', opening: 'popup', session: aSession() })
    expect(effects.map(wordOf)).toEqual(['reopen', 'follow'])
  })

  test('leads to an error if the server does not know it', () => {
    const loading = { ...stateOf.loading, from: 'attribute' } as State
    expect(next(loading, factOf['session-lost']).state).toMatchObject({
      phase: 'error',
      error: { kind: 'not_found' },
    })
  })
})

describe('a press without an order', () => {
  const pressed = { ...factOf.pressed, order: '' } as Fact

  test.each<[string, State]>([
    ['nothing at all', stateOf.idle],
    ['a fault', stateOf.error],
  ])('tells the developer which attribute is missing if there is %s', (_what, state) => {
    const { state: after, effects } = next(state, pressed)

    expect(after).toMatchObject({ phase: 'error', error: { kind: 'misconfigured' } })
    expect(effects.map(wordOf)).toEqual(['close-window', 'emit:error'])
  })

  test.each(['failed', 'expired'] as const)('leaves a session that is %s as it is', (phase) => {
    expect(next(stateOf[phase], pressed)).toEqual({ state: stateOf[phase], effects: [] })
  })

  test('opens the cancelled session whatever was chosen since, because nothing else can be paid', () => {
    const request = aRequest({ order: '', payment: { method: 'card' } })
    expect(press(stateOf.cancelled, { request, sent: null }).effects.map(wordOf)).toContain('reopen')
  })
})

test.each(phases)('a page that opens by itself changes only where a waiting payment is: %s', (phase) => {
  const before = stateOf[phase]
  const expected = phase === 'waiting' ? { ...before, hosted: 'elsewhere' } : before

  expect(next(before, factOf['opening-prevented'])).toEqual({ state: expected, effects: [] })
})
