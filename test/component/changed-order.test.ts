// What a shopper sees of an order that changed since the page was made, and of money that does not fit it.
import { describe, expect, test } from 'vitest'
import { aFault } from '../support/sessions.ts'
import { mount } from './mounted.ts'

const price = { value: '59.90', currency: 'EUR' }

async function refused(fault = { ...aFault('price_changed'), amount: price }, attributes = {}) {
  const mounted = mount({ amount: '49.90', currency: 'EUR', ...attributes })
  mounted.element.open()
  await mounted.ports.merchant.create.last.fail(fault)
  return mounted
}

describe('an order with another price', () => {
  test('is shown with both prices, and the button says the new one', async () => {
    const { screen, button, announced } = await refused()

    await expect.element(screen.getByText('The price has changed', { exact: true })).toBeVisible()
    await expect.element(screen.getByText('It was €49.90 before.', { exact: true })).toBeVisible()
    await expect.element(button('Pay €59.90')).toBeVisible()
    expect(announced()).toBe('The price has changed It was €49.90 before. €59.90')
  })

  test('has no price before if the page names none', async () => {
    const { text, button, announced } = await refused(undefined, { amount: '' })

    await expect.element(button('Pay €59.90')).toBeVisible()
    expect(text()).not.toContain('before')
    expect(announced()).toMatch(/^The price has changed +€59\.90$/)
  })
})

describe('an order that cannot be paid', () => {
  test.each([
    ['order_withdrawn', 'This order can no longer be paid'],
    ['order_promised', 'Payment received'],
    ['already_paid', 'This order has already been paid'],
  ] as const)('because of %s has no button', async (kind, title) => {
    const { screen, button } = await refused({ ...aFault(kind), amount: price })

    await expect.element(screen.getByText(title, { exact: true })).toBeVisible()
    expect(button().elements()).toEqual([])
  })
})

test('money that does not fit the order is shown as received, and why the shop will contact the shopper', async () => {
  const { startPaying, read, screen, button } = mount()
  await startPaying()
  await read({ status: 'COMPLETED', outcome: 'authorized', review: 'amount_differs' })

  await expect.element(screen.getByText('Payment received', { exact: true })).toBeVisible()
  await expect
    .element(screen.getByText('The order has a different price. The shop will contact you.', { exact: true }))
    .toBeVisible()
  expect(button().elements()).toEqual([])
})
