// `useCheckout` of Preact 11.
import { createElement, hydrate, render } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { act } from 'preact/test-utils'
import renderToString from 'preact-render-to-string'
import { createHook } from '../../src/headless/create-hook.ts'
import type { UseCheckoutOptions } from '../../src/headless/hook-payment.ts'
import type { FakePorts } from '../support/fake-ports.ts'
import { describeHook, shownBy } from './hook-contract.ts'

function aComponent(ports: FakePorts) {
  const useCheckout = createHook({ useEffect, useLayoutEffect, useRef, useState }, () => ports)
  const seen = shownBy<ReturnType<typeof useCheckout>>()
  const Pay = (options: UseCheckoutOptions) => {
    const checkout = useCheckout(options)
    seen.last = checkout
    const text = `${options.order} ${checkout.phase}`
    useEffect(() => void seen.shown.push(text))
    return createElement('output', null, text)
  }
  return { seen, node: (options: UseCheckoutOptions) => createElement(Pay, options) }
}

async function pageOf(place: Element, { node, seen }: ReturnType<typeof aComponent>, start: () => void) {
  await act(start)
  return seen.page({
    place,
    change: (options) => act(() => render(node(options), place)),
    remove: () => act(() => render(null, place)),
  })
}

describeHook({
  name: 'Preact',
  mount(place, ports, options) {
    const made = aComponent(ports)
    return pageOf(place, made, () => render(made.node(options), place))
  },
  toHtml: (ports, options) => renderToString(aComponent(ports).node(options)),
  hydrate(place, ports, options) {
    const made = aComponent(ports)
    return pageOf(place, made, () => hydrate(made.node(options), place))
  },
  act: (run) =>
    act(async () => {
      await run()
    }),
})
