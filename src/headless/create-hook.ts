// `useCheckout` for React and Preact, which have the same functions.
import {
  createHookPayment,
  type HeadlessActions,
  type HookPayment,
  type Ports,
  type Snapshot,
  type UseCheckoutOptions,
} from './hook-payment.ts'

/** The functions that React and Preact have in common. */
export interface HookRuntime {
  useState<Value>(first: () => Value): [Value, (next: Value | ((before: Value) => Value)) => void]
  useRef<Value>(value: Value): { current: Value }
  useEffect(effect: () => undefined | (() => void), inputs?: readonly unknown[]): void
  useLayoutEffect(effect: () => undefined | (() => void), inputs?: readonly unknown[]): void
}

/** The state of the payment, and what the page may ask for. The functions stay the same for the same payment. */
export interface UsedCheckout extends Snapshot, HeadlessActions {}

interface Held {
  readonly payment: HookPayment
  readonly state: Snapshot
}

export function createHook(runtime: HookRuntime, ports: () => Ports) {
  const { useState, useRef, useEffect } = runtime
  // On a server neither kind of effect runs, but React 18 warns about layout effects there.
  const useBrowserEffect = typeof document === 'undefined' ? useEffect : runtime.useLayoutEffect

  return function useCheckout(options: UseCheckoutOptions): UsedCheckout {
    const newest = useRef(options)
    const make = (): Held => {
      const payment = createHookPayment(options, () => newest.current, ports)
      return { payment, state: payment.state }
    }
    const [held, hold] = useState(make)
    // In the render and not in an effect: an effect of the page would see that the new order is paid, because the old one is.
    const now = held.payment.isOf(options) ? held : make()
    if (now !== held) hold(now)
    const { payment, state } = now
    useBrowserEffect(() => {
      newest.current = options
      return undefined
    })
    useBrowserEffect(
      () =>
        payment.connect((state) => hold((held) => (held.payment === payment ? { payment, state } : held))),
      [payment],
    )
    const { open, cancel, check, reset } = payment
    return { ...state, open, cancel, check, reset }
  }
}
