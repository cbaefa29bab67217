// An order that changed since its session was created: the server refuses the create or link request with 409
// (docs/protocol.md#problems), and money that comes all the same is shown.
import { describe, expect, test } from 'vitest'
import type { FaultKind } from '../../../src/protocol/fault.ts'
import { fakePorts } from '../../support/fake-ports.ts'
import { aFault, aSession } from '../../support/sessions.ts'
import { startCheckout, startPaying } from '../../support/started-checkout.ts'

const price = { value: '59.90', currency: 'EUR' }
const changed = { ...aFault('price_changed'), amount: price }
const inReads = { redirect_url: null } as const

/** The shopper closed the hosted page and presses to open it again; the server refuses with `kind`. */
async function refused(kind: FaultKind) {
  const started = await startPaying()
  const { ports, checkout } = started
  await started.read(inReads)
  ports.windows.last.closeByShopper()
  await ports.clock.advance(500)
  checkout.open()
  await ports.merchant.link.last.fail(kind === 'price_changed' ? changed : aFault(kind))
  return started
}

describe('an order with another price', () => {
  test('opens no page and tells the page the new price', async () => {
    const { checkout, ports, events } = await refused('price_changed')

    expect(ports.windows.blank).toEqual([])
    expect(checkout.state).toMatchObject({ phase: 'error', error: { kind: 'price_changed', amount: price } })
    expect(events.at(-1)).toMatchObject({ name: 'error', error: { amount: price } })
  })

  test('stays so when the old session is read as open, because its page may not be opened', async () => {
    const { checkout, read } = await refused('price_changed')
    await read(inReads)

    expect(checkout.state).toMatchObject({ phase: 'error', error: { kind: 'price_changed' } })
  })

  test('is paid at the new price with the next press, by a new attempt', async () => {
    const { checkout, ports } = await refused('price_changed')
    checkout.open()
    const keys = ports.merchant.create.calls.map(({ request }) => request.key)
    expect([keys.length, new Set(keys).size]).toEqual([2, 2])
    await ports.merchant.create.last.answer(aSession({ id: 'cs_2', amount: price }))

    expect(checkout.state).toMatchObject({ phase: 'waiting', session: { id: 'cs_2' } })
  })

  test('also makes a new attempt if the create request was refused', async () => {
    const { checkout, ports } = startCheckout()
    checkout.open()
    await ports.merchant.create.last.fail(changed)
    checkout.open()

    expect(new Set(ports.merchant.create.calls.map(({ request }) => request.key)).size).toBe(2)
  })

  test('shows money that comes for the old session all the same', async () => {
    const { checkout, read, emitted } = await refused('price_changed')
    await read({ ...inReads, status: 'COMPLETED', outcome: 'authorized', review: 'amount_differs' })

    expect(checkout.state).toMatchObject({ phase: 'authorized', session: { review: 'amount_differs' } })
    expect(emitted().slice(-2)).toEqual(['status', 'authorized'])
  })
})

describe('an order that the server does not let pay', () => {
  test('because the shop withdrew it is shown as withdrawn, and is still followed', async () => {
    const { checkout, ports, read } = await refused('order_withdrawn')
    await read(inReads)
    expect(checkout.state).toMatchObject({ phase: 'error', error: { kind: 'order_withdrawn' } })
    await read({ ...inReads, status: 'COMPLETED', outcome: 'authorized', review: 'order_withdrawn' })

    expect(ports.windows.blank).toEqual([])
    expect(checkout.state).toMatchObject({ phase: 'authorized', session: { review: 'order_withdrawn' } })
  })

  test('because another payment is promised waits for that payment', async () => {
    const { checkout, ports, read } = await refused('order_promised')
    expect(checkout.state).toMatchObject({ phase: 'error', error: { kind: 'order_promised' } })
    await read({ ...inReads, order_outcome: 'authorized' })
    checkout.open()

    expect(checkout.state).toMatchObject({ phase: 'waiting', session: { order_outcome: 'authorized' } })
    expect([ports.merchant.create.calls.length, ports.windows.blank]).toEqual([1, []])
  })

  test.each(['already_paid', 'order_promised'] as const)(
    'with %s creates no other session with a press before the next read',
    async (kind) => {
      const { checkout, ports } = await refused(kind)
      checkout.open()

      expect([ports.merchant.create.calls.length, ports.windows.blank]).toEqual([1, []])
    },
  )

  test('because it is paid stays paid when its session is read as open', async () => {
    const { checkout, ports, read } = await refused('already_paid')
    await read(inReads)
    await ports.clock.advance(120_000)

    expect(checkout.state).toMatchObject({ phase: 'error', error: { kind: 'already_paid' } })
    expect(ports.merchant.read.waiting).toEqual([])
  })
})

