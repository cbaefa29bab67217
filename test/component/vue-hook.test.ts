// `useCheckout` of Vue 3.

import { describe, expect, test } from 'vitest'
import {
  createApp,
  createSSRApp,
  defineComponent,
  h,
  KeepAlive,
  nextTick,
  ref,
  shallowRef,
  watchEffect,
} from 'vue'
import { renderToString } from 'vue/server-renderer'
import type { UseCheckoutOptions } from '../../src/headless/hook-payment.ts'
import { createUseCheckout, type UsedCheckout } from '../../src/vue/create-use-checkout.ts'
import { settle } from '../support/fake-clock.ts'
import { type FakePorts, fakePorts, leaksOf } from '../support/fake-ports.ts'
import { aSession } from '../support/sessions.ts'
import { aPlace, keepConsoleSilent } from './component-page.ts'
import { describeHook, shownBy } from './hook-contract.ts'

// Vue asks a bundler for them.
Object.assign(globalThis, {
  __VUE_OPTIONS_API__: true,
  __VUE_PROD_DEVTOOLS__: false,
  __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: true,
})

const order: UseCheckoutOptions = { endpoint: '/checkout', order: 'A-1001' }

function aComponent(ports: FakePorts, first: UseCheckoutOptions) {
  const options = shallowRef(first)
  const seen = shownBy()
  let used: UsedCheckout | undefined
  const Pay = defineComponent(() => {
    const checkout = createUseCheckout(() => ports)(options)
    used = checkout
    const { phase, session, error, ...actions } = checkout
    const text = () => `${options.value.order} ${phase.value}`
    // Synchronous: it sees each combination of an order and a phase, also one that is never drawn.
    watchEffect(() => void seen.shown.push(text()), { flush: 'sync' })
    return () => {
      seen.last = { phase: phase.value, session: session.value, error: error.value, ...actions }
      return h('output', text())
    }
  })
  return { Pay, seen, options, used: () => used }
}

async function pageOf(place: Element, ports: FakePorts, first: UseCheckoutOptions, create: typeof createApp) {
  const { Pay, seen, options } = aComponent(ports, first)
  const app = create(Pay)
  app.mount(place)
  await nextTick()
  return seen.page({
    place,
    async change(changed) {
      options.value = changed
      await nextTick()
    },
    async remove() {
      app.unmount()
    },
  })
}

describeHook({
  name: 'Vue',
  mount: (place, ports, options) => pageOf(place, ports, options, createApp),
  toHtml: (ports, options) => renderToString(createSSRApp(aComponent(ports, options).Pay)),
  hydrate: (place, ports, options) => pageOf(place, ports, options, createSSRApp),
  async act(run) {
    await run()
    await nextTick()
  },
})

describe('useCheckout of Vue', () => {
  keepConsoleSilent()

  test('stops while <KeepAlive> has put the page away, and then goes on with the same window', async () => {
    const ports = fakePorts()
    const { Pay, seen } = aComponent(ports, order)
    const isThere = ref(true)
    const place = aPlace()
    const app = createApp(() => h(KeepAlive, null, isThere.value ? h(Pay) : undefined))
    app.mount(place)
    seen.last?.open()
    await ports.merchant.create.last.answer(aSession())
    isThere.value = false
    await settle()
    expect([leaksOf(ports), place.textContent]).toEqual([[], ''])
    isThere.value = true
    await nextTick()
    expect(place.textContent).toBe('A-1001 waiting')
    seen.last?.open()

    expect([ports.windows.opened.length, ports.windows.last.focused]).toEqual([1, 1])
    app.unmount()
    await settle()
    expect(leaksOf(ports)).toEqual([])
  })

  test('opens the order that is set in the same click', async () => {
    const ports = fakePorts()
    const { Pay, options, used } = aComponent(ports, { ...order, order: '' })
    const app = createApp(Pay)
    app.mount(aPlace())
    options.value = { ...order, order: 'A-1002' }
    used()?.open()

    expect([used()?.phase.value, ports.merchant.create.last.request.body.order]).toEqual([
      'creating',
      'A-1002',
    ])
    await ports.merchant.create.last.answer(aSession())
    expect([used()?.phase.value, ports.merchant.read.waiting.length]).toEqual(['waiting', 1])
    app.unmount()
  })
})
