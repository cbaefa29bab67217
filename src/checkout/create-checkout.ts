// The machine without a face: keeps the state, carries out the effects, turns what comes back into facts.
import type { CreateRequest, LoadingText, Ports, Stop } from '../platform/ports.ts'
import { type Fault, faultFrom, faultOf } from '../protocol/fault.ts'
import type { Kind } from '../protocol/kind.ts'
import type { Payment } from '../protocol/method.ts'
import { hasHostedPage, needsCode, reachedElsewhere, type Session } from '../protocol/session.ts'
import { type CheckoutEvent, oncePerSession } from './events.ts'
import type { Effect, Fact } from './facts.ts'
import { type Following, followSession } from './follow-session.ts'
import { createHostedPage } from './hosted-page.ts'
import { next } from './next.ts'
import { forgetSession, forgetWayBack, rememberedSession, rememberSession } from './resume.ts'
import { initialState, isPromisedElsewhere, type Mode, type Phase, type State, sessionOf } from './state.ts'
import { untilAnswered } from './until-answered.ts'

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
  readonly ports: Ports
  /** Read at the moment of need: attributes may change between two presses. */
  readonly options: () => CheckoutOptions
  /** Tells the page. Answers `false` when a listener prevented what follows. */
  readonly tell: (event: CheckoutEvent) => boolean
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

