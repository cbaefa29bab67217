// The part of component-contract.ts about pages from a server: hydration, and the return page's address.
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { PayinCheckoutElement } from '../../src/elements/payin-checkout.ts'
import { aPlace, keepConsoleSilent, pay, theCheckout } from './component-page.ts'

/** What a framework has rendered into an element of the page. */
export interface Root<Node> {
  show(node: Node): Promise<void>
  remove(): Promise<void>
}

export interface Framework<Node> {
  readonly PayinCheckout: unknown
  readonly PayoutClaim: unknown
  readonly PayinReturn: unknown
  h(component: unknown, props: object | null, ...children: (Node | string)[]): Node
  render(place: Element, node: Node): Promise<Root<Node>>
  /** Hydrates server output that is in the element already. */
  hydrate(place: Element, node: Node): Promise<Root<Node>>
  toHtml(node: Node): string
}

export const order = { endpoint: '/checkout', order: 'A-1001' }

export function describeServerOutput<Node>(framework: Framework<Node>): void {
  const { h, PayinCheckout, PayinReturn } = framework

  describe('server output', () => {
    keepConsoleSilent()
    const fallback = () => h('a', { slot: 'fallback', href: '/pay' }, 'Pay by bank')
    const onServer = (props: object = {}) =>
      h(
        PayinCheckout,
        { ...order, methods: ['card'], disabled: false, context: { gift: true }, ...props },
        fallback(),
      )

    test('is hydrated without a warning, and then pays', async () => {
      const emitted = vi.fn()
      const place = aPlace(framework.toHtml(onServer()))
      const sent = place.querySelector('payin-checkout')
      await framework.hydrate(place, onServer({ onPaymentComplete: emitted }))
      const { element, ports } = theCheckout()
      await pay()

      expect([element === sent, emitted.mock.calls.length]).toEqual([true, 1])
      expect(ports.merchant.create.last.request.body.context).toEqual({ gift: true })
    })

    test('that is hydrated late loses no event: its handlers get the earlier ones once, in order', async () => {
      const emitted = vi.fn()
      const listening = { onPaymentCreated: emitted, onPaymentComplete: emitted }
      const place = aPlace(framework.toHtml(onServer()))
      await pay()
      const root = await framework.hydrate(place, onServer(listening))
      await root.show(onServer({ ...listening, theme: 'dark' }))

      expect(emitted.mock.calls.map(([{ type }]) => type)).toEqual(['payment-created', 'payment-complete'])
    })

    test('in a shadow root loses no event either', async () => {
      const emitted = vi.fn()
      const place = aPlace(framework.toHtml(onServer()))
      const shadow = aPlace().attachShadow({ mode: 'open' })
      shadow.append(place)
      await pay(place.querySelector<PayinCheckoutElement>('payin-checkout') ?? undefined)
      await framework.hydrate(place, onServer({ onPaymentComplete: emitted }))

      expect(emitted).toHaveBeenCalledTimes(1)
    })
  })

  describe('a return page with a router', () => {
    keepConsoleSilent()

    test.each([
      ['writes the address of its first moment back', '&session=cs_1'],
      ['remembers the address of its first moment', ''],
    ])('keeps its session out of an address whose router %s', async (_, writtenBack) => {
      const atFirst = visit('&cart=7&session=cs_1')
      const place = aPlace(framework.toHtml(h(PayinReturn, { endpoint: '/checkout' })))
      history.replaceState({ ...history.state, __NA: true }, '', `${atFirst}&cart=7${writtenBack}`)
      const written = vi.spyOn(history, 'replaceState')
      await framework.hydrate(place, h(PayinReturn, { endpoint: '/checkout' }))

      // A router such as Next.js's listens to what is written without its own mark.
      await expect.poll(() => written.mock.calls).toHaveLength(1)
      expect(written.mock.calls[0]?.[0]).toEqual({ payinSession: 'cs_1' })
      expect(location.href).toBe(`${atFirst}&cart=7`)
    })

    test('does not change an address from which the element removed nothing', async () => {
      const atFirst = visit('')
      const written = vi.spyOn(history, 'replaceState')
      const given = h(PayinReturn, { endpoint: '/checkout', session: 'cs_1' })
      const place = aPlace(framework.toHtml(given))
      history.replaceState(null, '', `${atFirst}&session=of-the-shop`)
      await framework.hydrate(place, given)
      await afterTimers()

      expect([written.mock.calls.length, location.href]).toEqual([1, `${atFirst}&session=of-the-shop`])
    })
  })
}

/** Adds a query to this page's address. Returns the address without it. */
function visit(more: string): string {
  const { href } = location
  const bare = href.includes('?') ? href : `${href}?`
  history.replaceState(null, '', bare + more)
  onTestFinished(() => history.replaceState(null, '', href))
  return bare
}

/** Resolves after all timers that are set already. */
const afterTimers = () => new Promise((resolve) => setTimeout(resolve))
