// The time left to pay, as a signal. It is computed from the clock each time and never counted down (docs/internals/browser-facts.md#a-hidden-tab-has-slow-timers).
import { computed, effect, type ReadonlySignal, signal } from '@preact/signals'
import { type Deadline, deadlineOf } from '../checkout/deadline.ts'
import { expiryOf, type State } from '../checkout/state.ts'
import type { Ports, Stop } from '../platform/ports.ts'

export interface Countdown {
  /** Changes each second while a payment waits. `null`: no countdown is shown. */
  readonly deadline: ReadonlySignal<Deadline | null>
  /** Changes when the time left has to be announced. */
  readonly step: ReadonlySignal<number | undefined>
  start(): Stop
}

/** Makes the countdown for the payment of a state. It does not run until `start()`. */
export function createCountdown(state: ReadonlySignal<State>, ports: () => Ports): Countdown {
  const tick = signal({})
  const left = computed(() => {
    tick.value
    return deadlineOf(expiryOf(state.value), ports().serverNow())
  })
  const deadline = computed(() => left.value.deadline)
  return {
    deadline,
    step: computed(() => deadline.value?.step),
    start() {
      const recheck = () => {
        tick.value = {}
      }
      recheck()
      return effect(() => {
        const { recheckMs } = left.value
        return recheckMs === null ? undefined : ports().clock.after(recheckMs, recheck)
      })
    },
  }
}
