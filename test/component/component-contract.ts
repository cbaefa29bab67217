// The tests for both React's and Preact's components: attributes, properties, handlers, refs, server output. Each
// framework's test file runs them and adds its own.
import { describe, expect, test, vi } from 'vitest'
import type { PayinCheckoutElement } from '../../src/elements/payin-checkout.ts'
import { settle } from '../support/fake-clock.ts'
import { leaksOf } from '../support/fake-ports.ts'
import { aSession, changedRead } from '../support/sessions.ts'
import { aPlace, keepConsoleSilent, pay, theCheckout } from './component-page.ts'
import { portsOf } from './registered.ts'
import { describeServerOutput, type Framework, order } from './server-contract.ts'

/** The tests of one framework. */
export function describeComponents<Node>(framework: Framework<Node>): void {
  const { h, render, PayinCheckout, PayoutClaim } = framework
  const show = (props: object, ...children: (Node | string)[]) =>
    render(aPlace(), h(PayinCheckout, { ...order, ...props }, ...children))
  const checkout = (props: object) => h(PayinCheckout, { ...order, ...props })

  describe('props', () => {
    keepConsoleSilent()

    test('reach the element as attributes, and amounts as they are written', async () => {
      await show({ amount: '49.90', currency: 'EUR', mode: 'popup', payee: 'Lantern Row' })

      const { element } = theCheckout()
      const names = ['endpoint', 'order', 'amount', 'currency', 'mode', 'payee']
      expect(names.map((name) => element.getAttribute(name))).toEqual([
        ...Object.values(order),
        '49.90',
        'EUR',
        'popup',
        'Lantern Row',
      ])
    })

    test.each([
      [true, true],
      [false, false],
      [undefined, false],
    ])('disabled={%s}: the button is disabled: %s', async (disabled, isDisabled) => {
      await show({ disabled })

      const button = theCheckout().element.shadowRoot?.querySelector('button')
      expect([theCheckout().element.hasAttribute('disabled'), button?.disabled]).toEqual([
        isDisabled,
        isDisabled,
      ])
    })

    test('can be removed: a disabled button is enabled again, and the page’s language applies again', async () => {
      const root = await show({ disabled: true, label: 'Wait', lang: 'de', id: 'pay', className: 'wide' })
      await root.show(checkout({ disabled: false }))

      expect(theCheckout().element.getAttributeNames()).toEqual(Object.keys(order))
    })

    test.each([[['card', 'bank_account']], ['card bank_account']])('methods may be %j', async (methods) => {
      await show({ methods })

      expect(theCheckout().element.getAttribute('methods')).toBe('card bank_account')
    })

    test('sets `context` to its latest value, until it is not given any more', async () => {
      const root = await show({ context: { gift: false } })
      await root.show(checkout({ context: { gift: true } }))
      const before = theCheckout().element.context
      await root.show(checkout({}))

      expect([before, theCheckout().element.context]).toEqual([{ gift: true }, undefined])
      expect(theCheckout().element.hasAttribute('context')).toBe(false)
    })

    test('keeps a `context` that the page set on the element itself', async () => {
      const root = await show({})
      theCheckout().element.context = { gift: true }
      await root.show(checkout({ theme: 'dark' }))

      expect(theCheckout().element.context).toEqual({ gift: true })
    })

    test('replaces our messages by its own, and restores ours', async () => {
      const root = await show({ sentences: { payPlain: 'Donate' } })
      const text = () => theCheckout().element.shadowRoot?.querySelector('button')?.textContent
      const before = text()
      await root.show(checkout({}))

      expect([before, text()]).toEqual(['Donate', 'Pay now'])
    })

    test('include those of any element, and children are the button’s content', async () => {
      await show(
        {
          id: 'pay',
          className: 'wide',
          style: { inlineSize: '9rem' },
          'data-x': '1',
          'aria-label': 'Pay',
          lang: 'de',
        },
        h('b', null, 'Donate'),
      )

      const { element } = theCheckout()
      const names = ['id', 'class', 'data-x', 'aria-label', 'lang']
      expect(names.map((name) => element.getAttribute(name))).toEqual(['pay', 'wide', '1', 'Pay', 'de'])
      expect([element.style.inlineSize, element.innerHTML]).toEqual(['9rem', '<b>Donate</b>'])
      expect(element.shadowRoot?.querySelector('slot')?.hidden).toBe(false)
    })
  })

  describe('a handler', () => {
    keepConsoleSilent()

    test('gets its event once, with the session', async () => {
      const emitted = vi.fn()
      await show({ onPaymentComplete: emitted })
      await pay()

      expect(emitted.mock.calls.map(([{ type, detail }]) => [type, detail.reference])).toEqual([
        ['payment-complete', 'A-1001'],
      ])
    })

    test('may change between renders: the latest one is called', async () => {
      const [old, newest] = [vi.fn(), vi.fn()]
      const root = await show({ onPaymentComplete: old })
      await root.show(checkout({ onPaymentComplete: newest }))
      await pay()

      expect([old.mock.calls.length, newest.mock.calls.length]).toEqual([0, 1])
    })

    test('may be added after the element', async () => {
      const late = vi.fn()
      const root = await show({})
      await root.show(checkout({ onPaymentComplete: late }))
      await pay()

      expect(late).toHaveBeenCalledTimes(1)
    })

    test('can prevent the payment', async () => {
      await show({ onPaymentStart: (event: Event) => event.preventDefault() })
      const { element, ports } = theCheckout()
      element.open()
      await settle()

      expect(ports.merchant.create.calls).toEqual([])
    })

    test('gets no event of an element inside its own', async () => {
      const [outer, inner] = [vi.fn(), vi.fn()]
      await show({ onPaymentComplete: outer }, h(PayinCheckout, { order: 'A-2', onPaymentComplete: inner }))
      await pay(document.querySelector<PayinCheckoutElement>('payin-checkout payin-checkout') ?? undefined)

      expect([outer.mock.calls.length, inner.mock.calls.length]).toEqual([0, 1])
    })

    test('of a payout gets the payout’s events', async () => {
      const emitted = vi.fn()
      await render(
        aPlace(),
        h(PayoutClaim, { endpoint: '/checkout', session: 'cs_1', onPayoutComplete: emitted }),
      )
      const claim = document.querySelector('payout-claim')
      if (claim)
        await portsOf(claim).merchant.read.last.answer(changedRead({ kind: 'payout', status: 'COMPLETED' }))

      expect(emitted.mock.calls.map(([{ type }]) => type)).toEqual(['payout-complete'])
    })
  })

  describe('a component that unmounts', () => {
    keepConsoleSilent()

    test('leaves nothing running and gets no more events', async () => {
      const emitted = vi.fn()
      const root = await show({ onPaymentCreated: emitted, onPaymentComplete: emitted })
      const { element, ports } = theCheckout()
      element.open()
      await ports.merchant.create.last.answer(aSession())
      await root.remove()
      await settle()
      element.dispatchEvent(new CustomEvent('payment-complete', { bubbles: true }))

      expect([leaksOf(ports), emitted.mock.calls.length]).toEqual([[], 1])
    })
  })

  describe('a ref', () => {
    keepConsoleSilent()

    test('is the element, and null after unmounting', async () => {
      const ref: { current: PayinCheckoutElement | null } = { current: null }
      const root = await show({ ref })
      const before = ref.current
      const { element } = theCheckout()
      await root.remove()

      expect([before === element, ref.current]).toEqual([true, null])
    })

    test('may be a function: it is called with the element and with null, and not on each render', async () => {
      const calls: unknown[] = []
      const ref = (element: unknown) => void calls.push(element)
      const root = await show({ ref })
      const atFirst = [...calls]
      await root.show(checkout({ ref, theme: 'dark' }))
      const afterRender = [...calls]
      const { element } = theCheckout()
      await root.remove()

      expect([atFirst.at(-1) === element, afterRender.length]).toEqual([true, atFirst.length])
      expect(calls.slice(atFirst.length)).toEqual([null])
    })
  })

  describeServerOutput(framework)
}
