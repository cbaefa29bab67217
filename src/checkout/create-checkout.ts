// The machine without a face: takes facts to `next`, keeps the state and carries out the effects. It decides nothing.
import type { CheckoutPorts, CreateRequest, LoadingText, Stop } from '../platform/ports.ts'
import { type Fault, faultFrom } from '../protocol/fault.ts'
import type { Kind } from '../protocol/kind.ts'
import type { Payment } from '../protocol/method.ts'
import { needsCode, type Session } from '../protocol/session.ts'
import { msUntil } from './deadline.ts'
import { type CheckoutEvent, isOncePerSession } from './events.ts'
import type { Effect, Fact, SessionIds } from './facts.ts'
import { type Following, followSession } from './follow-session.ts'
import { createHostedPage } from './hosted-page.ts'
import { next } from './next.ts'
import { forgetSession, forgetWayBack, rememberedSession, rememberSession } from './resume.ts'
import { sendWithRetries } from './send-with-retries.ts'
import { attemptInFlight, type SharedOrder, sendOnce, sharedOrder } from './shared-order.ts'
import { expiryOf, initialState, type Mode, type State, sessionOf } from './state.ts'

export interface CheckoutOptions {
  /** Base URL of the merchant protocol. */
  readonly endpoint: string
  /** The merchant's order id; may be empty only where `session` is given. */
  readonly order: string
  /** Id of a session that the merchant's server created before, or empty. */
  readonly session: string
  readonly mode: 'auto' | Mode
  readonly kind: Kind
  /** BCP 47. */
  readonly lang: string
  /** What the shopper chose here; absent: the hosted page asks. */
  readonly payment?: Payment | undefined
  /** JSON, sent as `context` on create. */
  readonly context?: unknown
  /** Proves that this shopper may pay this order: the page got it from the merchant's server. Empty: nothing is sent. */
  readonly token?: string | undefined
  /** What the recipient of a payout typed. Sent where the server asks for it before it tells the payout's page. */
  readonly code?: string | undefined
  /** What the blank window shows until the hosted page is known. */
  readonly loadingText: LoadingText
}

export interface CheckoutTools {
  readonly ports: CheckoutPorts
  /** Read at the moment of need: attributes may change between two presses. */
  readonly options: () => CheckoutOptions
  /** Tells the page. Answers `false` when a listener prevented what follows. */
  readonly emit: (event: CheckoutEvent) => boolean
  /** After each change of state. */
  readonly onChange: (state: State) => void
}

/** What the view and the page may ask for. */
export interface Actions {
  /** Pay, retry, reopen: whatever the main button means now. Call it inside the click. */
  open(): void
  /** The shopper gives up here. Says nothing about money: the session is still followed. */
  cancel(): void
  /** Asks the server now. */
  check(): void
  /** Back to the beginning; the session is left alone. */
  reset(): void
}

export interface Checkout extends Actions {
  readonly state: State
  /** Listens to the page's life and resumes what was under way. Returns how to stop; may be called again after. */
  connect(): Stop
  /** Another checkout takes its place: this one does nothing more, and tells nothing, whatever is still on its way. */
  end(): void
}

