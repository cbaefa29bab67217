// A page with a hundred elements costs as much as one, and mounting and unmounting leaves nothing running.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { PayinCheckoutElement } from '../../src/elements/payin-checkout.ts'
import { createBrowserPorts } from '../../src/platform/browser-ports.ts'
import type { Ports } from '../../src/platform/ports.ts'
import { settle } from '../support/fake-clock.ts'
import { fakePorts, leaksOf } from '../support/fake-ports.ts'
import { aSession } from '../support/sessions.ts'
import { type Mounted, mount, mounted, TestCheckout } from './mounted.ts'

let world: Ports

/** With the browser's own ports, and a fetch that records the requests. */
class RealCheckout extends PayinCheckoutElement {
  protected override get ports(): Ports {
    return world
  }
}
customElements.define('real-checkout', RealCheckout)

/** Resolves once the browser has shown the next frame. */
const framesShown = () => new Promise<void>((resolve) => world.afterFrame(resolve))

const hundred = (attributes: Record<string, string> = {}) =>
  Array.from({ length: 100 }, (_, at) => {
    const element = new RealCheckout()
    for (const [name, value] of Object.entries({ endpoint: '/checkout', order: `A-${at}`, ...attributes })) {
      element.setAttribute(name, value)
    }
    document.body.append(element)
    return element
  })

describe('a hundred elements', () => {
  const fetched = vi.fn(async () => new Response('{"content":[]}'))
  const listening: string[] = []
  let timers = 0
  beforeEach(() => {
    world = createBrowserPorts()
    vi.spyOn(window, 'fetch').mockImplementation(fetched)
    vi.spyOn(window, 'setTimeout').mockImplementation(
      () => ++timers as unknown as ReturnType<typeof setTimeout>,
    )
    for (const target of [window, document]) {
      vi.spyOn(target, 'addEventListener').mockImplementation((name) => void listening.push(name))
    }
  })
  afterEach(() => {
    vi.restoreAllMocks()
    fetched.mockClear()
    listening.length = 0
    timers = 0
    document.body.replaceChildren()
  })

  test('share each global listener', async () => {
    hundred()
    await settle()
    await framesShown()

    expect(listening.toSorted()).toEqual([
      'blur',
      'focus',
      'focus',
      'online',
      'pagehide',
      'pageshow',
      'pageshow',
      'visibilitychange',
    ])
  })

  test('start no timer and send no request before a press', async () => {
    hundred({ methods: 'card crypto_transfer', amount: '49.90', currency: 'EUR' })
    await settle()

    expect([fetched.mock.calls.length, timers]).toEqual([0, 0])
  })

  test('request the saved accounts once, and no banks', async () => {
    hundred({ methods: 'bank_account card' })
    await settle()

    expect(fetched.mock.calls.map(([url]: unknown[]) => url)).toEqual([
      `${location.origin}/checkout/instruments`,
    ])
  })
})

describe('an element that is inserted and removed', () => {
  test.each<[string, Record<string, string>]>([
    ['a plain button', {}],
    ['a choice', { methods: 'card bank_account service_wallet' }],
    ['an existing session', { session: 'cs_1' }],
    ['a language that is loading', { lang: 'de' }],
  ])('as %s leaves no timer, no listener and no request', async (_what, attributes) => {
    const ports = fakePorts()
    ports.locales.messages.set('de', null)
    const { element } = mount(attributes, { ports })
    for (let times = 0; times < 3; times++) {
      element.remove()
      await settle()
      document.body.append(element)
      await settle()
    }
    element.remove()
    await settle()

    expect(leaksOf(ports)).toEqual([])
  })

  test('during a payment with a countdown leaves nothing running, each time', async () => {
    const { element, ports, startPaying } = mount({ methods: 'card' })
    await startPaying()
    for (let times = 0; times < 3; times++) {
      element.remove()
      await settle()
      expect(leaksOf(ports)).toEqual([])
      document.body.append(element)
    }

    expect(ports.merchant.create.calls).toHaveLength(1)
  })

  test('keeps what the shopper chose and typed', async () => {
    const mounted = mount({ methods: 'card service_wallet' })
    await mounted.radio('Wallet').click()
    mounted.element.remove()
    await settle()
    document.body.append(mounted.element)

    await expect.element(mounted.radio('Wallet')).toBeChecked()
  })
})

describe('what the page set before the script arrived', () => {
  let names = 0

  /** `set` is what the page's own script does first. */
  function arrive(set: (element: TestCheckout) => void, attributes: Record<string, string> = {}): Mounted {
    const name = `early-checkout-${++names}`
    const ports = fakePorts()
    const element = document.createElement(name) as TestCheckout
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
    document.body.append(element)
    set(element)
    customElements.define(
      name,
      class extends TestCheckout {
        protected override get ports() {
          return ports
        }
      },
    )
    return mounted(element, ports)
  }

  test('methods are offered', () => {
    const { radio } = arrive((element) =>
      Object.assign(element, { order: 'A-1', methods: 'card crypto_transfer' }),
    )

    expect(radio().elements()).toHaveLength(2)
  })

  test('its own messages are shown', async () => {
    const { button } = arrive((element) =>
      Object.assign(element, { order: 'A-1', sentences: { payPlain: 'Give' } }),
    )

    await expect.element(button('Give')).toBeVisible()
  })

  test('the context goes to the server', () => {
    const { element, ports } = arrive((element) =>
      Object.assign(element, { order: 'A-1', context: { gift: true } }),
    )
    element.open()

    expect(ports.merchant.create.last.request.body.context).toEqual({ gift: true })
  })

  test('the payee, the mode and a session are kept', async () => {
    const { element, ports, read, text } = arrive((element) =>
      Object.assign(element, { session: 'cs_1', payee: 'Lantern & Co.', mode: 'redirect' }),
    )
    await read(aSession())
    expect(text()).toContain('You pay Lantern & Co..')
    element.open()
    await ports.merchant.link.last.answer(aSession())

    expect(ports.windows.redirects).toEqual(['https://pay.example/p/1'])
  })

  test('a property wins over the attribute in the page', () => {
    const { radio } = arrive(
      (element) => Object.assign(element, { methods: 'card crypto_transfer google_pay' }),
      {
        order: 'A-1',
        methods: 'card crypto_transfer',
      },
    )

    expect(radio().elements()).toHaveLength(3)
  })
})
