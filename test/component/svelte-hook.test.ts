// `useCheckout` of Svelte 5, in runes mode.
import { flushSync, hydrate, mount, unmount } from 'svelte'
import { writable } from 'svelte/store'
import { expect, test } from 'vitest'
import type { HeadlessActions, Snapshot, UseCheckoutOptions } from '../../src/headless/hook-payment.ts'
import { createUseCheckout } from '../../src/svelte/create-use-checkout.ts'
import { settle } from '../support/fake-clock.ts'
import { type FakePorts, fakePorts, leaksOf } from '../support/fake-ports.ts'
import { changedRead } from '../support/sessions.ts'
import { aPlace } from './component-page.ts'
import { describeHook, shownBy } from './hook-contract.ts'
import Page from './svelte-hook-page.svelte'

async function pageOf(ports: FakePorts, first: UseCheckoutOptions, target: Element, isSent = false) {
  const seen = shownBy()
  let actions: HeadlessActions | undefined
  let setOptions = (_options: UseCheckoutOptions) => {}
  const props = {
    useCheckout: createUseCheckout(() => ports),
    first,
    seen: {
      use(used: HeadlessActions, change: typeof setOptions) {
        actions = used
        setOptions = change
      },
      see(order: string, state: Snapshot) {
        seen.shown.push(`${order} ${state.phase}`)
        if (actions) seen.last = { ...state, ...actions }
      },
    },
  }
  const page = isSent ? hydrate(Page, { target, props }) : mount(Page, { target, props })
  let isThere = true
  await settle()
  return seen.page({
    place: target,
    async change(changed) {
      setOptions(changed)
      flushSync()
    },
    async remove() {
      if (isThere) await unmount(page)
      isThere = false
    },
  })
}

describeHook({
  name: 'Svelte',
  mount: (place, ports, options) => pageOf(ports, options, place),
  // What a server makes of the page: test/unit/components/hooks-on-server.test.ts.
  toHtml: () => '<!--[--><output>A-1001 idle</output><!--]-->',
  hydrate: (place, ports, options) => pageOf(ports, options, place, true),
  async act(run) {
    await run()
    flushSync()
  },
})

test('useCheckout of Svelte takes options that never change as they are', async () => {
  const ports = fakePorts()
  const target = aPlace()
  const useCheckout = createUseCheckout(() => ports)
  const first = { endpoint: '/checkout', order: 'A-1001', session: 'cs_1' }
  const page = mount(Page, { target, props: { useCheckout, first, seen: null, isFixed: true } })
  flushSync()
  await ports.merchant.read.last.answer(changedRead({ status: 'COMPLETED' }))
  flushSync()

  expect(target.textContent).toBe('A-1001 complete')
  await unmount(page)
  target.remove()
})

test('useCheckout of Svelte starts nothing when its options change after the page has gone', async () => {
  const ports = fakePorts()
  const target = aPlace()
  const useCheckout = createUseCheckout(() => ports)
  const options = writable({ endpoint: '/checkout', order: 'A-1001' })
  const page = mount(Page, { target, props: { useCheckout, first: options, seen: null, isFixed: true } })
  flushSync()
  expect(ports.wake.watchers).toBe(1)
  await unmount(page)
  options.set({ endpoint: '/checkout', order: 'A-1002' })

  expect(leaksOf(ports)).toEqual([])
  target.remove()
})
