// Preact 11: the same tests as for React.
import './registered.ts'
import { type ComponentChild, createElement, hydrate, render } from 'preact'
import { act } from 'preact/test-utils'
import renderToString from 'preact-render-to-string'
import { PayinCheckout, PayinReturn, PayoutClaim } from '../../src/preact/index.ts'
import { describeComponents } from './component-contract.ts'
import type { Root } from './server-contract.ts'

type Node = NonNullable<ComponentChild> & object

async function shown(place: Element, begin: () => void): Promise<Root<Node>> {
  await act(begin)
  return {
    show: (node) => act(() => render(node, place)),
    remove: () => act(() => render(null, place)),
  }
}

describeComponents<Node>({
  PayinCheckout,
  PayoutClaim,
  PayinReturn,
  h: (component, props, ...children) => createElement(component as string, props, ...children) as Node,
  render: (place, node) => shown(place, () => render(node, place)),
  hydrate: (place, node) => shown(place, () => hydrate(node, place)),
  toHtml: (node) => renderToString(node as never),
})
