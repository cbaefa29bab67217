// Attribute `session`: the merchant's server created it, and no press may create another one.
import { describe, expect, test } from 'vitest'
import { aSession } from '../../support/sessions.ts'
import { startCheckout } from '../../support/started-checkout.ts'

describe('a session that the merchant’s server created', () => {
  const known = { order: '', session: 'cs_1' }

  test('opens with a press and is not created again', async () => {
    const { checkout, ports, read, emitted } = startCheckout(known)
    await read({})
    checkout.open()
    await ports.merchant.link.last.answer(aSession())

    expect([emitted(), ports.merchant.create.calls.length]).toEqual([['start', 'open'], 0])
    expect(ports.windows.last.urls).toEqual(['https://pay.example/p/1'])
  })

  test('is not read again until the shopper presses', async () => {
    const { ports, read } = startCheckout(known)
    await read({})
    await ports.clock.advance(3_600_000)

    expect([ports.merchant.read.calls.length, ports.clock.pending]).toEqual([1, 0])
  })

  test('shows that it is paid already', async () => {
    const { checkout, read, emitted } = startCheckout(known)
    await read({ status: 'COMPLETED' })

    expect([checkout.state.phase, emitted()]).toEqual(['complete', ['complete']])
  })

  test.each(['cancel', 'reset'] as const)(
    'can be paid after %s, because a press opens it again',
    async (action) => {
      const { checkout, ports, read } = startCheckout(known)
      await read({})
      checkout.open()
      ports.windows.last.closeByShopper()
      checkout[action]()
      await ports.clock.advance(1_000)
      if (ports.merchant.read.waiting.length > 0) await read({})
      checkout.open()
      await ports.merchant.link.last.answer(aSession())

      expect(ports.windows.last.urls).toEqual(['https://pay.example/p/1'])
      expect(ports.windows.opened).toHaveLength(2)
    },
  )

  test('stays the session to pay when the page calls reset() inside an event', async () => {
    const { checkout, ports, read, on } = startCheckout({ session: 'cs_1' })
    on('cancel', () => void checkout.reset())
    await read({})
    checkout.open()
    checkout.cancel()
    await read({})
    checkout.open()
    await ports.merchant.link.last.answer(aSession())

    expect(ports.merchant.create.calls).toEqual([])
    expect(checkout.state).toMatchObject({ phase: 'waiting', session: { id: 'cs_1' } })
  })

  test('is not created a second time after reset() if the page also names the order', async () => {
    const { checkout, ports, read } = startCheckout({ session: 'cs_1' })
    await read({})
    checkout.reset()
    await ports.clock.advance(1_000)
    if (ports.merchant.read.waiting.length > 0) await read({})
    checkout.open()

    expect(ports.merchant.create.calls).toEqual([])
  })
})
