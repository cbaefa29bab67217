// Elements in a real page with fake ports. Tests find things as a shopper does: by role and name.
import { afterEach } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { eventNames } from '../../src/checkout/event-names.ts'
import type { EventDetails, EventName } from '../../src/checkout/events.ts'
import type { CheckoutElement } from '../../src/elements/checkout-element.tsx'
import { PayinCheckoutElement } from '../../src/elements/payin-checkout.ts'
import { PayoutClaimElement } from '../../src/elements/payout-claim.ts'
import type { ReadResult } from '../../src/platform/ports.ts'
import type { Session } from '../../src/protocol/session.ts'
import { settle } from '../support/fake-clock.ts'
import { type FakePorts, fakePorts } from '../support/fake-ports.ts'
import { aSession, changedRead } from '../support/sessions.ts'

let nextPorts = fakePorts()
const portsOf = new WeakMap<Element, FakePorts>()

function worldOf(element: Element): FakePorts {
  const ports = portsOf.get(element) ?? nextPorts
  portsOf.set(element, ports)
  return ports
}

/** `<payin-checkout>` under another name, with the fake ports from `mount`. */
export class TestCheckout extends PayinCheckoutElement {
  protected override get ports(): FakePorts {
    return worldOf(this)
  }
}
customElements.define('test-checkout', TestCheckout)

/** `<payout-claim>` likewise, for `mountPayout`. */
export class TestPayout extends PayoutClaimElement {
  protected override get ports(): FakePorts {
    return worldOf(this)
  }
}
customElements.define('test-payout', TestPayout)

export interface EmittedEvent {
  readonly name: string
  readonly event: CustomEvent<EventDetails[EventName]>
}

export interface Mounted<E extends CheckoutElement = TestCheckout> {
  readonly element: E
  readonly ports: FakePorts
  /** The events that reached the document, in order. */
  readonly emitted: readonly EmittedEvent[]
  readonly screen: Locator
  button(name?: string | RegExp): Locator
  radio(name?: string | RegExp): Locator
  /** The field below the chosen method. Throws when there is none. */
  field(): HTMLInputElement
  /** The line below the field: a hint, or what is wrong. */
  note(): string
  /** What a selector finds in the element's shadow root. */
  all(selector: string): Element[]
  /** The name or text of what has the focus inside the element; `null` when nothing there has it. */
  focused(): string | null
  /** The text of the live region. */
  announced(): string
  /** All text in the element, announced or only visible. */
  text(): string
  /** Presses pay and lets the merchant answer with an open session. */
  startPaying(session?: Partial<Session>): Promise<void>
  read(answer: Partial<Session> | ReadResult): Promise<void>
}

const undo: (() => void)[] = []
afterEach(async () => {
  for (const run of undo.splice(0)) run()
  document.body.replaceChildren()
  await settle()
})

type Attributes = Record<string, string>

/** Ends the change of height that an element eases into, and the tick that draws itself. What spins goes on. */
export function endMotion({ element }: { readonly element: Element }): void {
  for (const moving of element.shadowRoot?.getAnimations() ?? [])
    if (moving.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) moving.finish()
}

/** Puts an element into the page; attributes name what matters, `order` is A-1001 unless named. */
export function mount(
  attributes: Attributes = {},
  { ports = fakePorts(), into = document.body as Element, content = '' } = {},
): Mounted {
  nextPorts = ports
  const element = new TestCheckout()
  setAttributes(element, { endpoint: '/checkout', order: 'A-1001', ...attributes })
  if (content) element.append(content)
  into.append(element)
  return mounted(element, ports)
}

/** A `<payout-claim>`; `session` is cs_1 unless named. */
export function mountPayout(attributes: Attributes = {}, ports = fakePorts()): Mounted<TestPayout> {
  nextPorts = ports
  const element = new TestPayout()
  setAttributes(element, { endpoint: '/checkout', session: 'cs_1', ...attributes })
  document.body.append(element)
  return mounted(element, ports, 'payout')
}

function setAttributes(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
}

/** The same handles for an element that is in the page already. */
export function mounted<E extends CheckoutElement>(
  element: E,
  ports: FakePorts,
  prefix: 'payment' | 'payout' = 'payment',
): Mounted<E> {
  const emitted: EmittedEvent[] = []
  for (const name of eventNames) {
    const listen = (event: Event) => {
      if (event.target === element) emitted.push({ name, event: event as EmittedEvent['event'] })
    }
    document.addEventListener(`${prefix}-${name}`, listen)
    undo.push(() => document.removeEventListener(`${prefix}-${name}`, listen))
  }
  const screen = page.elementLocator(element)
  const root = () => {
    if (!element.shadowRoot) throw new Error('The element is not in the page.')
    return element.shadowRoot
  }
  return {
    element,
    ports,
    emitted,
    screen,
    button: (name) => screen.getByRole('button', name === undefined ? {} : { name }),
    radio: (name) => screen.getByRole('radio', name === undefined ? {} : { name }),
    field() {
      const field = root().getElementById('field')
      if (!(field instanceof HTMLInputElement)) throw new Error('There is no field.')
      return field
    },
    note: () => root().getElementById('note')?.textContent ?? '(no note)',
    all: (selector) => [...root().querySelectorAll(selector)],
    focused: () => root().activeElement?.textContent?.trim() ?? null,
    announced: () => root().querySelector('.status')?.textContent ?? '(no live region)',
    text: () => root().textContent ?? '',
    async startPaying(session = {}) {
      element.open()
      await ports.merchant.create.last.answer(aSession(session))
    },
    async read(answer) {
      // After a change the next read may take a moment.
      if (ports.merchant.read.waiting.length === 0) await ports.clock.advance(1_000)
      await ports.merchant.read.last.answer('changed' in answer ? answer : changedRead(answer))
    },
  }
}
