// What a component passes to a framework with little support for custom elements, such as React 18. The framework is a
// plain object that records its calls.
import { expect, test } from 'vitest'
import { createComponent, type Runtime } from '../../../src/components/create-component.ts'

/** A framework without state: each render returns the tag's props and the effects that were used. */
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
])('%j becomes %j, because React 18 writes anything else as text', (props, given) => {
  expect(rendered(props).given).toEqual(given)
})

test('a component uses no layout effect on a server, because React 18 logs a warning for each', () => {
  expect(rendered({}).effects).toEqual(new Set(['after']))
})
