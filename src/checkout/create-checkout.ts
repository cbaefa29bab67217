// The headless checkout: it passes each fact to `next`, stores the new state and carries out the effects.
// All decisions are in next.ts. All access to the browser and the server is behind the ports.
import type { CreateRequest, Stop } from '../platform/ports.ts'
import { type Fault, faultOf } from '../protocol/fault.ts'
import { frozenJson } from '../protocol/json.ts'
import { needsCode, type Session } from '../protocol/session.ts'
import type { AskUrl, Checkout, CheckoutTools } from './checkout.ts'
import { msUntil } from './deadline.ts'
import { isOncePerSession } from './events.ts'
import type { Effect, EmitEffect, Fact, SessionIds } from './facts.ts'
import { type Following, followSession } from './follow-session.ts'
import { createHostedPage } from './hosted-page.ts'
import { next } from './next.ts'
import { connectedTo, mayEmit } from './once-in-a-tab.ts'
import { createPendingRequest, type PendingRequest } from './pending-request.ts'
import { forgetSession, forgetWayBack, orderKeyOf, rememberedSession, rememberSession } from './resume.ts'
import { attemptInFlight, type SharedOrder, sendOnce, sharedOrder } from './shared-order.ts'
import { expiryOf, initialState, type Mode, type State, sessionOf } from './state.ts'

