// A key that is held repeats some thirty times a second. One press of Enter is one act, however long the key is held.
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { settle } from '../support/fake-clock.ts'
import { mount } from './mounted.ts'
import { refused } from './payout-code.ts'

/** The Enter that the browser repeats. Returns whether the browser would then click a button or break a line. */
const repeatEnter = (target: Element): boolean =>
  target.dispatchEvent(
    new KeyboardEvent('keydown', {
      key: 'Enter',
      repeat: true,
      bubbles: true,
      composed: true,
      cancelable: true,
    }),
  )

test('a held Enter sends a refused code once, or the server would lock the payout', async () => {
  const { field, ports } = await refused()
  expect(document.activeElement?.shadowRoot?.activeElement).toBe(field())
  repeatEnter(field())
  expect(ports.merchant.link.calls).toHaveLength(1)

  await userEvent.keyboard('{Enter}')
  expect(ports.merchant.link.calls).toHaveLength(2)
})

test('a held Enter presses no button', () => {
  const { button } = mount()

  expect(repeatEnter(button(/Pay/).element())).toBe(false)
})

test('a held Enter presses the pay button once', async () => {
  const { button, element, emitted } = mount()
  element.addEventListener('payment-start', (event) => event.preventDefault())
  const pay = button(/Pay/).element() as HTMLElement
  pay.focus()
  await userEvent.keyboard('{Enter>3/}')

  expect(emitted.map(({ name }) => name)).toEqual(['start'])
})

test('a held Enter breaks lines in a field of the page inside of the element', async () => {
  const { element } = mount()
  const field = element.appendChild(document.createElement('textarea'))
  await settle()
  field.focus()
  await userEvent.keyboard('{Enter>3/}')

  expect(field.value).toBe('\n\n\n')
})