/** Makes a checkout. Nothing runs until `connect` or `open`. */
export function createCheckout({ ports, options, tell, onChange }: CheckoutTools): Checkout {
  let state: State = initialState
  let creating: AbortController | null = null
  /** What an attempt asks for: as it was when pay was pressed, however often it is sent. */
  let asked: CreateRequest | null = null
  /** What the last session was made for. */
  let sent: CreateRequest | null = null
  let following: Following | null = null
  const told = new Set<string>()
  const queue: Fact[] = []
  let draining = false
  let connected = false
  let disconnect: Stop = () => {}
  let ended = false
  /** Counts disconnects: what a step has not done by then is not done any more. */
  let disconnects = 0

  const hostedPage = createHostedPage({
    ports,
    loadingText: () => options().loadingText,
    onRefused() {
      const proceed = announce({ name: 'blocked', session: sessionOf(state) })
      happened({ type: 'window-refused', redirect: proceed && options().mode === 'auto' })
    },
    onStuck: () => happened({ type: 'window-refused', redirect: false }),
    onLinkNeeded: renewLink,
    onClosed: () => happened({ type: 'window-closed' }),
    // Not the session that was shown: an address that was given out for a code is nothing for the page to hear.
    onShown: (_, mode) => announce({ name: 'open', session: sessionOf(state), mode }),
  })

  /** One fact at a time: a listener that calls `reset()` inside an event must not run into the middle of a step. */
  function happened(fact: Fact): void {
    if (ended) return
    queue.push(fact)
    if (draining) return
    draining = true
    try {
      for (let fact = queue.shift(); fact; fact = queue.shift()) {
        const step = next(state, fact)
        const changed = step.state !== state
        const before = disconnects
        state = step.state
        if (changed) guard(() => onChange(state))
        for (const effect of step.effects) {
          // A listener has taken the element away, or has given it something else to pay.
          if (ended || disconnects !== before) break
          guard(() => carryOut(effect))
        }
      }
    } finally {
      draining = false
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
      case 'reopen':
        return hostedPage.reopen(effect.session, effect.opening)
      case 'show-hosted-page':
        return hostedPage.show(effect.session, effect.opening)
      case 'create':
        return create(effect.attempt)
      case 'abandon-create':
        creating?.abort()
        return
      case 'follow':
        return follow(effect.id, effect.session)
      case 'stop-following':
        return stopFollowing()
      case 'check-now':
        return following ? following.check() : followOn()
      case 'remember':
        return rememberSession(ports.memory, ...place(), effect.session.id)
      case 'forget':
        forgetWayBack(ports.memory)
        return forgetSession(ports.memory, ...place())
      case 'resume':
        if (connected) resume()
        return
      case 'tell':
        announce(effect.event)
    }
  }

  /** Where this tab remembers the payment: by its order, or by the session where the page names no order. */
  function place(): readonly [endpoint: string, payment: string] {
    const { endpoint, order, session } = options()
    return [endpoint, order || session]
  }

  function announce(event: CheckoutEvent): boolean {
    if (ended) return false
    if (event.session && oncePerSession.has(event.name)) {
      const key = `${event.session.id} ${event.name}`
      if (told.has(key)) return true
      told.add(key)
    }
    if (event.error) ports.report(event.error.message)
    try {
      return tell(event)
    } catch (error) {
      // A listener that throws has prevented nothing.
      ports.report(`A listener of "${event.name}" failed: ${error}`)
      return true
    }
  }

  function create(attempt: string): void {
    const { endpoint, token } = options()
    if (!asked) return
    sent = asked
    // The token only proves who asks: a fresh one does not make another request.
    const request = { ...asked, ...(token && { token }) }
    ask(
      (signal) => ports.api(endpoint).create(request, attempt, signal),
      (session) => happened({ type: 'session-created', attempt, session }),
      (error) => happened({ type: 'create-failed', attempt, error }),
    )
  }

  function renewLink(session: Session, opening: Mode): void {
    const code = needsCode(session) ? (options().code ?? '').trim() : undefined
    ask(
      (signal) => ports.api(options().endpoint).link(session, signal, code),
      (session) => happened({ type: 'link-renewed', session, opening }),
      (error) => happened({ type: 'link-refused', id: session.id, error }),
    )
  }

  /** One question at a time: what a press asks for takes the place of what the press before asked for. */
  function ask(
    send: (signal: AbortSignal) => Promise<Session>,
    onAnswer: (session: Session) => void,
    onFault: (fault: Fault) => void,
  ): void {
    creating?.abort()
    const controller = new AbortController()
    creating = controller
    untilAnswered(send, ports, controller.signal).then(onAnswer, (error) => {
      if (!controller.signal.aborted) onFault(faultFrom(error))
    })
  }

  function follow(id: string, session: Session | null): void {
    if (following?.id === id) return
    stopFollowing()
    following = followSession({
      id,
      session,
      kind: options().kind,
      api: ports.api(options().endpoint),
      clock: ports.clock,
      random: ports.random,
      onRead: (session) => happened({ type: 'session-read', session }),
      onTrouble: (trouble) => happened({ type: 'trouble-changed', trouble }),
      onLost: (error) => {
        following = null
        happened({ type: 'session-lost', error })
      },
    })
  }

  function stopFollowing(): void {
    following?.stop()
    following = null
  }

  function open(): void {
    if (!pressable.has(state.phase)) return
    const { order, session: known, mode, payment } = options()
    const session = sessionOf(state)
    // Given up before the session of the page was even found: it is looked for again.
    if (state.phase === 'cancelled' && !session && known) return happened({ type: 'reset' })
    if (session && reachedElsewhere(session)) return check()
    const reopens = state.phase === 'waiting'
    const canOpen =
      reopens || (state.phase !== 'error' && session?.outcome === 'open' && hasHostedPage(session))
    if (!order && !canOpen) {
      // What is over is over: only an order can be paid again.
      if (!session || session.outcome === 'open') happened({ type: 'misconfigured', error: noOrder })
      return
    }
    const before = disconnects
    if (!reopens && !announce({ name: 'start', session })) return
    if (ended || disconnects !== before) return
    // Not before: a listener of the start may have set what is to be sent.
    const wanted = requestOf(options())
    const otherRequest = isOther(wanted, sent)
    asked = wanted
    const redirect = mode === 'redirect' || (mode === 'auto' && ports.windows.prefersRedirect())
    happened({
      type: 'pressed',
      attempt: ports.newKey(),
      opening: redirect ? 'redirect' : 'popup',
      otherChoice: payment !== undefined && isOther(payment, sent?.payment),
      otherRequest,
    })
  }

  function check(): void {
    const session = sessionOf(state)
    if (following) following.check()
    // A failed session may have been paid late; one that is complete stays so.
    else if (session && state.phase !== 'complete') follow(session.id, session)
  }

  /** What is under way is followed, also after a disconnect and after the endpoint had lost it for a while. */
  function followOn(): void {
    if (state.phase === 'loading') follow(state.id, null)
    const session = sessionOf(state)
    if (session && (followed.has(state.phase) || isPromisedElsewhere(state))) follow(session.id, session)
  }

  /** Finds what was under way: in this object, by attribute, or in this tab's memory. */
  function resume(): void {
    const { session } = options()
    followOn()
    if (state.phase === 'waiting' && state.hosted === 'popup') hostedPage.watch()
    if (state.phase !== 'idle' || state.session) return
    const remembered = rememberedSession(ports.memory, ...place())
    // What was opened in this tab is under way, also where the page itself names the session.
    if (session && session !== remembered) happened({ type: 'session-found', id: session, from: 'attribute' })
    else if (remembered) happened({ type: 'session-found', id: remembered, from: 'memory' })
  }

  function connect(): Stop {
    connected = true
    const stopWaking = ports.wake.watch((reason) => {
      if (reason === 'restored') happened({ type: 'page-restored' })
      if (following) following.check()
      else followOn()
    })
    const stopListening = ports.channel.watch((id) => {
      happened({ type: 'shopper-returned', id })
      return hostedPage.opened(id)
    })
    resume()
    disconnect = () => {
      connected = false
      disconnects++
      stopWaking()
      stopListening()
      stopFollowing()
      if (state.phase === 'creating') happened({ type: 'reset' })
      // Nobody is left to hear of a link that was asked for.
      creating?.abort()
      hostedPage.leave()
    }
    return () => disconnect()
  }

  function end(): void {
    ended = true
    queue.length = 0
    disconnect()
  }

  return {
    get state() {
      return state
    },
    open,
    cancel: () => happened({ type: 'cancelled' }),
    check,
    reset: () => happened({ type: 'reset' }),
    connect,
    end,
  }
}

function requestOf({ order, kind, lang, payment, context }: CheckoutOptions): CreateRequest {
  return { order, kind, lang, ...(payment && { payment }), ...(context !== undefined && { context }) }
}

const isOther = (one: unknown, other: unknown): boolean => JSON.stringify(one) !== JSON.stringify(other)

/** `idle` is looked at once: what the server created may have been paid elsewhere. */
const followed: ReadonlySet<Phase> = new Set(['idle', 'waiting', 'authorized', 'cancelled'])

/** Under way or over: a press there must start nothing. */
const pressable: ReadonlySet<Phase> = new Set(['idle', 'waiting', 'cancelled', 'failed', 'expired', 'error'])

const noOrder = faultOf(
  'misconfigured',
  'Nothing to pay: set the `order` attribute to the merchant’s order id, or `session` to the id of a session.',
)
