// React 19 in its development build, under StrictMode: it renders and mounts everything twice.
import './registered.ts'
import { act, createElement, type ReactNode, StrictMode, Suspense, use, useState } from 'react'
import { createRoot, hydrateRoot, type Root as ReactRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { describe, expect, test, vi } from 'vitest'
import { PayinCheckout, PayinReturn, PayoutClaim } from '../../src/react/index.ts'
import { settle } from '../support/fake-clock.ts'
import { aSession, changedRead } from '../support/sessions.ts'
import { describeComponents } from './component-contract.ts'
import { aPlace, keepConsoleSilent, pay, theCheckout } from './component-page.ts'
import type { Root } from './server-contract.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const strict = (node: ReactNode) => createElement(StrictMode, null, node)

async function shown(make: () => ReactRoot): Promise<Root<ReactNode>> {
  let root: ReactRoot | undefined
  await act(async () => {
    root = make()
  })
  return {
    show: (node) => act(async () => root?.render(strict(node))),
    remove: () => act(async () => root?.unmount()),
  }
}

async function render(place: Element, node: ReactNode): Promise<Root<ReactNode>> {
  const root = await shown(() => createRoot(place))
  await root.show(node)
  return root
}

describeComponents<ReactNode>({
  PayinCheckout,
  PayoutClaim,
  PayinReturn,
  h: (component, props, ...children) => createElement(component as string, props, ...children),
  render,
  hydrate: (place, node) => shown(() => hydrateRoot(place, strict(node))),
  toHtml: (node) => renderToString(strict(node)),
})

const order = { endpoint: '/checkout', order: 'A-1001' }

describe('React', () => {
  keepConsoleSilent()

  test('runs effects twice in StrictMode, with one read, one session, and each event once', async () => {
    const emitted = vi.fn()
    const record = (event: Event) => emitted(event.type)
    await render(
      aPlace(),
      createElement(PayinCheckout, {
        ...order,
        onPaymentStart: record,
        onPaymentCreated: record,
        onPaymentComplete: record,
      }),
    )
    const { ports } = theCheckout()
    await pay()

    expect(emitted.mock.calls.flat()).toEqual(['payment-start', 'payment-created', 'payment-complete'])
    expect([ports.merchant.create.calls.length, ports.merchant.read.calls.length]).toEqual([1, 1])
    expect([ports.wake.watchers, ports.channel.watchers]).toEqual([1, 1])
  })

  test('reads an existing session once, however often it mounts', async () => {
    await render(aPlace(), createElement(PayinCheckout, { ...order, session: 'cs_1' }))
    await settle()

    expect(theCheckout().ports.merchant.read.calls).toHaveLength(1)
  })

  test('sets `context` on the tag as a property, not as the text "[object Object]"', async () => {
    await render(aPlace(), createElement('payin-checkout', { ...order, context: { gift: true } }))
    const { element, ports } = theCheckout()
    element.open()

    expect(element.hasAttribute('context')).toBe(false)
    expect(ports.merchant.create.last.request.body.context).toEqual({ gift: true })
  })

  test('hydrates a tag without its listener and `context`, so the documents recommend the component', async () => {
    const emitted = vi.fn()
    const given = { ...order, context: { gift: true }, 'onpayment-complete': emitted }
    const tag = createElement('payin-checkout', given)
    const place = aPlace(renderToString(tag))
    await shown(() => hydrateRoot(place, tag))
    const { element } = theCheckout()
    element.dispatchEvent(new CustomEvent('payment-complete'))

    expect([element.context, emitted.mock.calls.length]).toEqual([undefined, 0])
  })

  test('lets a handler set state, once', async () => {
    function Page() {
      const [paid, setPaid] = useState('')
      const onPaymentComplete = (event: CustomEvent<{ reference?: string | null }>) =>
        setPaid((before) => `${before}${event.detail.reference}`)
      return createElement(
        'section',
        { title: paid },
        createElement(PayinCheckout, { ...order, onPaymentComplete }),
      )
    }
    const place = aPlace()
    await render(place, createElement(Page))
    await act(() => pay())

    expect(place.querySelector('section')?.title).toBe('A-1001')
  })

  test('calls the cleanup of a function ref in place of the function', async () => {
    const calls: string[] = []
    const ref = () => {
      calls.push('here')
      return () => void calls.push('gone')
    }
    const root = await shown(() => createRoot(aPlace()))
    await root.show(createElement(PayinCheckout, { ...order, ref }))
    await root.remove()

    expect(calls.join()).toMatch(/^here(,gone,here)*,gone$/)
  })

  test('hides a page that waits for data: a completion meanwhile is dispatched when it is shown again', async () => {
    const emitted = vi.fn()
    let arrive = (_data: string) => {}
    const data = new Promise<string>((resolve) => {
      arrive = resolve
    })
    const Late = ({ waits }: { readonly waits: boolean }) => (waits ? use(data) : 'now')
    const page = (waits: boolean) =>
      createElement(
        Suspense,
        { fallback: 'One moment' },
        createElement(PayinCheckout, { ...order, onPaymentCreated: emitted, onPaymentComplete: emitted }),
        createElement(Late, { waits }),
      )
    const root = await render(aPlace(), page(false))
    const { element, ports } = theCheckout()
    element.open()
    await ports.merchant.create.last.answer(aSession())
    await root.show(page(true))
    await ports.merchant.read.last.answer(changedRead({ status: 'COMPLETED' }))
    await act(async () => arrive('here'))

    expect(element.isConnected).toBe(true)
    expect(emitted.mock.calls.map(([{ type }]) => type)).toEqual(['payment-created', 'payment-complete'])
  })
})