/** Makes a checkout. Nothing runs before `connect` or `open`. A session is followed only while the checkout is connected. */
export function createCheckout({ ports, options, emit, onChange }: CheckoutTools): Checkout {
  let state: State = initialState
  const queue: Fact[] = []
  let ended = false
  /** How to stop listening. Each `connect` makes a new array, so identity tells whether the checkout was reconnected. */
  let connection: readonly Stop[] | null = null
  const pending = createPendingRequest(ports)
  /** Of its own, because the shopper may ask for it while a window opens. */
  const pendingPhone = createPendingRequest(ports)
  /** The create request that was sent last. */
  let sent: CreateRequest | null = null
  let following: Following | null = null
  /** The expiry times for which `time-is-up` was dispatched, each with its session. */
  const expired = new Set<string>()
  /** Whether the shopper pressed after the last error. The next error answers the press, so it is emitted in any case. */
  let wasPressed = false
  let stopTimer: Stop = () => {}
  /** Identifies this checkout among those of the page. */
  const self = {}

  const hostedPage = createHostedPage({
    ports,
    loadingText: () => options().loadingText,
    onRefused: () => dispatch({ type: 'window-refused' }),
    onRedirectRefused: () => dispatch({ type: 'no-window', redirect: false }),
    onLinkNeeded: renewLink,
    onClosed: () => dispatch({ type: 'window-closed' }),
    mayOpen,
  })

  /** Applies one fact at a time. A listener may call `reset()` inside an event; that fact waits for the current step. */
  function dispatch(fact: Fact): void {
    if (ended || queue.push(fact) > 1) return
    for (let fact = queue[0]; fact; fact = queue[0]) {
      guard(() => apply(fact))
      queue.shift()
    }
    watchExpiry()
  }

  function apply(fact: Fact): void {
    const before = connection
    const step = next(state, fact)
    const changed = step.state !== state
    state = step.state
    if (changed) guard(() => onChange(state))
    for (const effect of step.effects) {
      // A listener removed the element, or set another order: the remaining effects belong to a payment that ended.
      if (ended || connection !== before) return
      guard(() => carryOut(effect))
    }
  }

  /** Reports what a view or a port throws, and goes on: the payment must still be followed. */
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
        return abandon()
      case 'follow':
        return follow(effect.id, effect.session)
      case 'check-now':
        return following?.id === effect.id ? following.check() : follow(effect.id, effect.session)
      case 'stop-following':
        return stopFollowing()
      case 'remember':
        rememberSession(ports.memory, orderKey(), effect.session.id)
        return shareUpdate(effect.session)
      case 'forget': {
        const { session } = effect
        forgetWayBack(ports.memory)
        if (!session || session.id === sessionIds().remembered) forgetSession(ports.memory, orderKey())
        return session ? shareUpdate(session) : undefined
      }
      case 'resume':
        if (connection) dispatch({ type: 'connected', ...sessionIds() })
        return
      case 'emit': {
        const before = connection
        const proceed = dispatchOnce(effect)
        // A listener removed the element: the payment must not start.
        if (connection !== before) return
        if (effect.answer === 'no-window')
          dispatch({ type: effect.answer, redirect: proceed && options().mode === 'auto' })
        else if (effect.answer && proceed) dispatch({ type: effect.answer, ...prepareCreate() })
      }
    }
  }

  const orderKey = () => orderKeyOf(ports, options())

  function sessionIds(): SessionIds {
    return { named: options().session, remembered: rememberedSession(ports.memory, orderKey()) }
  }

  function opening(): Mode {
    const { mode } = options()
    return mode === 'redirect' || (mode === 'auto' && ports.windows.prefersRedirect()) ? 'redirect' : 'popup'
  }

  /**
   * The key and the create request for this press. Read after the `start` event, because a listener may change the
   * options. If another checkout of the page is creating a session for the order, this one joins its attempt.
   */
  function prepareCreate() {
    const joined = attemptInFlight(order())
    const page = options()
    const { kind, lang, payment } = page
    let context: unknown
    let mistake: Fault | null = null
    try {
      context = frozenJson(() => page.context, 'context')
    } catch (error) {
      mistake = faultOf('misconfigured', `${error}`)
    }
    const own = {
      order: page.order,
      kind,
      lang,
      ...(payment && { payment }),
      ...(context !== undefined && { context }),
    }
    return {
      attempt: joined?.key ?? ports.newKey(),
      request: joined?.request ?? own,
      mistake: joined ? null : mistake,
      // A reload, or another element, sent the request of a session that the page does not name.
      sent: sent ?? (page.session ? null : sessionOf(state)),
      joins: joined !== null,
      opening: opening(),
    }
  }

  function order(): SharedOrder {
    return sharedOrder(ports.memory, orderKey())
  }

  function onOrderUpdate(session: Session): void {
    dispatch({ type: 'order-updated', session })
  }

  function shareUpdate(session: Session): void {
    for (const watcher of order().watchers) if (watcher !== onOrderUpdate) watcher(session)
  }

  /** @returns `false` if a listener prevented the default action */
  function dispatchOnce({ event, once }: EmitEffect): boolean {
    const { name } = event
    const isError = name === 'error'
    if (isError) ports.report(event.error.message)
    const id = once ?? (isOncePerSession(name) && event.session?.id)
    const may = !id || mayEmit(ports.memory, self, `${id} ${isError ? event.error.kind : name}`)
    const isAnswer = isError && wasPressed
    if (isError) wasPressed = false
    if (!may && !isAnswer) return true
    try {
      return emit(event)
    } catch (error) {
      // A listener that throws did not prevent the default action.
      ports.report(`A listener of "${name}" failed: ${error}`)
      return true
    }
  }

  /**
   * Emits `open` before the hosted page opens. The event carries the known session, never the address that was returned for a
   * code: whoever has that address can take the money, and events reach every script of the page.
   */
  function mayOpen(mode: Mode, address?: string): boolean {
    const session = sessionOf(state)
    const url = session && !needsCode(session) ? address : undefined
    const event = { name: 'open', session, mode, ...(url && { url }) } as const
    if (dispatchOnce({ do: 'emit', event }) || !url) return true
    dispatch({ type: 'opening-prevented' })
    return false
  }

  function create(attempt: string, request: CreateRequest): void {
    const { endpoint, token } = options()
    sent = request
    // The token only proves who the shopper is. It is no part of `request`: a fresh token needs no new idempotency key.
    const body = { ...request, ...(token && { token }) }
    const shared = order()
    const settled = (fact: Fact) => {
      if (shared.attempt?.key === attempt) shared.attempt = null
      dispatch(fact)
    }
    pending.send(
      attempt,
      (signal, whole) =>
        sendOnce(shared, { key: attempt, request }, whole, () =>
          ports.api(endpoint).create(body, attempt, signal),
        ),
      (session) => settled({ type: 'session-created', attempt, session }),
      (error) => settled({ type: 'create-failed', attempt, error }),
    )
  }

  function renewLink(session: Session, opening: Mode): void {
    askLink(pending, session, (session) => dispatch({ type: 'link-renewed', session, opening }))
  }

  function askPhoneUrl(show: Parameters<AskUrl>[0]): void {
    const session = sessionOf(state)
    if (session) askLink(pendingPhone, session, ({ redirect_url }) => show(redirect_url))
  }

  function askLink(request: PendingRequest, known: Session, onAnswer: (session: Session) => void): void {
    const code = needsCode(known) ? (options().code ?? '').trim() : undefined
    request.send(
      `${known.id} ${code}`,
      (signal) => ports.api(options().endpoint).link(known, signal, code),
      onAnswer,
      // A small proxy has no link call. If instead the session is lost, the reads find it out.
      (error) =>
        error.kind === 'not_found' && known.redirect_url
          ? onAnswer(known)
          : dispatch({ type: 'link-refused', id: known.id, error }),
    )
  }

  function abandon(): void {
    pending.abort()
    pendingPhone.abort()
  }

  /** Does nothing while disconnected, because nothing would stop it. `connected` follows the session later. */
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
   * Dispatches `time-is-up` once for each expiry time. Compares with the clock on each run instead of counting: the clock
   * may be set, and timers sleep with their tab (docs/internals/browser-facts.md#a-hidden-tab-has-slow-timers).
   */
  function watchExpiry(): void {
    stopTimer()
    const expiresAt = expiryOf(state)
    const key = `${sessionOf(state)?.id} ${expiresAt}`
    if (!connection || expired.has(key)) return
    const leftMs = msUntil(expiresAt, ports.serverNow())
    if (leftMs <= 0) {
      expired.add(key)
      dispatch({ type: 'time-is-up' })
    } else if (leftMs) stopTimer = ports.clock.after(Math.min(leftMs, 60_000), watchExpiry)
  }

  function stopFollowing(): void {
    following?.stop()
    following = null
  }

  function connect(): Stop {
    const { watchers } = order()
    const connected = connectedTo(ports.memory)
    watchers.add(onOrderUpdate)
    connected.add(self)
    connection = [
      () => watchers.delete(onOrderUpdate),
      () => connected.delete(self),
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
    // Nobody would see the answer.
    abandon()
    hostedPage.leave()
    dispatch({ type: 'disconnected' })
  }

  return {
    get state() {
      return state
    },
    open() {
      wasPressed = true
      const { order, payment } = options()
      dispatch({ type: 'pressed', order, opening: opening(), method: payment?.method, ...sessionIds() })
    },
    cancel: () => dispatch({ type: 'cancelled' }),
    check: () => dispatch({ type: 'check-requested' }),
    reset: () => dispatch({ type: 'reset' }),
    askPhoneUrl,
    connect,
    end() {
      ended = true
      disconnect()
    },
  }
}
