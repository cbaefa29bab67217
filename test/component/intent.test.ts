// A press that also places the order: the button has the words that consumer law asks for, and nothing else.
import { expect, test } from 'vitest'
import { aFault } from '../support/sessions.ts'
import { mount, mountPayout } from './mounted.ts'

const amount = { amount: '49.90', currency: 'EUR' }
const label = (all: (selector: string) => Element[]) => all('.pay')[0]?.textContent

test('the button that orders has only the words of the law, also when the amount is known', async () => {
  const mounted = mount({ intent: 'order', ...amount })
  expect(label(mounted.all)).toBe('Order with obligation to pay')
  mounted.element.intent = 'pay'

  await expect.element(mounted.button('Pay €49.90')).toBeVisible()
})

test('words of the page replace them: they may be the ones of its own law', () => {
  expect(label(mount({ intent: 'order', label: 'Buy now' }).all)).toBe('Buy now')
  const { element, all } = mount({ intent: 'order' }, { content: 'Kaufen' })

  expect(element.textContent).toBe('Kaufen')
  expect(label(all)).toBe('')
})

test('after a failure the order is placed already: it is paid again, not ordered again', async () => {
  const mounted = mount({ intent: 'order', ...amount })
  mounted.element.open()
  await mounted.ports.merchant.create.last.fail(aFault('invalid'))

  await expect.element(mounted.button('Try again')).toBeVisible()
})

test('a payout orders nothing', async () => {
  const mounted = mountPayout({ intent: 'order' })
  await mounted.read({ kind: 'payout', redirect_url: 'https://pay.example/p/1' })

  await expect.element(mounted.button(/^Receive/)).toBeVisible()
})

test('an intent that is none is named in the console, and the button pays', async () => {
  const mounted = mount({ intent: 'buy', ...amount })

  await expect.element(mounted.button('Pay €49.90')).toBeVisible()
  await expect.poll(() => mounted.ports.reported.join()).toContain('"buy" is unknown. Use pay, order.')
})
