// A sticky bar and the main column: two elements for one order on one page.
import { describe, expect, test } from 'vitest'
import { settle } from '../support/fake-clock.ts'
import { fakePorts, leaksOf } from '../support/fake-ports.ts'
import { aSession, changedRead } from '../support/sessions.ts'
import { type Mounted, mount, mountPayout } from './mounted.ts'

function two(ofColumn: Record<string, string> = {}): readonly [bar: Mounted, column: Mounted] {
  const ports = fakePorts()
  const price = { amount: '49.90', currency: 'EUR' }
  return [
    mount({ ...price, id: 'bar' }, { ports }),
    mount({ ...price, id: 'column', ...ofColumn }, { ports }),
  ]
}
const names = ({ emitted }: Mounted) => emitted.map(({ name }) => name)

test('a press in one removes the pay button in the other, and both show the payment', async () => {
  const [bar, column] = two()
  await bar.button('Pay €49.90').click()
  await bar.ports.merchant.create.last.answer(aSession())
  expect(column.text()).toContain('Payment not finished yet')
  expect(column.button('Pay €49.90').query()).toBeNull()
  await bar.ports.merchant.read.last.answer(changedRead({ status: 'COMPLETED' }))

  await expect.element(bar.screen.getByText('Paid', { exact: true })).toBeVisible()
  await expect.element(column.screen.getByText('Paid', { exact: true })).toBeVisible()
  expect(names(bar)).toEqual(['start', 'created', 'open', 'status', 'complete'])
  expect(names(column)).toEqual(['status', 'complete'])
})

describe('a listener of one element', () => {
  test('that removes both leaves nothing running', async () => {
    const [bar, column] = two()
    for (const { element } of [bar, column])
      element.addEventListener('payment-complete', () => document.body.replaceChildren())
    await bar.startPaying()
    await bar.ports.merchant.read.calls[0]?.answer(changedRead({ status: 'COMPLETED' }))
    await settle()

    expect([names(bar), names(column)].flat().filter((name) => name === 'complete')).toHaveLength(1)
    expect(leaksOf(bar.ports)).toEqual([])
  })

  test('that sets another order on the other does not affect that order', async () => {
    const [bar, column] = two()
    bar.element.addEventListener('payment-created', () => {
      column.element.order = 'B-2'
    })
    await bar.startPaying()
    await bar.ports.merchant.read.last.answer(changedRead({ status: 'COMPLETED' }))

    expect([bar.element.state.phase, column.element.state.phase]).toEqual(['complete', 'idle'])
    expect(column.button('Pay €49.90').query()).not.toBeNull()
  })
})

test('an element whose order is set later finds the payment of that order', async () => {
  const [bar, column] = two({ order: 'B-2' })
  await bar.startPaying()
  expect(column.element.state.phase).toBe('idle')
  column.element.order = 'A-1001'
  await settle()

  expect(column.element.state.phase).toBe('loading')
})

test('two elements for one payout claim it once, and the other one asks for the code, too', async () => {
  const ports = fakePorts()
  const payout = { kind: 'payout', redirect_url: null } as const
  const [first, second] = [mountPayout({ id: 'first' }, ports), mountPayout({ id: 'second' }, ports)]
  await settle()
  for (const question of ports.merchant.read.waiting) await question.answer(changedRead(payout))
  await first.screen.getByLabelText('Your code').fill('K7QM')
  first.element.open()
  await ports.merchant.link.last.answer(aSession({ ...payout, redirect_url: 'https://pay.example/o/1' }))
  expect(second.element.state).toMatchObject({ phase: 'waiting', session: { redirect_url: null } })
  expect(second.field().value).toBe('')
  for (const question of ports.merchant.read.waiting)
    await question.answer(changedRead({ ...payout, status: 'COMPLETED' }))

  expect([first.element.state.phase, second.element.state.phase]).toEqual(['complete', 'complete'])
})
