// What React's and Preact's components promise alike: attributes, properties, handlers, refs, life, server output.
// Each framework's test file runs this and adds what only that framework does.
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { PayinCheckoutElement } from '../../src/elements/payin-checkout.ts'
import { settle } from '../support/fake-clock.ts'
import { leaksOf } from '../support/fake-ports.ts'
import { aSession, news } from '../support/sessions.ts'
import { aPlace, keepConsoleSilent, pay, theCheckout } from './component-page.ts'
import { portsOf } from './registered.ts'

/** What a framework has rendered into a place of the page. */
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
  /** Takes server output over that is in the place already. */
  hydrate(place: Element, node: Node): Promise<Root<Node>>
  toHtml(node: Node): string
}

const order = { endpoint: '/checkout', order: 'A-1001' }

/** The tests of one framework. */
export function describeComponents<Node>(framework: Framework<Node>): void {
  const { h, render, PayinCheckout, PayoutClaim, PayinReturn } = framework
  const show = (props: object, ...children: (Node | string)[]) =>
    render(aPlace(), h(PayinCheckout, { ...order, ...props }, ...children))
  const checkout = (props: object) => h(PayinCheckout, { ...order, ...props })

  describe('what the page gives', () => {
    keepConsoleSilent()

    test('reaches the element as attributes, and money as it is written', async () => {
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

    test('can be taken back: a button that was disabled can be pressed again, a page speaks its own language', async () => {
      const root = await show({ disabled: true, label: 'Wait', lang: 'de', id: 'pay', className: 'wide' })
      await root.show(checkout({ disabled: false }))

      expect(theCheckout().element.getAttributeNames()).toEqual(Object.keys(order))
    })

    test.each([[['card', 'bank_account']], ['card bank_account']])('methods may be %j', async (methods) => {
      await show({ methods })

      expect(theCheckout().element.getAttribute('methods')).toBe('card bank_account')
    })

    test('says in `context` what the shopper chose last, until it is given no more', async () => {
      const root = await show({ context: { gift: false } })
      await root.show(checkout({ context: { gift: true } }))
      const before = theCheckout().element.context
      await root.show(checkout({}))

      expect([before, theCheckout().element.context]).toEqual([{ gift: true }, undefined])
      expect(theCheckout().element.hasAttribute('context')).toBe(false)
    })

    test('leaves a `context` alone that the page set on the element itself', async () => {
      const root = await show({})
      theCheckout().element.context = { gift: true }
      await root.show(checkout({ theme: 'dark' }))

      expect(theCheckout().element.context).toEqual({ gift: true })
    })

    test('puts its own sentences in place of ours, and ours back', async () => {
      const root = await show({ sentences: { payPlain: 'Donate' } })
      const text = () => theCheckout().element.shadowRoot?.querySelector('button')?.textContent
      const before = text()
      await root.show(checkout({}))

      expect([before, text()]).toEqual(['Donate', 'Pay now'])
    })

    test('has the names of any element, and its content is the button’s', async () => {
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

    test('hears its event once, and what was paid', async () => {
      const emitted = vi.fn()
      await show({ onPaymentComplete: emitted })
      await pay()

      expect(emitted.mock.calls.map(([{ type, detail }]) => [type, detail.reference])).toEqual([
        ['payment-complete', 'A-1001'],
      ])
    })

    test('may change between renders: the newest is told', async () => {
      const [old, newest] = [vi.fn(), vi.fn()]
      const root = await show({ onPaymentComplete: old })
      await root.show(checkout({ onPaymentComplete: newest }))
      await pay()

      expect([old.mock.calls.length, newest.mock.calls.length]).toEqual([0, 1])
    })

    test('may come after the element', async () => {
      const late = vi.fn()
      const root = await show({})
      await root.show(checkout({ onPaymentComplete: late }))
      await pay()

      expect(late).toHaveBeenCalledTimes(1)
    })

    test('can stop the payment before it begins', async () => {
      await show({ onPaymentStart: (event: Event) => event.preventDefault() })
      const { element, ports } = theCheckout()
      element.open()
      await settle()

      expect(ports.merchant.create.calls).toEqual([])
    })

    test('hears nothing of an element inside its own', async () => {
      const [outer, inner] = [vi.fn(), vi.fn()]
      await show({ onPaymentComplete: outer }, h(PayinCheckout, { order: 'A-2', onPaymentComplete: inner }))
      await pay(document.querySelector<PayinCheckoutElement>('payin-checkout payin-checkout') ?? undefined)

      expect([outer.mock.calls.length, inner.mock.calls.length]).toEqual([0, 1])
    })

    test('of a payout hears the payout’s events', async () => {
      const emitted = vi.fn()
      await render(
        aPlace(),
        h(PayoutClaim, { endpoint: '/checkout', session: 'cs_1', onPayoutComplete: emitted }),
      )
      const claim = document.querySelector('payout-claim')
      if (claim) await portsOf(claim).merchant.read.last.answer(news({ kind: 'payout', status: 'COMPLETED' }))

      expect(emitted.mock.calls.map(([{ type }]) => type)).toEqual(['payout-complete'])
    })
  })

  describe('a component that goes', () => {
    keepConsoleSilent()

    test('leaves nothing running and is told nothing more', async () => {
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

    test('is the element, and null when it has gone', async () => {
      const ref: { current: PayinCheckoutElement | null } = { current: null }
      const root = await show({ ref })
      const before = ref.current
      const { element } = theCheckout()
      await root.remove()

      expect([before === element, ref.current]).toEqual([true, null])
    })

    test('may be a function: it hears of the element and of its end, and nothing when the page renders', async () => {
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

  describe('server output', () => {
    keepConsoleSilent()
    const fallback = () => h('a', { slot: 'fallback', href: '/pay' }, 'Pay by bank')
    const onServer = (props: object = {}) =>
      h(
        PayinCheckout,
        { ...order, methods: ['card'], disabled: false, context: { gift: true }, ...props },
        fallback(),
      )

    test('is taken over without a word, and then pays', async () => {
      const emitted = vi.fn()
      const place = aPlace(framework.toHtml(onServer()))
      const sent = place.querySelector('payin-checkout')
      await framework.hydrate(place, onServer({ onPaymentComplete: emitted }))
      const { element, ports } = theCheckout()
      await pay()

      expect([element === sent, emitted.mock.calls.length]).toEqual([true, 1])
      expect(ports.merchant.create.last.request.body.context).toEqual({ gift: true })
    })

    test('that comes to life late loses no event: its handlers hear once what came before, in order', async () => {
      const emitted = vi.fn()
      const listening = { onPaymentCreated: emitted, onPaymentComplete: emitted }
      const place = aPlace(framework.toHtml(onServer()))
      await pay()
      const root = await framework.hydrate(place, onServer(listening))
      await root.show(onServer({ ...listening, theme: 'dark' }))

      expect(emitted.mock.calls.map(([{ type }]) => type)).toEqual(['payment-created', 'payment-complete'])
    })

    test('in a shadow root loses none either', async () => {
      const emitted = vi.fn()
      const place = aPlace(framework.toHtml(onServer()))
      const shadow = aPlace().attachShadow({ mode: 'open' })
      shadow.append(place)
      await pay(place.querySelector<PayinCheckoutElement>('payin-checkout') ?? undefined)
      await framework.hydrate(place, onServer({ onPaymentComplete: emitted }))

      expect(emitted).toHaveBeenCalledTimes(1)
    })
  })

  describe('a return page that a router takes over', () => {
    keepConsoleSilent()

    test.each([
      ['writes the address of its first moment back', '&session=cs_1'],
      ['remembers the address of its first moment', ''],
    ])('keeps its session out of an address whose router %s', async (_, writtenBack) => {
      const atFirst = visit('&cart=7&session=cs_1')
      const place = aPlace(framework.toHtml(h(PayinReturn, { endpoint: '/checkout' })))
      history.replaceState({ ...history.state, __NA: true }, '', `${atFirst}&cart=7${writtenBack}`)
      const told = vi.spyOn(history, 'replaceState')
      await framework.hydrate(place, h(PayinReturn, { endpoint: '/checkout' }))

      // A router such as Next.js's listens to what is written without its own mark.
      await expect.poll(() => told.mock.calls).toHaveLength(1)
      expect(told.mock.calls[0]?.[0]).toEqual({ payinSession: 'cs_1' })
      expect(location.href).toBe(`${atFirst}&cart=7`)
    })

    test('leaves an address alone that the element took nothing out of', async () => {
      const atFirst = visit('')
      const told = vi.spyOn(history, 'replaceState')
      const given = h(PayinReturn, { endpoint: '/checkout', session: 'cs_1' })
      const place = aPlace(framework.toHtml(given))
      history.replaceState(null, '', `${atFirst}&session=of-the-shop`)
      await framework.hydrate(place, given)
      await afterTimers()

      expect([told.mock.calls.length, location.href]).toEqual([1, `${atFirst}&session=of-the-shop`])
    })
  })
}

/** Puts more into this page's address. Gives the address without it. */
function visit(more: string): string {
  const { href } = location
  const bare = href.includes('?') ? href : `${href}?`
  history.replaceState(null, '', bare + more)
  onTestFinished(() => history.replaceState(null, '', href))
  return bare
}

/** A timer that is set now runs after all that were set before. */
const afterTimers = () => new Promise((resolve) => setTimeout(resolve))
