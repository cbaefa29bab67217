// The time left to pay, as a signal: it is read from the clock each time and never counted (FACTS 10).
import { computed, effect, type ReadonlySignal, signal } from '@preact/signals'
import { type Deadline, deadlineOf } from '../checkout/deadline.ts'
import { isPromisedElsewhere, type State } from '../checkout/state.ts'
import type { Ports, Stop } from '../platform/ports.ts'

export interface Countdown {
  /** Changes each second while a payment waits. `null`: there is nothing to be said of it. */
  readonly deadline: ReadonlySignal<Deadline | null>
  /** Changes when the time is to be spoken. */
  readonly step: ReadonlySignal<number | undefined>
  start(): Stop
}

/** Makes the countdown of whatever payment a state holds. It stands still until it is started. */
export function createCountdown(state: ReadonlySignal<State>, ports: () => Ports): Countdown {
  const tick = signal({})
  const expiresAt = computed(() => {
    const now = state.value
    return now.phase === 'waiting' && !isPromisedElsewhere(now) ? now.session.expires_at : null
  })
  const left = computed(() => {
    tick.value
    return deadlineOf(expiresAt.value, ports().serverNow())
  })
  const deadline = computed(() => left.value.deadline)
  return {
    deadline,
    step: computed(() => deadline.value?.step),
    start() {
      const look = () => {
        tick.value = {}
      }
      look()
      return effect(() => {
        const { recheckMs } = left.value
        return recheckMs === null ? undefined : ports().clock.after(recheckMs, look)
      })
    },
  }
}
