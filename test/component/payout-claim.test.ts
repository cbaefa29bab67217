// A recipient receives a payout: the element opens and follows it, and never creates one.
import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { settle } from '../support/fake-clock.ts'
import { fakePorts, leaksOf } from '../support/fake-ports.ts'
import { aFault, aSession, changedRead } from '../support/sessions.ts'
import { mountPayout } from './mounted.ts'

const payout = { kind: 'payout', status: 'CREATED' } as const

async function ready(attributes = {}) {
  const mounted = mountPayout(attributes)
  mounted.ports.merchant.link.willAnswer(aSession(payout))
  await mounted.read(payout)
  return mounted
}

describe('a payout', () => {
  test('is offered with messages for the recipient and the name of the sender', async () => {
    const { button, screen } = await ready({ payee: 'Lantern & Co.' })

    await expect.element(button('Receive €49.90')).toBeVisible()
    await expect.element(screen.getByText('Lantern & Co. pays you.')).toBeVisible()
  })

  test('is followed from the press to completion, with events of its own prefix', async () => {
    const { button, emitted, read, screen } = await ready()
    await button('Receive €49.90').click()
    await read({ ...payout, status: 'PROCESSING' })
    await expect.element(screen.getByText('Your payout is on its way', { exact: true })).toBeVisible()
    await read({ ...payout, status: 'COMPLETED' })

    await expect.element(screen.getByText('Paid out', { exact: true })).toBeVisible()
    expect(emitted.map(({ event }) => event.type)).toEqual([
      'payout-start',
      'payout-open',
      'payout-status',
      'payout-authorized',
      'payout-status',
      'payout-complete',
    ])
  })

  test('emits no event with the prefix of a payment', async () => {
    const types: string[] = []
    const listen = ({ type }: Event) => types.push(type)
    document.addEventListener('payment-start', listen)
    const { button } = await ready()
    await button(/Receive/).click()
    document.removeEventListener('payment-start', listen)

    expect(types).toEqual([])
  })

  test('opens its window inside the click', async () => {
    const { button, ports } = await ready()
    await button(/Receive/).click()

    expect(ports.windows.last.urls).toEqual(['https://pay.example/p/1'])
  })

  test('that is cancelled can be received later', async () => {
    const { button, ports } = await ready()
    await button(/Receive/).click()
    await button('Cancel').click()
    await button('Receive €49.90').click()

    expect(ports.windows.opened).toHaveLength(2)
    expect(ports.merchant.create.calls).toEqual([])
  })

  test('that is cancelled while it loads can still be received', async () => {
    const { button, ports } = mountPayout()
    await button('Cancel').click()
    expect(button(/Receive/).query()).not.toBeNull()
    await ports.clock.advance(500)
    await button(/Receive/).click()
    await ports.merchant.read.last.answer(changedRead(payout))

    await expect.element(button('Receive €49.90')).toBeVisible()
  })

  test('leaves nothing running when the element is removed', async () => {
    const { button, element, ports } = await ready()
    await button(/Receive/).click()
    element.remove()
    await settle()

    expect(leaksOf(ports)).toEqual([])
  })
})

describe('nothing is created', () => {
  test.each([
    ['an order', { order: 'A-1001' }],
    ['an order and methods', { order: 'A-1001', methods: 'card bank_account' }],
    ['another kind', { order: 'A-1001', kind: 'payin' }],
  ])('if the page names %s', async (_what, attributes) => {
    const { element, ports, all } = mountPayout({ session: '', ...attributes })
    element.open()
    await settle()

    expect(ports.merchant.create.calls).toEqual([])
    expect([ports.windows.opened, all('fieldset, #field')]).toEqual([[], []])
  })

  test.each(['FAILED', 'EXPIRED'])('after %s, because only the sender makes a new one', async (status) => {
    const { button, element, ports, read } = await ready({ order: 'A-1001' })
    await button(/Receive/).click()
    await read({ ...payout, status })
    element.open()

    expect(button().elements()).toEqual([])
    expect(ports.merchant.create.calls).toEqual([])
  })

  test('if the payout is no longer known', async () => {
    const { button, ports, screen } = mountPayout()
    await settle()
    await ports.merchant.read.last.fail(aFault('not_found'))

    await expect
      .element(screen.getByText('This payout can no longer be found', { exact: true }))
      .toBeVisible()
    expect(button().elements()).toEqual([])
  })
})

describe('without a session', () => {
  test('the console says what to set, and the recipient sees nothing of it', async () => {
    const { button, ports, text } = mountPayout({ session: '' })
    await button('Receive your payout').click()

    expect(ports.reported).toEqual([expect.stringContaining('`session`')])
    expect(text()).not.toContain('`session`')
    expect(text()).toContain('The payout could not be opened')
  })

  test('a session that the page sets later is received, too', async () => {
    const { element, button, ports } = mountPayout({ session: '' })
    element.session = 'cs_1'
    await settle()
    await ports.merchant.read.last.answer(changedRead(payout))

    await expect.element(button('Receive €49.90')).toBeVisible()
  })
})

test('on a phone this tab navigates to the hosted page, and the recipient finds the payout again', async () => {
  const ports = fakePorts()
  ports.windows.prefers = true
  const before = mountPayout({}, ports)
  ports.merchant.link.willAnswer(aSession(payout))
  await before.read(payout)
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  expect(ports.windows.redirects).toEqual(['https://pay.example/p/1'])
  before.element.remove()
  const after = mountPayout({}, fakePorts({ memory: ports.memory }))
  await after.read({ ...payout, status: 'COMPLETED' })

  expect(after.text()).toContain('Paid out')
})
