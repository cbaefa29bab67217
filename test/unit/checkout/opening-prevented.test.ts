// A page, such as a web view of an app, opens the hosted page by itself: it prevents `open` and takes the address from it.
import { describe, expect, test } from 'vitest'
import { fakePorts } from '../../support/fake-ports.ts'
import { aSession } from '../../support/sessions.ts'
import { startCheckout } from '../../support/started-checkout.ts'

const url = 'https://pay.example/p/1'

/** A checkout whose page opens the hosted page by itself. */
async function prevented(mode: 'popup' | 'redirect') {
  const started = startCheckout({ mode })
  started.on('open', () => false)
  started.checkout.open()
  await started.ports.merchant.create.last.answer(aSession())
  return started
}

const opens = ({ events }: Pick<ReturnType<typeof startCheckout>, 'events'>) =>
  events.filter(({ name }) => name === 'open')

describe.each(['popup', 'redirect'] as const)('the event of a %s', (mode) => {
  test('has the address, before the browser goes there', async () => {
    const { checkout, ports, on, events } = startCheckout({ mode })
    const gone = () => [...ports.windows.redirects, ...ports.windows.opened.flatMap(({ urls }) => urls)]
    const before: string[][] = []
    on('open', () => void before.push(gone()))
    checkout.open()
    await ports.merchant.create.last.answer(aSession())

    expect([before, gone()]).toEqual([[[]], [url]])
    expect(opens({ events })).toEqual([{ name: 'open', session: aSession(), mode, url }])
  })

  test('that is prevented leaves no window, and the payment waits as for a page elsewhere', async () => {
    const { checkout, ports, emitted } = await prevented(mode)
    await ports.clock.advance(5_000)

    expect([ports.windows.redirects, ports.windows.opened.filter(({ closed }) => !closed)]).toEqual([[], []])
    expect(checkout.state).toMatchObject({ phase: 'waiting', hosted: 'elsewhere' })
    expect(emitted()).toEqual(['start', 'created', 'open'])
  })

  test('that is prevented does not end the payment: it is followed until it is paid', async () => {
    const { checkout, read, emitted } = await prevented(mode)
    await read({ status: 'COMPLETED' })

    expect([checkout.state.phase, emitted().at(-1)]).toEqual(['complete', 'complete'])
  })

  test('comes again with the next press, with the address that the server returns then', async () => {
    const started = await prevented(mode)
    started.checkout.open()
    await started.ports.merchant.link.last.answer(aSession({ redirect_url: 'https://pay.example/p/2' }))

    expect(opens(started).map((event) => 'url' in event && event.url)).toEqual([
      url,
      'https://pay.example/p/2',
    ])
    expect(started.ports.windows.blank).toEqual([])
  })

  test('stores nothing that leads a window of the page to where the shopper was', async () => {
    const { ports } = await prevented(mode)
    const stored = [...ports.memory.entries].join()

    expect(stored).toContain('cs_1')
    expect(stored).not.toMatch(/shop\.example\/cart|pay\.example|:popup/)
    expect(ports.reported.join()).not.toContain('pay.example')
  })

  test('may remove the element: what it did not prevent still opens', async () => {
    const { checkout, ports, on, stop } = startCheckout({ mode })
    on('open', () => void stop())
    checkout.open()
    await ports.merchant.create.last.answer(aSession())

    expect([...ports.windows.redirects, ...ports.windows.opened.flatMap(({ urls }) => urls)]).toEqual([url])
    expect(ports.windows.opened.filter(({ closed }) => closed)).toEqual([])
  })

  test('that is prevented by a page that also resets ends idle, without a window', async () => {
    const { checkout, ports, on } = startCheckout({ mode })
    on('open', () => {
      checkout.reset()
      return false
    })
    checkout.open()
    await ports.merchant.create.last.answer(aSession())

    expect([checkout.state.phase, ports.windows.redirects, ports.windows.blank]).toEqual(['idle', [], []])
  })
})

test('a return address of an earlier redirect is removed, because a window that the page opens would inherit it', async () => {
  const { checkout, ports, on } = startCheckout({ mode: 'redirect' })
  checkout.open()
  await ports.merchant.create.last.answer(aSession())
  const before = [...ports.memory.entries].join()
  on('open', () => false)
  checkout.open()
  await ports.merchant.link.last.answer(aSession())

  expect(before).toContain('shop.example/cart')
  expect([...ports.memory.entries].join()).not.toContain('shop.example/cart')
})

test('after a blocked popup a page can prevent the redirect at either event', async () => {
  const ports = fakePorts()
  ports.windows.refuses = true
  const { checkout, on, emitted } = startCheckout({}, { ports })
  on('open', () => false)
  checkout.open()
  await ports.merchant.create.last.answer(aSession())

  expect([emitted(), ports.windows.redirects]).toEqual([['start', 'blocked', 'created', 'open'], []])
  expect(checkout.state).toMatchObject({ phase: 'waiting', hosted: 'elsewhere' })
})

test('in a frame, which the browser may refuse, the event of a redirect comes afterwards and prevents nothing', async () => {
  const ports = fakePorts()
  ports.windows.ownsTab = () => false
  const started = startCheckout({ mode: 'redirect' }, { ports })
  started.on('open', () => false)
  started.checkout.open()
  await ports.merchant.create.last.answer(aSession())

  expect(ports.windows.redirects).toEqual([url])
  expect(opens(started)).toEqual([{ name: 'open', session: aSession(), mode: 'redirect' }])
  expect(started.checkout.state).toMatchObject({ phase: 'waiting', hosted: 'redirect' })
})

describe('a payout with a code', () => {
  const payout = { kind: 'payout', redirect_url: null } as const

  test.each(['popup', 'redirect'] as const)(
    'opens in a %s although it is prevented, and no event has its address',
    async (mode) => {
      const started = startCheckout({ mode, order: '', session: 'cs_1', code: 'K7QM-2XDP' })
      started.on('open', () => false)
      await started.read(payout)
      started.checkout.open()
      await started.ports.merchant.link.last.answer(aSession({ ...payout, redirect_url: url }))
      const { redirects, opened } = started.ports.windows

      expect([...redirects, ...opened.flatMap(({ urls }) => urls)]).toEqual([url])
      expect(opens(started)).toHaveLength(1)
      expect(JSON.stringify([started.events, started.states])).not.toContain('pay.example')
    },
  )
})
