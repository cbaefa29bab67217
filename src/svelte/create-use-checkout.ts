// `useCheckout` for Svelte, on the ports that it is given. A store and no runes, so that it works in Svelte 4, too.
import { onMount } from 'svelte'
import { type Readable, readonly, writable } from 'svelte/store'
import {
  createHookPayment,
  type HeadlessActions,
  type HookPayment,
  idle,
  type Ports,
  type Snapshot,
  type Stop,
  type UseCheckoutOptions,
} from '../headless/hook-payment.ts'

/** The state of the payment as a store, and what the page may ask for. */
export type UsedCheckout = Readable<Snapshot> & HeadlessActions

export function createUseCheckout(ports: () => Ports) {
  return function useCheckout(given: UseCheckoutOptions | Readable<UseCheckoutOptions>): UsedCheckout {
    const state = writable<Snapshot>(idle)
    let newest: UseCheckoutOptions
    let payment: HookPayment | undefined
    let stop: Stop = () => {}

    function use(options: UseCheckoutOptions): void {
      newest = options
      if (payment?.isOf(options)) return
      stop()
      payment = createHookPayment(options, () => newest, ports)
      state.set(payment.state)
      stop = payment.connect(state.set)
    }
    // Not called on a server.
    onMount(() => {
      const unsubscribe = 'subscribe' in given ? given.subscribe(use) : use(given)
      return () => {
        unsubscribe?.()
        stop()
      }
    })

    return {
      subscribe: readonly(state).subscribe,
      open: () => payment?.open(),
      cancel: () => payment?.cancel(),
      check: () => payment?.check(),
      reset: () => payment?.reset(),
    }
  }
}
