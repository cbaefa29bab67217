// What a press of the button means in each state: open the existing session, create one, or do nothing.
// Part of `next`: pure functions only.
import { faultOf } from '../protocol/fault.ts'
import { reachedElsewhere, type Session } from '../protocol/session.ts'
import type { Effect, Fact } from './facts.ts'
import { isOtherPayment, type State, sessionOf } from './state.ts'
import { checkNow, failWith, follow, load, type Step, step } from './step.ts'

/** The shopper pressed. Emits `start` if a payment may begin; its listeners may still change what is sent. */
export function pressed(state: State, fact: Extract<Fact, { type: 'pressed' }>): Step {
  const { order, opening, method } = fact
  const session = sessionOf(state)
  switch (state.phase) {
    case 'loading':
    case 'creating':
    case 'authorized':
    case 'complete':
      // In progress, authorized or complete: it must not be paid twice.
      return step(state)
    case 'waiting':
    case 'idle':
    case 'cancelled':
    case 'failed':
    case 'expired':
    case 'error': {
      if (session && reachedElsewhere(session)) return step(state, checkNow(session.id, session))
      if (state.phase === 'waiting')
        return step({ ...state, hosted: opening }, { do: 'reopen', session: state.session, opening })
      if (isOtherPayment(state, fact.remembered)) return load(fact.remembered, 'memory')
      const isOpen = session?.outcome === 'open'
      if (order || (isOpen && state.phase !== 'error'))
        return step(state, {
          do: 'emit',
          event: { name: 'start', session, ...(method && { method }) },
          answer: 'start-allowed',
        })
      // A session that ended, or whose order has changed, cannot be paid again. Only an order can.
      return session ? step(state) : failWith(state, noOrder, null)
    }
  }
}

const noOrder = faultOf('misconfigured', 'Nothing to pay: set `order` or `session`.')

type Start = Extract<Fact, { type: 'start-allowed' }>

/** No listener of `start` prevented the payment. */
export function startAllowed(state: State, fact: Start): Step {
  const { request, sent, joins } = fact
  const session = sessionOf(state)
  // Another session of the order is complete or authorized: the shopper would pay twice.
  if (session && reachedElsewhere(session)) return step(state, checkNow(session.id, session))
  switch (state.phase) {
    case 'idle':
      return state.session ? openKnown(state.session, fact) : create(state, fact)
    case 'cancelled': {
      // The session is still open. A second one could be paid in addition, so reuse it, unless the shopper chose another
      // way to pay: then the merchant's server decides what happens to the first one.
      const isAnotherWay =
        sent && (request.kind !== sent.kind || (request.payment && isOther(request.payment, sent.payment)))
      return session && !(joins || isAnotherWay) ? openKnown(session, fact) : create(state, fact)
    }
    case 'error':
      if (state.paused) return step(state)
      // The server treats the same key as the same request, so a different request needs a new key.
      return create(state, fact, joins || isOther(request, sent) ? null : state.attempt)
    case 'failed':
    case 'expired':
      return create(state, fact)
    case 'loading':
    case 'creating':
    case 'waiting':
    case 'authorized':
    case 'complete':
      return step(state)
  }
}

const isOther = (one: unknown, other: unknown): boolean => JSON.stringify(one) !== JSON.stringify(other)

function create(state: State, { request, opening, ...fact }: Start, key: string | null = null): Step {
  if (fact.mistake) return failWith(state, fact.mistake, sessionOf(state))
  const attempt = key ?? fact.attempt
  // Open the window first: browsers allow it only inside the click, before anything is awaited (docs/internals/browser-facts.md#a-popup-opens-only-inside-the-click).
  const window: Effect[] = opening === 'popup' ? [{ do: 'open-window' }] : []
  return step(
    { phase: 'creating', attempt, opening, session: null },
    ...window,
    { do: 'stop-following' },
    { do: 'create', attempt, request },
  )
}

/**
 * Opens a session that exists already. Nothing is created. `creating` and not yet `waiting`, because the server may refuse:
 * the order has changed since, or the recipient's code is wrong.
 */
function openKnown(session: Session, { attempt, opening }: Start): Step {
  return step(
    { phase: 'creating', attempt, opening, session },
    { do: 'reopen', session, opening },
    follow(session.id, session),
  )
}
