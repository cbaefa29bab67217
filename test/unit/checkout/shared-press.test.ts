// Two elements of one page for one order: a press in either of them makes one payment.
import { describe, expect, test } from 'vitest'
import { aFault, aSession } from '../../support/sessions.ts'
import { startCheckout } from '../../support/started-checkout.ts'
import { answerAll, keys, pair, paying, phases } from './two-checkouts.ts'

describe('a press in one', () => {
  test('makes the other follow the same session without an event', async () => {
    const both = await paying()

    expect(both.column.checkout.state).toMatchObject({
      phase: 'waiting',
      hosted: 'elsewhere',
      session: { id: 'cs_1' },
    })
    expect(both.column.emitted()).toEqual([])
    expect(both.ports.merchant.read.waiting.map(({ request }) => request.id)).toEqual(['cs_1', 'cs_1'])
  })

  test('and a press in the other open the same page and create one session', async () => {
    const { ports, column } = await paying()
    column.checkout.open()
    await ports.merchant.link.last.answer(aSession())

    expect(ports.merchant.create.calls).toHaveLength(1)
    expect(ports.windows.opened.map(({ urls }) => urls)).toEqual([
      ['https://pay.example/p/1'],
      ['https://pay.example/p/1'],
    ])
  })

  test('and a press in the other in the same task send one request', async () => {
    const both = pair()
    both.bar.checkout.open()
    both.column.checkout.open()
    expect(both.ports.merchant.create.calls).toHaveLength(1)
    await both.ports.merchant.create.last.answer(aSession())

    expect(phases(both)).toEqual(['waiting', 'waiting'])
    expect([both.bar.count('created'), both.column.count('created')]).toEqual([1, 1])
    expect(both.ports.windows.blank).toEqual([])
  })

  test('is known to the other, in any spelling of the endpoint', async () => {
    for (const endpoint of ['/checkout/', 'checkout', 'https://shop.example/checkout', '/a/../checkout']) {
      const both = pair({ endpoint: '/checkout' }, { endpoint })
      both.bar.checkout.open()
      await both.ports.merchant.create.last.answer(aSession())

      expect(phases(both), endpoint).toEqual(['waiting', 'waiting'])
    }
  })

  test('is joined by the other with the same key and request, whatever the other’s choice', async () => {
    const both = pair({ payment: { method: 'card' } }, { payment: { method: 'crypto_transfer' } })
    both.bar.checkout.open()
    both.column.checkout.open()
    await both.ports.merchant.create.last.fail(aFault())
    await both.ports.clock.advance(5_000)

    expect(new Set(keys(both.ports)).size).toBe(1)
    expect(
      new Set(both.ports.merchant.create.calls.map(({ request }) => request.body.payment?.method)),
    ).toEqual(new Set(['card']))
    expect(both.ports.merchant.create.waiting).toHaveLength(1)
  })

  test('that is cancelled leaves the other its attempt, with the same key', async () => {
    const both = pair()
    both.bar.checkout.open()
    both.column.checkout.open()
    both.bar.checkout.cancel()
    await both.ports.clock.advance(5_000)
    await both.ports.merchant.create.last.answer(aSession())

    expect([both.ports.merchant.create.calls.length, new Set(keys(both.ports)).size]).toEqual([2, 1])
    expect(both.column.checkout.state).toMatchObject({ phase: 'waiting', hosted: 'popup' })
  })

  test('whose element is removed leaves the other its attempt, too', async () => {
    const both = pair()
    both.bar.checkout.open()
    both.column.checkout.open()
    both.bar.stop()
    await both.ports.clock.advance(5_000)
    await both.ports.merchant.create.last.answer(aSession())

    expect(both.column.checkout.state).toMatchObject({ phase: 'waiting', session: { id: 'cs_1' } })
    expect(new Set(keys(both.ports)).size).toBe(1)
  })

  test('that all of them cancelled has ended: the next one is a new attempt', () => {
    const both = pair()
    both.bar.checkout.open()
    both.column.checkout.open()
    both.bar.checkout.cancel()
    both.column.checkout.cancel()
    both.column.checkout.open()

    expect(new Set(keys(both.ports)).size).toBe(2)
  })

  test('that the endpoint refuses closes both windows, and both show their button', async () => {
    const both = pair()
    both.bar.checkout.open()
    both.column.checkout.open()
    await both.ports.merchant.create.last.fail(aFault('invalid'))
    expect([phases(both), both.ports.windows.blank]).toEqual([['error', 'error'], []])
    both.column.checkout.open()

    expect(new Set(keys(both.ports)).size).toBe(2)
  })

  test('is followed by an element that is inserted later', async () => {
    const { ports } = await paying()
    const late = startCheckout({}, { ports })
    await answerAll(ports, 'CREATED')

    expect(late.checkout.state).toMatchObject({ phase: 'waiting', session: { id: 'cs_1' } })
  })

  test('for another order, or at another endpoint, does not affect the other', async () => {
    for (const other of [{ order: 'A-2' }, { endpoint: '/other' }]) {
      const both = pair({}, other)
      both.bar.checkout.open()
      both.column.checkout.open()
      expect(both.ports.merchant.create.calls).toHaveLength(2)
      await both.ports.merchant.create.calls[0]?.answer(aSession())
      expect(both.column.checkout.state.phase).toBe('creating')
    }
  })

  test('of the page’s own session makes the other follow it', async () => {
    const both = pair({ order: '', session: 'cs_1' })
    await answerAll(both.ports, 'CREATED')
    expect(phases(both)).toEqual(['idle', 'idle'])
    both.bar.checkout.open()
    await both.ports.merchant.link.last.answer(aSession())

    expect(both.column.checkout.state).toMatchObject({ phase: 'waiting', hosted: 'elsewhere' })
    expect(both.ports.merchant.create.calls).toEqual([])
  })
})
