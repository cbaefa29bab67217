// One payment behind `useCheckout`: what the hooks of all frameworks share. Making one touches no DOM, so a server that renders
// the page makes one, too. Everything begins when the hook connects it in the browser.
import type { Checkout } from '../checkout/checkout.ts'
import type { EventDetails, EventName } from '../checkout/events.ts'
import { idIn, initialState, type Snapshot, snapshotOf } from '../checkout/state.ts'
import { checkoutPorts } from '../platform/checkout-ports.ts'
import type { CheckoutPorts as Ports, Stop } from '../platform/ports.ts'
import { createHeadless, type HeadlessActions, type PaymentOptions } from './headless-checkout.ts'

export type { HeadlessActions, Ports, Snapshot, Stop }
/** The ports of the entries. Tests give a fake platform instead. */
export { checkoutPorts as browser }

/**
 * `onStart`, `onComplete` …: a callback for each event. `onStart`, `onOpen` and `onBlocked` prevent what follows by
 * returning `false`.
 */
export type EventCallbacks = {
  readonly [Name in EventName as `on${Capitalize<Name>}`]?:
    | ((detail: EventDetails[Name]) => unknown)
    | undefined
}

/** Options of `useCheckout`. Another `endpoint`, `order` or `session` is another payment. */
export type UseCheckoutOptions = PaymentOptions & EventCallbacks

export interface HookPayment extends HeadlessActions {
  readonly state: Snapshot
  /** Whether these options name this payment. The id of its own session may be given at any time. */
  isOf(options: UseCheckoutOptions): boolean
  /** Follows the payment and calls `onChange` with each new state. Returns how to stop; may be called again afterwards. */
  connect(onChange: (state: Snapshot) => void): Stop
}

/** The state on a server and in the first render of a page. */
export const idle = snapshotOf(initialState)

/**
 * Makes the payment that `options` name.
 *
 * @param newest returns the options as the page gave them last: its callbacks are called, even if they are newer
 * @param ports called in a browser only
 */
export function createHookPayment(
  { endpoint, order, session }: UseCheckoutOptions,
  newest: () => UseCheckoutOptions,
  ports: () => Ports,
): HookPayment {
  let state = idle
  let checkout: Checkout | undefined
  /** The sessions that name this payment: a page keeps the id of one that failed while the shopper tries again. */
  const own = new Set<string | undefined>([session ?? ''])
  let listener: ((state: Snapshot) => void) | undefined

  const make = () =>
    createHeadless({
      ports: ports(),
      options: () => ({ ...newest(), endpoint, order }),
      emit: (name, detail) => callbackOf(newest(), name)?.(detail),
      onChange(changed) {
        state = changed
        if (checkout) own.add(idIn(checkout.state))
        listener?.(state)
      },
    })

  /** Nobody sees what a press does in a component that is not there, so it does nothing. */
  const act = (name: keyof HeadlessActions) => () => {
    if (listener) checkout?.[name]()
  }

  return {
    get state() {
      return state
    },
    isOf: (options) =>
      options.endpoint === endpoint && options.order === order && own.has(options.session ?? ''),
    connect(onChange) {
      listener = onChange
      checkout ??= make()
      const disconnect = checkout.connect()
      return () => {
        disconnect()
        listener = undefined
      }
    },
    open: act('open'),
    cancel: act('cancel'),
    check: act('check'),
    reset: act('reset'),
  }
}

function callbackOf(options: UseCheckoutOptions, name: EventName) {
  const callbacks = options as Readonly<Record<string, unknown>>
  const callback = callbacks[`on${name[0]?.toUpperCase()}${name.slice(1)}`]
  return typeof callback === 'function' ? (callback as (detail: unknown) => unknown) : undefined
}
