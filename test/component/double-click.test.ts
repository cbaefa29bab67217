// A press may put another button under the finger. The second click of a double click does not press that one.
import { expect, test } from 'vitest'
import { settle } from '../support/fake-clock.ts'
import { mount } from './mounted.ts'

/** A click at a place, as a mouse or a finger makes it. A keyboard's has the detail 0. */
function click(button: Element | null, x = 100, detail = 1): Promise<void> {
  const at = { clientX: x, clientY: 100 }
  button?.dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true, detail, ...at }))
  return settle()
}

/** A payment that was cancelled by the first click. */
async function cancelled() {
  const mounted = mount()
  await mounted.startPaying()
  await mounted.ports.clock.advance(500)
  await click(mounted.button('Cancel').query())
  expect(mounted.element.state.phase).toBe('cancelled')
  const starts = () => mounted.emitted.filter(({ name }) => name === 'start').length
  const again = () => mounted.element.shadowRoot?.querySelector('button.pay') ?? null
  return { ...mounted, again, begun: starts(), starts }
}

test('the second click of a double click on “Cancel” does not pay again', async () => {
  const { again, starts, begun, ports } = await cancelled()
  await click(again(), 123, 2)
  await ports.clock.advance(499)
  expect([again() !== null, starts()]).toEqual([true, begun])
})

test.each([
  ['half a second later', 500, 100, 1],
  ['another place', 0, 124, 1],
  ['a keyboard, at once', 0, 100, 0],
])('a click from %s pays', async (_, waitMs, x, detail) => {
  const { again, starts, begun, ports } = await cancelled()
  await ports.clock.advance(waitMs)
  await click(again(), x, detail)
  expect(starts()).toBe(begun + 1)
})

test('a third click of a double click that was ignored pays', async () => {
  const { again, starts, begun, ports } = await cancelled()
  await click(again(), 100, 2)
  await ports.clock.advance(500)
  await click(again(), 100, 3)
  expect(starts()).toBe(begun + 1)
})