/** Makes a checkout. Nothing runs until `connect` or `open`; nothing is followed while it is not connected. */
export function createCheckout({ ports, options, emit, onChange }: CheckoutTools): Checkout {
  let state: State = initialState
  const queue: Fact[] = []
  let ended = false
  /** How to stop listening; another object for each time that it is connected. */
  let connection: readonly Stop[] | null = null
  /** What was asked for last: a session or a link. */
  let pending: AbortController | null = null
  /** What the last session was made for. */
  let sent: CreateRequest | null = null
  let following: Following | null = null
  /** What happens at most once for a session. */
  const emitted = new Set<string>()
  let stopTimer: Stop = () => {}

  const hostedPage = createHostedPage({
    ports,
    loadingText: () => options().loadingText,
    onRefused: () => dispatch({ type: 'window-refused' }),
    onRedirectRefused: () => dispatch({ type: 'no-window', redirect: false }),
    onLinkNeeded: renewLink,
    onClosed: () => dispatch({ type: 'window-closed' }),
    onShown: (_, mode) => dispatch({ type: 'page-shown', mode }),
  })

  /** One fact at a time: a listener that calls `reset()` inside an event must not run into the middle of a step. */
  function dispatch(fact: Fact): void {
    if (ended || queue.push(fact) > 1) return
    for (let fact = queue[0]; fact; fact = queue[0]) {
      guard(() => apply(fact))
      queue.shift()
    }
    watchTime()
  }

  function apply(fact: Fact): void {
    const before = connection
    const step = next(state, fact)
    const changed = step.state !== state
    state = step.state
    if (changed) guard(() => onChange(state))
    for (const effect of step.effects) {
      // A listener has taken the element away, or has given it something else to pay.
      if (ended || connection !== before) return
      guard(() => carryOut(effect))
    }
  }

  /** A screen or a port that throws must not stop the rest: the payment has to be followed all the same. */
  function guard(run: () => void): void {
    try {
      run()
    } catch (error) {
      ports.report(`Something in the widget failed: ${error}`)
    }
  }

  function carryOut(effect: Effect): void {
    switch (effect.do) {
      case 'open-window':
        return hostedPage.openBlank()
      case 'close-window':
        return hostedPage.close()
      case 'leave-window':
        return hostedPage.leave()
      case 'watch-window':
        return hostedPage.watch()
      case 'reopen':
        return hostedPage.reopen(effect.session, effect.opening)
      case 'show-hosted-page':
        return hostedPage.show(effect.session, effect.opening)
      case 'create':
        return create(effect.attempt, effect.request)
      case 'abandon-create':
        return pending?.abort()
      case 'follow':
        return follow(effect.id, effect.session)
      case 'check-now':
        return following?.id === effect.id ? following.check() : follow(effect.id, effect.session)
      case 'stop-following':
        return stopFollowing()
      case 'remember':
        rememberSession(ports.memory, place(), effect.session.id)
        return shareUpdate(effect.session)
      case 'forget': {
        const { session } = effect
        forgetWayBack(ports.memory)
        if (!session || session.id === sessionIds().remembered) forgetSession(ports.memory, place())
        return session ? shareUpdate(session) : undefined
      }
      case 'resume':
        if (connection) dispatch({ type: 'connected', ...sessionIds() })
        return
      case 'emit': {
        const before = connection
        const proceed = emitOnce(effect.event)
        // A listener that took the element away has stopped what would follow.
        if (connection !== before) return
        if (effect.answer === 'no-window')
          dispatch({ type: effect.answer, redirect: proceed && options().mode === 'auto' })
        else if (effect.answer && proceed) dispatch({ type: effect.answer, ...prepareCreate() })
      }
    }
  }

  /** Where this tab remembers the payment: by its order, or by the session where the page names no order. */
  function place(): string {
    const { endpoint, order, session } = options()
    return `${ports.addressOf(endpoint)}#${order || session}`
  }

  function sessionIds(): SessionIds {
    return { named: options().session, remembered: rememberedSession(ports.memory, place()) }
  }

  function opening(): Mode {
    const { mode } = options()
    return mode === 'redirect' || (mode === 'auto' && ports.windows.prefersRedirect()) ? 'redirect' : 'popup'
  }

  /** Read when the page has been told of the start: a listener may have set what is to be sent. */
  function prepareCreate() {
    const joined = attemptInFlight(order())
    return {
      attempt: joined?.key ?? ports.newKey(),
      request: joined?.request ?? requestOf(options()),
      sent,
      joins: joined !== null,
      opening: opening(),
    }
  }

  function order(): SharedOrder {
    return sharedOrder(ports.memory, place())
  }

  function onOrderUpdate(session: Session): void {
    dispatch({ type: 'order-updated', session })
  }

  function shareUpdate(session: Session): void {
    for (const watcher of order().watchers) if (watcher !== onOrderUpdate) watcher(session)
  }

  function emitOnce(event: CheckoutEvent): boolean {
    if (event.session && isOncePerSession(event.name)) {
      const key = `${event.session.id} ${event.name}`
      if (emitted.has(key)) return true
      emitted.add(key)
    }
    if (event.name === 'error') ports.report(event.error.message)
    try {
      return emit(event)
    } catch (error) {
      // A listener that throws has prevented nothing.
      ports.report(`A listener of "${event.name}" failed: ${error}`)
      return true
    }
  }

  function create(attempt: string, request: CreateRequest): void {
    const { endpoint, token } = options()
    sent = request
    // The token only proves who asks: a fresh one does not make another request.
    const body = { ...request, ...(token && { token }) }
    const shared = order()
    const settled = (fact: Fact) => {
      if (shared.attempt?.key === attempt) shared.attempt = null
      dispatch(fact)
    }
    sendRequest(
      (signal, whole) =>
        sendOnce(shared, { key: attempt, request }, whole, () =>
          ports.api(endpoint).create(body, attempt, signal),
        ),
      (session) => settled({ type: 'session-created', attempt, session }),
      (error) => settled({ type: 'create-failed', attempt, error }),
    )
  }

  function renewLink(session: Session, opening: Mode): void {
    const code = needsCode(session) ? (options().code ?? '').trim() : undefined
    sendRequest(
      (signal) => ports.api(options().endpoint).link(session, signal, code),
      (session) => dispatch({ type: 'link-renewed', session, opening }),
      (error) => dispatch({ type: 'link-refused', id: session.id, error }),
    )
  }

  /** One question at a time: what a press asks for takes the place of what the press before asked for. */
  function sendRequest(
    send: (signal: AbortSignal, whole: AbortSignal) => Promise<Session>,
    onAnswer: (session: Session) => void,
    onFault: (fault: Fault) => void,
  ): void {
    pending?.abort()
    pending = new AbortController()
    const { signal } = pending
    sendWithRetries((one) => send(one, signal), ports, signal).then(onAnswer, (error) => {
      if (!signal.aborted) onFault(faultFrom(error))
    })
  }

  /** Nobody could stop what is followed before `connect`, or after: there, it is followed on. */
  function follow(id: string, session: Session | null): void {
    if (!connection || following?.id === id) return
    stopFollowing()
    following = followSession({
      id,
      session,
      kind: options().kind,
      api: ports.api(options().endpoint),
      clock: ports.clock,
      random: ports.random,
      isHidden: ports.wake.isHidden,
      onRead: (session) => dispatch({ type: 'session-read', session }),
      onTrouble: (trouble) => dispatch({ type: 'trouble-changed', trouble }),
      onRefused: (error) => dispatch({ type: 'session-refused', error }),
      onLost: (error) => {
        following = null
        dispatch({ type: 'session-lost', error })
      },
    })
  }

  /**
   * Asks once what became of a payment whose time is up. The clock is read each time and never counted: it may be moved,
   * and timers sleep with their tab (FACTS 10).
   */
  function watchTime(): void {
    stopTimer()
    const end = expiryOf(state)
    const key = `${sessionOf(state)?.id} ${end}`
    if (!connection || emitted.has(key)) return
    const leftMs = msUntil(end, ports.serverNow())
    if (leftMs <= 0) {
      emitted.add(key)
      dispatch({ type: 'time-is-up' })
    } else if (leftMs) stopTimer = ports.clock.after(Math.min(leftMs, 60_000), watchTime)
  }

  function stopFollowing(): void {
    following?.stop()
    following = null
  }

  function connect(): Stop {
    const { watchers } = order()
    watchers.add(onOrderUpdate)
    connection = [
      () => watchers.delete(onOrderUpdate),
      ports.wake.watch((reason) => dispatch({ type: 'woken', restored: reason === 'restored' })),
      ports.channel.watch((id) => {
        dispatch({ type: 'shopper-returned', id })
        return hostedPage.opened(id)
      }),
    ]
    dispatch({ type: 'connected', ...sessionIds() })
    return disconnect
  }

  function disconnect(): void {
    for (const stop of connection ?? []) stop()
    connection = null
    stopTimer()
    stopFollowing()
    // Nobody is left to hear of what was asked for.
    pending?.abort()
    hostedPage.leave()
    dispatch({ type: 'disconnected' })
  }

  return {
    get state() {
      return state
    },
    open: () => dispatch({ type: 'pressed', order: options().order, opening: opening(), ...sessionIds() }),
    cancel: () => dispatch({ type: 'cancelled' }),
    check: () => dispatch({ type: 'check-requested' }),
    reset: () => dispatch({ type: 'reset' }),
    connect,
    end() {
      ended = true
      disconnect()
    },
  }
}

function requestOf({ order, kind, lang, payment, context }: CheckoutOptions): CreateRequest {
  return { order, kind, lang, ...(payment && { payment }), ...(context !== undefined && { context }) }
}
