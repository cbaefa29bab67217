// The tests of `useCheckout` for all frameworks. Each framework's test file says how it mounts a component, and adds its own.
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Snapshot } from '../../src/checkout/state.ts'
import type { HeadlessActions, UseCheckoutOptions } from '../../src/headless/hook-payment.ts'
import { settle } from '../support/fake-clock.ts'
import { type FakePorts, fakePorts, leaksOf } from '../support/fake-ports.ts'
import { aFault, aSession, changedRead } from '../support/sessions.ts'
import { aPlace, keepConsoleSilent } from './component-page.ts'

/** A page whose component calls the hook. */
export interface HookPage {
  /** What the component shows: the order of its options and the phase. */
  text(): string
  /** All that it has ever shown, or passed to an effect of the page. */
  readonly shown: readonly string[]
  /** Of the newest render. */
  readonly state: Snapshot
  readonly actions: HeadlessActions
  change(options: UseCheckoutOptions): Promise<void>
  remove(): Promise<void>
}

export interface HookFramework {
  readonly name: string
  mount(place: Element, ports: FakePorts, options: UseCheckoutOptions): Promise<HookPage>
  /** The same page as a server renders it. */
  toHtml(ports: FakePorts, options: UseCheckoutOptions): string | Promise<string>
  /** Hydrates it. */
  hydrate(place: Element, ports: FakePorts, options: UseCheckoutOptions): Promise<HookPage>
  /** Runs what changes the state, and draws the page again. */
  act(run: () => unknown): Promise<void>
}

/** Collects what a component shows, and its newest result of the hook. */
export function shownBy<Used extends Snapshot & HeadlessActions>() {
  const seen = {
    shown: [] as string[],
    last: undefined as Used | undefined,
    page({ place, ...rest }: { readonly place: Element } & Pick<HookPage, 'change' | 'remove'>): HookPage {
      const last = () => {
        if (!seen.last) throw new Error('The component was not rendered.')
        return seen.last
      }
      return {
        ...rest,
        text: () => place.textContent ?? '',
        shown: seen.shown,
        get state() {
          return last()
        },
        get actions() {
          return last()
        },
      }
    },
  }
  return seen
}

const order: UseCheckoutOptions = { endpoint: '/checkout', order: 'A-1001', lang: 'en' }
const next = { ...order, order: 'A-1002' }

const pages: HookPage[] = []

function removedAfterTest(page: HookPage): HookPage {
  pages.push(page)
  return page
}

/** A page, and its shopper. */
export async function aHookPage(
  framework: HookFramework,
  more: Partial<UseCheckoutOptions> = {},
  ports = fakePorts(),
) {
  const { act } = framework
  const page = removedAfterTest(await framework.mount(aPlace(), ports, { ...order, ...more }))
  return {
    ports,
    page,
    press: () => act(() => page.actions.open()),
    created: (session = {}) => act(() => ports.merchant.create.last.answer(aSession(session))),
    read: (session: Parameters<typeof changedRead>[0]) =>
      act(async () => {
        // After a change the next read may take a moment.
        if (ports.merchant.read.waiting.length === 0) await ports.clock.advance(1_000)
        await ports.merchant.read.last.answer(changedRead(session))
      }),
  }
}

