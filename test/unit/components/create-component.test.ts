// What a component hands to a framework that knows little of custom elements, as React 18 does. The framework is a plain
// object that keeps what it was given.
import { expect, test } from 'vitest'
import { createComponent, type Runtime } from '../../../src/components/create-component.ts'

/** A framework in which nothing lives on: each render gives the tag's props, and tells which effects were asked for. */
function rendered(props: object) {
  const effects: string[] = []
  const runtime: Runtime<Record<string, unknown>> = {
    createElement: (_tag, given) => given,
    useRef: (value) => ({ current: value }),
    useEffect: () => void effects.push('after'),
    useLayoutEffect: () => void effects.push('layout'),
    useImperativeHandle() {},
  }
  const { ref: _, ...given } = createComponent(runtime, 'payin-checkout', 'payment')(props)
  return { given, effects: new Set(effects) }
}

test.each([
  [{ disabled: false }, { disabled: undefined }],
  [{ disabled: true }, { disabled: true }],
  [{ className: 'wide' }, { class: 'wide' }],
  [{ methods: ['card', 'bank_account'] }, { methods: 'card bank_account' }],
  [{ label: null }, { label: undefined }],
  [{ context: {}, sentences: {}, onPaymentComplete() {}, onPayoutComplete() {} }, {}],
  [{ onClick: 'its own' }, { onClick: 'its own' }],
])('%j becomes %j: React 18 writes anything else as text', (props, given) => {
  expect(rendered(props).given).toEqual(given)
})

test('asks for no layout effect on a server: React 18 warns about each in the log', () => {
  expect(rendered({}).effects).toEqual(new Set(['after']))
})
