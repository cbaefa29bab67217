// `useCheckout` for Vue, on the ports that it is given.
import {
  type ComputedRef,
  computed,
  type MaybeRefOrGetter,
  onActivated,
  onDeactivated,
  onMounted,
  onUnmounted,
  shallowRef,
  toValue,
  watch,
} from 'vue'
import {
  createHookPayment,
  type HeadlessActions,
  type HookPayment,
  type Ports,
  type Snapshot,
  type UseCheckoutOptions,
} from '../headless/hook-payment.ts'

/** The state of the payment as refs, and what the page may ask for. */
export type UsedCheckout = HeadlessActions & {
  readonly [Name in keyof Snapshot]: ComputedRef<Snapshot[Name]>
}

export function createUseCheckout(ports: () => Ports) {
  return function useCheckout(given: MaybeRefOrGetter<UseCheckoutOptions>): UsedCheckout {
    const newest = () => toValue(given)
    const payment = computed<HookPayment>((before) => {
      const options = newest()
      return before?.isOf(options) ? before : createHookPayment(options, newest, ports)
    })
    const changed = shallowRef<{ readonly of: HookPayment; readonly state: Snapshot }>()
    const state = computed(() =>
      changed.value?.of === payment.value ? changed.value.state : payment.value.state,
    )
    let isShown = false
    let followed: HookPayment | undefined
    let stop = () => {}

    /** Follows the payment of the newest options while the component is shown, and nothing else. */
    function follow(): HookPayment {
      const of = payment.value
      if (followed && (followed !== of || !isShown)) {
        stop()
        followed = undefined
      }
      if (isShown && !followed) {
        followed = of
        stop = of.connect((state) => {
          changed.value = { of, state }
        })
      }
      return of
    }
    const show = (shown: boolean) => () => {
      isShown = shown
      follow()
    }
    onMounted(show(true))
    onUnmounted(show(false))
    // Inside <KeepAlive>.
    onActivated(show(true))
    onDeactivated(show(false))
    watch(payment, follow)

    return {
      phase: computed(() => state.value.phase),
      session: computed(() => state.value.session),
      error: computed(() => state.value.error),
      // A page may change the order and open it in one click: the watcher above runs only after the click.
      open: () => follow().open(),
      cancel: () => follow().cancel(),
      check: () => follow().check(),
      reset: () => follow().reset(),
    }
  }
}