describe('a server without link requests', () => {
  test('returned an address with the create answer, and the checkout opens it again', async () => {
    const { checkout, ports } = await startPaying()
    ports.windows.last.closeByShopper()
    await ports.clock.advance(500)
    checkout.open()
    await ports.merchant.link.last.fail(aFault('not_found'))

    expect(ports.windows.opened.map(({ urls }) => urls)).toEqual([
      ['https://pay.example/p/1'],
      ['https://pay.example/p/1'],
    ])
  })

  test('whose address is not known leaves nothing to open, and says so', async () => {
    const first = await startPaying()
    first.stop()
    const { checkout, ports, read, count } = startCheckout(
      {},
      { ports: fakePorts({ memory: first.ports.memory }) },
    )
    await read(inReads)
    checkout.open()
    await ports.merchant.link.last.fail(aFault('not_found'))

    expect([ports.windows.blank, count('error')]).toEqual([[], 1])
    expect(checkout.state).toMatchObject({ phase: 'error', error: { kind: 'not_found' } })
  })
})

describe('a link request', () => {
  const known = { order: '', session: 'cs_1' }

  async function asking() {
    const started = startCheckout(known)
    await started.read(inReads)
    started.checkout.open()
    return started
  }

  test('is sent after a reload, because no address is stored', async () => {
    const first = await startPaying()
    first.stop()
    const { checkout, ports, read } = startCheckout({}, { ports: fakePorts({ memory: first.ports.memory }) })
    await read(inReads)
    checkout.open()
    await ports.merchant.link.last.answer(aSession())

    expect([...ports.memory.entries.values()].join()).not.toContain('pay.example')
    expect(ports.windows.last.urls).toEqual(['https://pay.example/p/1'])
  })

  test('is sent once for several presses', async () => {
    const { checkout, ports } = await asking()
    checkout.open()
    checkout.open()

    expect([ports.merchant.link.calls.length, ports.windows.opened.length]).toEqual([1, 1])
  })

  test('is sent once for several presses on a phone, too, because each link of an on-ramp can be paid', async () => {
    const { checkout, ports, read } = await startPaying({ mode: 'redirect' })
    await read(inReads)
    checkout.open()
    checkout.open()

    expect(ports.merchant.link.calls.map(({ aborted }) => aborted)).toEqual([false])
  })

  test('ends with a cancel: its late answer opens nothing', async () => {
    const { checkout, ports } = await asking()
    const { last } = ports.merchant.link
    checkout.cancel()
    await last.answer(aSession())

    expect([last.aborted, ports.windows.blank, ports.windows.last.urls]).toEqual([true, [], []])
    expect(checkout.state.phase).toBe('cancelled')
  })

  test('that is answered after the payment is complete opens nothing', async () => {
    const { checkout, ports, read } = await asking()
    const { last } = ports.merchant.link
    await read({ ...inReads, status: 'COMPLETED' })
    await last.answer(aSession())

    expect([checkout.state.phase, ports.windows.blank, ports.windows.last.urls]).toEqual(['complete', [], []])
  })

  test('whose element is removed is aborted, and a press on the next connection asks again', async () => {
    const { checkout, ports, stop } = await asking()
    stop()
    expect(ports.merchant.link.waiting).toEqual([])
    checkout.connect()
    expect(checkout.state).toMatchObject({ phase: 'idle', session: { id: 'cs_1' } })
    checkout.open()

    expect(ports.merchant.link.waiting).toHaveLength(1)
    checkout.cancel()
    checkout.end()
  })
})

describe('the address for the phone', () => {
  test('is asked for each time, passed on and stored nowhere', async () => {
    const { checkout, ports, read } = await startPaying()
    await read(inReads)
    const shown: (string | null)[] = []
    for (const page of ['p/2', 'p/3']) {
      checkout.askPhoneUrl((url) => void shown.push(url))
      await ports.merchant.link.last.answer(aSession({ redirect_url: `https://pay.example/${page}` }))
    }

    expect(shown).toEqual(['https://pay.example/p/2', 'https://pay.example/p/3'])
    expect(checkout.state).toMatchObject({ phase: 'waiting', session: inReads })
    expect(ports.windows.opened).toHaveLength(1)
  })

  test('is not shown if the order has changed: the checkout says so', async () => {
    const { checkout, ports, read } = await startPaying()
    await read(inReads)
    const shown: (string | null)[] = []
    checkout.askPhoneUrl((url) => void shown.push(url))
    await ports.merchant.link.last.fail(changed)

    expect(shown).toEqual([])
    expect(checkout.state).toMatchObject({ phase: 'error', error: { kind: 'price_changed' } })
  })

  test('is not shown after the payment is complete', async () => {
    const { checkout, ports, read } = await startPaying()
    await read(inReads)
    const shown: (string | null)[] = []
    checkout.askPhoneUrl((url) => void shown.push(url))
    const { last } = ports.merchant.link
    await read({ ...inReads, status: 'COMPLETED' })
    await last.answer(aSession())

    expect(shown).toEqual([])
  })
})
