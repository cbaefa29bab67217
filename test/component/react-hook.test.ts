// `useCheckout` of React 19 in its development build, under StrictMode: it renders and mounts everything twice.
import {
  Activity,
  act,
  createElement,
  type ReactNode,
  StrictMode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { createHook } from '../../src/headless/create-hook.ts'
import type { UseCheckoutOptions } from '../../src/headless/hook-payment.ts'
import { type FakePorts, fakePorts, leaksOf } from '../support/fake-ports.ts'
import { aSession } from '../support/sessions.ts'
import { aPlace, keepConsoleSilent } from './component-page.ts'
import { describeHook, type HookFramework, shownBy } from './hook-contract.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

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
  return { Pay, seen, node: (options: UseCheckoutOptions) => strict(createElement(Pay, options)) }
}

const strict = (node: ReactNode) => createElement(StrictMode, null, node)

async function rooted(start: () => Root): Promise<Root> {
  let root: Root | undefined
  await act(async () => {
    root = start()
  })
  if (!root) throw new Error('Nothing was rendered.')
  return root
}

async function pageOf(place: Element, { node, seen }: ReturnType<typeof aComponent>, start: () => Root) {
  const root = await rooted(start)
  return seen.page({
    place,
    change: (options) => act(async () => root.render(node(options))),
    remove: () => act(async () => root.unmount()),
  })
}

const react: HookFramework = {
  name: 'React',
  mount(place, ports, options) {
    const made = aComponent(ports)
    return pageOf(place, made, () => {
      const root = createRoot(place)
      root.render(made.node(options))
      return root
    })
  },
  toHtml: (ports, options) => renderToString(aComponent(ports).node(options)),
  hydrate(place, ports, options) {
    const made = aComponent(ports)
    return pageOf(place, made, () => hydrateRoot(place, made.node(options)))
  },
  act: (run) =>
    act(async () => {
      await run()
    }),
}

describeHook(react)

describe('useCheckout in an <Activity> of React', () => {
  keepConsoleSilent()

  test('stops while it is hidden, and then goes on with the same window', async () => {
    const ports = fakePorts()
    const { Pay, seen } = aComponent(ports)
    const page = (mode: 'visible' | 'hidden') => {
      const children = createElement(Pay, { endpoint: '/checkout', order: 'A-1001' })
      return strict(createElement(Activity, { mode, children }))
    }
    const place = aPlace()
    const root = await rooted(() => createRoot(place))
    await act(async () => root.render(page('visible')))
    await act(async () => seen.last?.open())
    await act(() => ports.merchant.create.last.answer(aSession()))
    await act(async () => root.render(page('hidden')))
    expect(leaksOf(ports)).toEqual([])
    await act(async () => root.render(page('visible')))
    expect(place.textContent).toBe('A-1001 waiting')
    await act(async () => seen.last?.open())

    expect([ports.windows.opened.length, ports.windows.last.focused]).toEqual([1, 1])
    await act(async () => root.unmount())
  })
})
