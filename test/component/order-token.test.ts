// The signed token of an order: it goes to the merchant's server with the press, and nowhere else.
import { describe, expect, test } from 'vitest'
import { settle } from '../support/fake-clock.ts'
import { aFault } from '../support/sessions.ts'
import { mount, mountPayout } from './mounted.ts'

describe('the token of an order', () => {
  test('is sent when a session is created', () => {
    const { element, ports } = mount({ token: 'A-1001.1764000000.c2ln' })
    element.open()

    expect(ports.merchant.create.last.request.body.token).toBe('A-1001.1764000000.c2ln')
  })

  test.each([{}, { token: '' }])('is not sent if it is missing or empty: %o', (attributes) => {
    const { element, ports } = mount(attributes as Record<string, string>)
    element.open()

    expect(ports.merchant.create.last.request.body).not.toHaveProperty('token')
  })

  test('is a property, too, and is read at the press', async () => {
    const { element, ports } = mount({ token: 'old' })
    element.token = 'new'
    expect(element.getAttribute('token')).toBe('new')
    element.open()

    expect(ports.merchant.create.last.request.body.token).toBe('new')
  })

  test('that changes does not affect a payment in progress', async () => {
    const { element, ports, startPaying, emitted } = mount({ token: 'old' })
    await startPaying()
    const before = [ports.merchant.create.calls.length, ports.merchant.read.calls.length, emitted.length]
    element.token = 'new'
    await settle()

    expect(element.state.phase).toBe('waiting')
    expect([ports.merchant.create.calls.length, ports.merchant.read.calls.length, emitted.length]).toEqual(
      before,
    )
  })

  test('stays the same in the retries of one press', async () => {
    const { element, ports } = mount({ token: 'old' })
    element.open()
    await ports.merchant.create.last.fail(aFault())
    element.token = 'new'
    await ports.clock.advance(5_000)

    expect(ports.merchant.create.calls.map(({ request }) => request.body.token)).toEqual(['old', 'old'])
  })

  test('is in no event, no storage, no console and no read of a session', async () => {
    const { element, ports, startPaying, emitted, read } = mount({ token: 'A-1001.secret' })
    await startPaying()
    await read({ status: 'COMPLETED' })
    const details = JSON.stringify(emitted.map(({ event }) => event.detail))
    const asked = JSON.stringify(ports.merchant.read.calls.map(({ request }) => request))

    expect(details + asked + JSON.stringify([[...ports.memory.entries], ports.reported])).not.toContain(
      'secret',
    )
    expect(JSON.stringify(element.state)).not.toContain('secret')
  })

  test('is not used for a payout, which is never created here', async () => {
    const { ports, read, element } = mountPayout({ token: 'A-1001.secret' })
    await read({ kind: 'payout' })
    element.open()

    expect(ports.merchant.create.calls).toEqual([])
    expect(ports.merchant.link.calls.map(({ request }) => request)).toEqual([{ id: 'cs_1' }])
  })
})
