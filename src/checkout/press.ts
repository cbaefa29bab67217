// What a press of the button means in each state: open what is there, make a session, or nothing at all.
import { faultOf } from '../protocol/fault.ts'
import { hasHostedPage, needsCode, reachedElsewhere, type Session } from '../protocol/session.ts'
import type { Effect, Fact } from './facts.ts'
import { badRedirectUrl } from './opening.ts'
import { isOtherPayment, type State, sessionOf } from './state.ts'
import { checkNow, failWith, follow, load, type Step, stay, step } from './step.ts'

/** The shopper pressed: whether the page is told of a start, and may set what is sent. */
export function pressed(state: State, fact: Extract<Fact, { type: 'pressed' }>): Step {
  const { order, opening } = fact
  const session = sessionOf(state)
  switch (state.phase) {
    case 'loading':
    case 'creating':
    case 'authorized':
    case 'complete':
      // Under way, or promised or made: it must not be paid twice.
      return stay(state)
    case 'waiting': {
      const { session } = state
      // A small proxy may tell the address only once: then there is nothing to open, and no window is left blank.
      return hasHostedPage(session)
        ? step({ ...state, hosted: opening }, { do: 'reopen', session, opening })
        : step(state, checkNow(session.id, session))
    }
    case 'idle':
    case 'cancelled':
    case 'failed':
    case 'expired':
    case 'error': {
      if (session && reachedElsewhere(session)) return step(state, checkNow(session.id, session))
      if (isOtherPayment(state, fact.remembered)) return load(fact.remembered, 'memory')
      const isOpen = session?.outcome === 'open'
      if (order || (isOpen && state.phase !== 'error' && hasHostedPage(session)))
        return step(state, { do: 'emit', event: { name: 'start', session }, answer: 'start-allowed' })
      // What is over is over: only an order can be paid again.
      return session && !isOpen ? stay(state) : failWith(state, noOrder, null)
    }
  }
}

const noOrder = faultOf(
  'misconfigured',
  'Nothing to pay: set the `order` attribute to the merchant’s order id, or `session` to the id of a session.',
)

type Start = Extract<Fact, { type: 'start-allowed' }>

/** The page lets the payment start. */
export function startAllowed(state: State, fact: Start): Step {
  const { request, sent, joins } = fact
  const session = sessionOf(state)
  // Paid or promised by another session: a press could only pay twice.
  if (session && reachedElsewhere(session)) return step(state, checkNow(session.id, session))
  switch (state.phase) {
    case 'idle':
      return state.session ? openKnown(state.session, fact) : create(fact)
    case 'cancelled': {
      // The session is still open and can still be paid: another one could be paid as well. The merchant's server knows
      // what to do about a shopper who chose another way to pay.
      const isAnotherWay =
        (sent && request.kind !== sent.kind) || (request.payment && isOther(request.payment, sent?.payment))
      return session && !joins && !(request.order && isAnotherWay) && hasHostedPage(session)
        ? openKnown(session, fact)
        : create(fact)
    }
    case 'error':
      if (state.paused) return stay(state)
      // To the server the same key is the same request: another request needs another key.
      return create(fact, joins || isOther(request, sent) ? null : state.attempt)
    case 'failed':
    case 'expired':
      return create(fact)
    case 'loading':
    case 'creating':
    case 'waiting':
    case 'authorized':
    case 'complete':
      return stay(state)
  }
}

const isOther = (one: unknown, other: unknown): boolean => JSON.stringify(one) !== JSON.stringify(other)

function create({ request, opening, ...fact }: Start, key: string | null = null): Step {
  const attempt = key ?? fact.attempt
  // The window first: a browser opens it only inside the click, before anything is awaited (FACTS 1).
  const window: Effect[] = opening === 'popup' ? [{ do: 'open-window' }] : []
  return step(
    { phase: 'creating', attempt, opening, session: null },
    ...window,
    { do: 'stop-following' },
    { do: 'create', attempt, request },
  )
}

/** A session that the merchant's server had created before: nothing is created on click. */
function openKnown(session: Session, { attempt, opening }: Start): Step {
  if (!hasHostedPage(session)) return badRedirectUrl({ phase: 'idle', session }, session)
  if (needsCode(session)) {
    // Not yet `waiting`: a wrong code leads back to where it is typed.
    const asking: State = { phase: 'creating', attempt, opening, session }
    return step(asking, { do: 'reopen', session, opening }, follow(session.id, session))
  }
  return step(
    { phase: 'waiting', session, hosted: opening, trouble: null },
    { do: 'remember', session },
    { do: 'reopen', session, opening },
    follow(session.id, session),
  )
}
