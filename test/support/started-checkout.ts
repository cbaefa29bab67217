// A checkout on fake ports, connected as an element would do.
import type { CheckoutOptions } from '../../src/checkout/checkout.ts'
import { createCheckout } from '../../src/checkout/create-checkout.ts'
import type { CheckoutEvent, EventName } from '../../src/checkout/events.ts'
import type { State } from '../../src/checkout/state.ts'
import type { ReadResult } from '../../src/platform/ports.ts'
import type { Session } from '../../src/protocol/session.ts'
import { endsWithTest } from './ends-with-test.ts'
import { settle } from './fake-clock.ts'
import { type FakePorts, fakePorts } from './fake-ports.ts'
import { aSession, changedRead } from './sessions.ts'

export interface Started {
  readonly ports: FakePorts
  readonly checkout: ReturnType<typeof createCheckout>
  readonly events: readonly CheckoutEvent[]
  readonly states: readonly State[]
  /** The names of the dispatched events, in order. */
  emitted(): string[]
  /** How often an event was dispatched. */
  count(name: EventName): number
  /** Adds a listener of the page; returning `false` prevents the default action. */
  on(name: EventName, run: (event: CheckoutEvent) => boolean | undefined): void
  /** The merchant answers the newest read of the session. */
  read(answer: Partial<Session> | ReadResult): Promise<void>
  stop(): void
}

/** Connects a checkout for order A-1001; `options` and `ports` override the defaults. */
export function startCheckout(
  options: Partial<CheckoutOptions> = {},
  { ports = fakePorts() }: { readonly ports?: FakePorts } = {},
): Started {
  const events: CheckoutEvent[] = []
  const states: State[] = []
  const listeners: { name: EventName; run: (event: CheckoutEvent) => boolean | undefined }[] = []
  const checkout = createCheckout({
    ports,
    options: () => ({
      endpoint: '/checkout',
      order: 'A-1001',
      session: '',
      mode: 'auto',
      kind: 'payin',
      lang: 'en',
      loadingText: { title: 'Opening…', lang: 'en' },
      ...options,
    }),
    emit(event) {
      events.push(event)
      const answers = listeners.filter(({ name }) => name === event.name).map(({ run }) => run(event))
      return !answers.includes(false)
    },
    onChange: (state) => void states.push(state),
  })
  const stop = checkout.connect()
  endsWithTest(stop)
  return {
    ports,
    checkout,
    events,
    states,
    emitted: () => events.map(({ name }) => name),
    count: (wanted) => events.filter(({ name }) => name === wanted).length,
    on: (name, run) => void listeners.push({ name, run }),
    async read(answer) {
      // After a change the next read may start a moment later.
      if (ports.merchant.read.waiting.length === 0) await ports.clock.advance(1_000)
      await ports.merchant.read.last.answer('changed' in answer ? answer : changedRead(answer))
    },
    stop,
  }
}

/** A checkout whose shopper has pressed pay and sees the hosted page in a popup. */
export async function startPaying(
  options: Partial<CheckoutOptions> = {},
  session: Partial<Session> = {},
): Promise<Started> {
  const started = startCheckout(options)
  started.checkout.open()
  await started.ports.merchant.create.last.answer(aSession(session))
  await settle()
  return started
}
