// One payment from the press to its end, and the events that the page gets.
import { describe, expect, test } from 'vitest'
import { aFault, aSession, changedRead } from '../../support/sessions.ts'
import { startCheckout, startPaying } from '../../support/started-checkout.ts'

describe('a payment', () => {
  test('emits the event of each step once and in order', async () => {
    const { read, emitted, events } = await startPaying()
    await read({ status: 'INITIATED' })
    await read({ status: 'AUTHORIZED' })
    await read({ status: 'COMPLETED' })

    expect(emitted()).toEqual([
      'start',
      'created',
      'open',
      'status',
      'status',
      'authorized',
      'status',
      'complete',
    ])
    expect(events.filter(({ name }) => name === 'status')).toMatchObject([
      { previous: 'CREATED' },
      { previous: 'INITIATED' },
      { previous: 'AUTHORIZED' },
    ])
  })

  test('never sends a price to the server, only order, kind, language and context', () => {
    const { checkout, ports } = startCheckout({ kind: 'bank_transfer', lang: 'de', context: { gift: true } })
    checkout.open()

    expect(ports.merchant.create.last.request.body).toEqual({
      order: 'A-1001',
      kind: 'bank_transfer',
      lang: 'de',
      context: { gift: true },
    })
  })

  test('that the page prevents opens no window and sends no request', () => {
    const { checkout, ports, on } = startCheckout()
    on('start', () => false)
    checkout.open()

    expect([ports.windows.opened.length, ports.merchant.create.calls.length]).toEqual([0, 0])
    expect(checkout.state.phase).toBe('idle')
  })

  test('without an order tells the developer which attribute is missing', () => {
    const { checkout, ports, emitted } = startCheckout({ order: '' })
    checkout.open()

    expect(checkout.state).toMatchObject({ phase: 'error', error: { kind: 'misconfigured' } })
    expect(emitted()).toEqual(['error'])
    expect(ports.reported.join()).toContain('`order`')
  })

  test('leaves nothing running once it is complete', async () => {
    const { ports, read, stop } = await startPaying()
    await read({ status: 'COMPLETED' })
    expect([ports.clock.pending, ports.merchant.read.waiting.length]).toEqual([0, 0])

    stop()
    expect([ports.wake.watchers, ports.channel.watchers]).toEqual([0, 0])
  })

  test('stays complete: no press, timer or late answer can lead to a second payment', async () => {
    const { ports, checkout, read } = await startPaying()
    await read({ status: 'COMPLETED' })
    checkout.open()
    checkout.check()
    checkout.cancel()
    await ports.clock.advance(3_600_000)

    expect(checkout.state.phase).toBe('complete')
    expect([ports.merchant.create.calls.length, ports.windows.opened.length]).toEqual([1, 1])
  })
})

describe('cancelling', () => {
  test('in the widget does not end the payment: a late success is still emitted', async () => {
    const { checkout, read, emitted } = await startPaying()
    checkout.cancel()
    expect(checkout.state.phase).toBe('cancelled')
    await read({ status: 'COMPLETED' })

    expect(checkout.state.phase).toBe('complete')
    expect(emitted().slice(-3)).toEqual(['cancel', 'status', 'complete'])
  })

  test('twice emits one event', async () => {
    const { checkout, count } = await startPaying()
    checkout.cancel()
    checkout.cancel()

    expect(count('cancel')).toBe(1)
  })

  test('before the session was created ignores it: its late answer opens no window', async () => {
    const { checkout, ports, emitted } = startCheckout()
    checkout.open()
    const create = ports.merchant.create.last
    checkout.cancel()
    await create.answer(aSession())

    expect(emitted()).toEqual(['start', 'cancel'])
    expect([checkout.state.phase, ports.clock.pending]).toEqual(['cancelled', 0])
  })

  test('and paying again opens the same session, because a second one could be paid, too', async () => {
    const { checkout, ports, count } = await startPaying()
    checkout.cancel()
    checkout.open()
    await ports.merchant.link.last.answer(aSession())

    expect([ports.merchant.create.calls.length, ports.windows.opened.length]).toEqual([1, 2])
    expect(ports.windows.last.urls).toEqual(['https://pay.example/p/1'])
    expect([checkout.state.phase, count('created')]).toEqual(['waiting', 1])
  })

  test('before the session was created, and paying again, makes a new attempt', () => {
    const { checkout, ports } = startCheckout()
    checkout.open()
    checkout.cancel()
    checkout.open()

    const keys = ports.merchant.create.calls.map(({ request }) => request.key)
    expect([keys.length, new Set(keys).size]).toEqual([2, 2])
  })
})

describe('a retry', () => {
  test('after a failed payment is a new attempt, because the old key would return the failed session', async () => {
    const { checkout, ports, read } = await startPaying()
    await read({ status: 'FAILED', status_details: 'DECLINED_BY_ISSUER' })
    checkout.open()
    await ports.merchant.create.last.answer(aSession({ id: 'cs_2' }))

    const keys = ports.merchant.create.calls.map(({ request }) => request.key)
    expect(new Set(keys).size).toBe(2)
    expect(checkout.state).toMatchObject({ phase: 'waiting', session: { id: 'cs_2' } })
  })

  test('after a network failure is the same attempt, because the server may have received the first request', async () => {
    const { checkout, ports } = startCheckout()
    ports.merchant.create.willAnswer(...Array.from({ length: 50 }, () => aFault('network')))
    checkout.open()
    await ports.clock.advance(60_000)
    expect(checkout.state.phase).toBe('error')
    checkout.open()

    expect(new Set(ports.merchant.create.calls.map(({ request }) => request.key)).size).toBe(1)
  })

  test('ignores late answers about the old session', async () => {
    const { checkout, ports } = await startPaying()
    const oldQuestion = ports.merchant.read.last
    checkout.reset()
    checkout.open()
    await ports.merchant.create.last.answer(aSession({ id: 'cs_2' }))
    await oldQuestion.answer(changedRead({ status: 'FAILED' }))

    expect(checkout.state).toMatchObject({ phase: 'waiting', session: { id: 'cs_2' } })
  })

  test('reads the attributes at the press, because the context may have changed', () => {
    const options = { context: 'first' }
    const { checkout, ports } = startCheckout(options)
    options.context = 'second'
    checkout.open()

    expect(ports.merchant.create.last.request.body.context).toBe('second')
  })
})

describe('an error', () => {
  test('is emitted once with its kind, and logged in one line', async () => {
    const { checkout, ports, events } = startCheckout()
    checkout.open()
    await ports.merchant.create.last.fail(aFault('forbidden'))

    expect(events.filter(({ name }) => name === 'error')).toMatchObject([{ error: { kind: 'forbidden' } }])
    expect(ports.reported).toEqual([aFault('forbidden').message])
  })

  test('of a read is no error event: the shopper sees that we keep trying', async () => {
    const { checkout, ports, count } = await startPaying()
    ports.merchant.read.willAnswer(...Array.from({ length: 9 }, () => aFault('network')))
    await ports.merchant.read.last.fail(aFault('network'))
    await ports.clock.advance(5_000)

    expect(checkout.state).toMatchObject({ phase: 'waiting', trouble: { kind: 'network' } })
    expect(count('error')).toBe(0)
  })

  test('about an authorized payment that the server lost does not offer to pay again', async () => {
    const { checkout, ports, read } = await startPaying()
    await read({ status: 'AUTHORIZED' })
    await ports.merchant.read.last.fail(aFault('not_found'))
    checkout.open()

    expect(ports.merchant.create.calls).toHaveLength(1)
  })
})
