// What a shopper hears who does not look: each change once, by the focus or by the live region (FACTS 22).
import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { aSession } from '../support/sessions.ts'
import { mount } from './mounted.ts'
import { stories } from './stories.ts'

/** Everything that the live region ever said, in order. */
function listenTo(element: HTMLElement): string[] {
  const region = element.shadowRoot?.querySelector('[role=status]')
  if (!region) throw new Error('There is no live region.')
  const said: string[] = []
  new MutationObserver(() => said.push(region.textContent ?? '')).observe(region, {
    childList: true,
    characterData: true,
    subtree: true,
  })
  return said
}

const waitForObserver = () => new Promise<void>((resolve) => queueMicrotask(resolve))

describe('the live region', () => {
  test('is in the page, empty and polite, before there is anything to say', () => {
    const { element, announced } = mount()
    const region = element.shadowRoot?.querySelector('[role=status]')

    expect(region?.isConnected).toBe(true)
    expect(announced()).toBe('')
  })

  test('is the same one throughout: a new one would not be heard', async () => {
    const { element, startPaying, read } = mount()
    const region = element.shadowRoot?.querySelector('[role=status]')
    await startPaying()
    await read({ status: 'COMPLETED' })

    expect([...(element.shadowRoot?.querySelectorAll('[role=status]') ?? [])]).toEqual([region])
  })

  test('says that the payment has arrived, once', async () => {
    const { element, startPaying, read } = mount()
    await startPaying()
    const said = listenTo(element)
    await read({ status: 'COMPLETED' })
    await waitForObserver()

    expect(said).toEqual(['Paid Thank you. Your payment has arrived.'])
  })

  test('says nothing again when only the status word changes', async () => {
    const { element, startPaying, read } = mount()
    await startPaying()
    const said = listenTo(element)
    await read({ status: 'INITIATED' })
    await read({ status: 'SOMETHING_NEW' })
    await waitForObserver()

    expect(said).toEqual([])
  })

  test('is empty again after reset: nothing old is found by a reading cursor', async () => {
    const { element, announced } = await stories.complete()
    element.reset()

    expect(announced()).toBe('')
  })
})

describe('the focus', () => {
  test('moves to the title when the button under the finger is gone', async () => {
    const { focused, ports, read } = mount()
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    await ports.merchant.create.last.answer(aSession())

    expect(focused()).toBe('Finish your payment in the other window')
    await read({ status: 'COMPLETED' })
    expect(focused()).toBe('Paid')
  })

  test('stays where the shopper is, somewhere else on the page', async () => {
    const field = document.body.appendChild(document.createElement('input'))
    const { read } = await stories['waiting popup']()
    field.focus()
    await read({ status: 'COMPLETED' })

    expect(document.activeElement).toBe(field)
  })

  test('stays on a button that is still there', async () => {
    const { button, focused, ports } = await stories['waiting popup']()
    button('Cancel').element().focus()
    ports.windows.last.closeByShopper()
    await ports.clock.advance(500)

    expect(focused()).toBe('Cancel')
  })

  test('never slips from “check now” to “Cancel”, which would be pressed by mistake', async () => {
    const { element, button, focused, ports } = await stories['waiting closed']()
    button(/check now/)
      .element()
      .focus()
    ports.windows.refuses = true
    element.open()

    expect(button(/check now/).query()).toBeNull()
    expect(focused()).toBe('Taking you to the payment page…')
  })

  test('on the title says it once: the live region does not repeat it with the next news', async () => {
    const { element, focused, ports, read } = mount()
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    const said = listenTo(element)
    await ports.merchant.create.last.answer(aSession())
    expect(focused()).toBe('Finish your payment in the other window')
    await read({ status: 'INITIATED' })
    await waitForObserver()

    // The time left is not on the title.
    expect(said.filter((text) => text !== '')).toEqual(['Time left: 15 minutes'])
  })

  test('on the title is not repeated because the page changed an attribute', async () => {
    const { element, button, announced } = await stories['waiting popup']()
    button('Cancel').element().focus()
    await button('Cancel').click()
    element.theme = 'dark'

    expect(announced()).toBe('')
  })
})