export function describeHook(framework: HookFramework): void {
  afterEach(async () => {
    for (const page of pages.splice(0)) await page.remove()
  })
  const { act } = framework
  const at = (more?: Partial<UseCheckoutOptions>, ports?: FakePorts) => aHookPage(framework, more, ports)

  describe(`useCheckout of ${framework.name}`, () => {
    keepConsoleSilent()

    test('follows a payment from the press to its end, and calls each callback once', async () => {
      const called: string[] = []
      const record = (name: string) => (detail: { readonly id?: string }) =>
        void called.push(`${name} ${detail.id}`)
      const { page, ports, press, created, read } = await at({
        onStart: record('start'),
        onCreated: record('created'),
        onOpen: record('open'),
        onStatus: record('status'),
        onComplete: record('complete'),
      })
      expect(page.text()).toBe('A-1001 idle')
      await press()
      expect(page.text()).toBe('A-1001 creating')
      await created()
      expect(page.text()).toBe('A-1001 waiting')
      await read({ status: 'COMPLETED' })

      expect([page.text(), page.state.session?.reference, page.state.error]).toEqual([
        'A-1001 complete',
        'A-1001',
        null,
      ])
      expect(called).toEqual(['start undefined', 'created cs_1', 'open cs_1', 'status cs_1', 'complete cs_1'])
      expect([ports.merchant.create.calls.length, ports.windows.opened.length]).toEqual([1, 1])
    })

    test('sends the options of the press', async () => {
      const { page, ports, press } = await at({ kind: 'bank_transfer', token: 'old' })
      await page.change({ ...order, kind: 'bank_transfer', token: 'new', context: { gift: true } })
      await press()

      const { order: sent, kind, token, context } = ports.merchant.create.last.request.body
      expect([sent, kind, token, context]).toEqual(['A-1001', 'bank_transfer', 'new', { gift: true }])
    })

    test('calls the newest callback, and starts nothing anew when a callback changes', async () => {
      const [old, newest] = [vi.fn(), vi.fn()]
      const { page, ports, press, created, read } = await at({ onComplete: old })
      await press()
      await created()
      const reads = ports.merchant.read.calls.length
      await page.change({ ...order, onComplete: newest })
      expect([ports.merchant.read.calls.length, ports.wake.watchers, ports.channel.watchers]).toEqual([
        reads,
        1,
        1,
      ])
      await read({ status: 'COMPLETED' })

      expect([old.mock.calls.length, newest.mock.calls.length]).toEqual([0, 1])
    })

    test('does not pay if `onStart` returns false', async () => {
      const { page, ports, press } = await at({ onStart: () => false })
      await press()

      expect([page.text(), ports.merchant.create.calls.length]).toEqual(['A-1001 idle', 0])
    })

    test('has the fault as state, and a press tries again', async () => {
      const failed = vi.fn()
      const { page, ports, press, created } = await at({ onError: failed })
      await press()
      await act(() => ports.merchant.create.last.fail(aFault('forbidden')))
      expect([page.text(), page.state.error?.kind]).toEqual(['A-1001 error', 'forbidden'])
      await press()
      await created()

      expect([page.text(), page.state.error, failed.mock.calls.length]).toEqual(['A-1001 waiting', null, 1])
    })

    test('cancels, checks and resets', async () => {
      const { page, ports, press, created } = await at()
      await press()
      await created()
      await act(() => page.actions.cancel())
      expect(page.text()).toBe('A-1001 cancelled')
      const reads = ports.merchant.read.calls.length
      await ports.clock.advance(2_000)
      await act(() => page.actions.check())
      expect(ports.merchant.read.calls.length).toBeGreaterThan(reads)
      await act(() => page.actions.reset())

      expect(page.text()).toBe('A-1001 idle')
    })

    test('resumes the payment that this tab remembers', async () => {
      const before = await at()
      await before.press()
      await before.created()
      await before.page.remove()
      const { page, read } = await at({}, fakePorts({ memory: before.ports.memory }))
      expect(page.text()).toBe('A-1001 loading')
      await read({ status: 'COMPLETED' })

      expect(page.text()).toBe('A-1001 complete')
    })

    test('reads a session that the server created before', async () => {
      const { page, ports, read } = await at({ session: 'cs_1' })
      expect([page.text(), ports.merchant.read.last.request.id]).toEqual(['A-1001 loading', 'cs_1'])
      await read({})

      expect(page.text()).toBe('A-1001 idle')
    })
  })

  describe(`another order in useCheckout of ${framework.name}`, () => {
    keepConsoleSilent()

    test('is another payment: that the old one is paid is never shown for the new one', async () => {
      const { page, ports, press, created, read } = await at()
      await press()
      await created()
      await read({ status: 'COMPLETED' })
      await page.change(next)
      expect(page.text()).toBe('A-1002 idle')
      await press()

      expect(ports.merchant.create.calls.map(({ request }) => request.body.order)).toEqual([
        'A-1001',
        'A-1002',
      ])
      expect(
        page.shown.filter((text) => text.startsWith('A-1002')).filter((text) => !/idle|creating/.test(text)),
      ).toEqual([])
    })

    test('ends the reads of the old one, and no answer of it arrives', async () => {
      const completed = vi.fn()
      const { page, ports, press, created } = await at({ onComplete: completed })
      await press()
      await created()
      const [read] = ports.merchant.read.waiting
      await page.change({ ...next, onComplete: completed })
      await act(() => read?.answer(changedRead({ status: 'COMPLETED' })))

      expect([read?.aborted, ports.wake.watchers, ports.merchant.read.waiting.length]).toEqual([true, 1, 0])
      expect([page.text(), completed.mock.calls.length]).toEqual(['A-1002 idle', 0])
    })

    test('abandons a session that is being created for the old one', async () => {
      const { page, ports, press } = await at()
      await press()
      const create = ports.merchant.create.last
      const connected = vi.spyOn(ports.wake, 'watch')
      await page.change(next)
      await act(() => create.answer(aSession()))

      expect([create.aborted, page.text(), page.state.session]).toEqual([true, 'A-1002 idle', null])
      expect(connected).toHaveBeenCalledTimes(1)
    })

    test('may change back: the old one is read again, and no event comes twice', async () => {
      const completed = vi.fn()
      const { page, press, created, read } = await at({ onComplete: completed })
      await press()
      await created()
      await read({ status: 'COMPLETED' })
      await page.change({ ...next, onComplete: completed })
      await page.change({ ...order, onComplete: completed })
      await read({ status: 'COMPLETED' })

      expect([page.text(), completed.mock.calls.length]).toEqual(['A-1001 complete', 1])
    })

    test('is not meant by the id of the own session: the window stays and the payment goes on', async () => {
      const { page, ports, press, created, read } = await at()
      await press()
      await created()
      await page.change({ ...order, session: 'cs_1' })
      expect(page.text()).toBe('A-1001 waiting')
      await read({ status: 'COMPLETED' })

      expect([page.text(), ports.windows.opened.length]).toEqual(['A-1001 complete', 1])
    })

    test('is not meant by the id of the own session that failed: the shopper may try again', async () => {
      const { page, ports, press, created, read } = await at()
      await press()
      await created()
      await page.change({ ...order, session: 'cs_1' })
      await read({ status: 'FAILED' })
      await press()
      await page.change({ ...order, session: 'cs_1' })
      expect(page.text()).toBe('A-1001 creating')
      await created({ id: 'cs_2' })
      await page.change({ ...order, session: 'cs_2' })

      expect([page.text(), ports.merchant.create.calls.length]).toEqual(['A-1001 waiting', 2])
    })

    test('may be a session of the same order, too', async () => {
      const { page, ports } = await at({ session: 'cs_1' })
      await page.change({ ...order, session: 'cs_2' })

      expect([page.text(), ports.merchant.read.waiting.map(({ request }) => request.id)]).toEqual([
        'A-1001 loading',
        ['cs_2'],
      ])
    })
  })

  describe(`a component with useCheckout of ${framework.name} that unmounts`, () => {
    keepConsoleSilent()

    test('leaves nothing running, and gets no more events', async () => {
      const emitted = vi.fn()
      const { page, ports, press, created } = await at({ onCreated: emitted, onComplete: emitted })
      await press()
      await created()
      const [read] = ports.merchant.read.waiting
      await page.remove()
      await read?.answer(changedRead({ status: 'COMPLETED' }))

      expect([leaksOf(ports), emitted.mock.calls.length]).toEqual([[], 1])
    })

    test('opens no window any more, because nobody would follow it', async () => {
      const { page, ports } = await at()
      await page.remove()
      page.actions.open()
      await settle()

      expect([ports.windows.opened.length, ports.merchant.create.calls.length, leaksOf(ports)]).toEqual([
        0,
        0,
        [],
      ])
    })
  })

  describe(`a page with useCheckout of ${framework.name} from a server`, () => {
    keepConsoleSilent()

    test('is hydrated without a warning, and then shows the payment that this tab remembers', async () => {
      const before = await at()
      await before.press()
      await before.created()
      await before.page.remove()
      const ports = fakePorts({ memory: before.ports.memory })
      const html = await framework.toHtml(ports, order)
      expect(html).toContain('A-1001 idle')
      expect([ports.wake.watchers, ports.merchant.read.calls.length]).toEqual([0, 0])
      const place = aPlace(html)
      const sent = place.querySelector('output')
      const page = removedAfterTest(await framework.hydrate(place, ports, order))

      expect(place.querySelector('output') === sent).toBe(true)
      expect(page.text()).toBe('A-1001 loading')
    })
  })
}
