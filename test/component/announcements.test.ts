// What a screen reader announces: each change once, by the live region (docs/internals/browser-facts.md#accessible-without-exception).
import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { aSession } from '../support/sessions.ts'
import { mount } from './mounted.ts'
import { stories } from './stories.ts'

/** All announcements of the live region, in order. */
function listenTo(element: HTMLElement): string[] {
  const region = element.shadowRoot?.querySelector('[aria-live]')
  if (!region) throw new Error('There is no live region.')
  const announced: string[] = []
  new MutationObserver(() => announced.push(region.textContent ?? '')).observe(region, {
    childList: true,
    characterData: true,
    subtree: true,
  })
  return announced
}

const waitForObserver = () => new Promise<void>((resolve) => queueMicrotask(resolve))

describe('the live region', () => {
  test('is in the page, empty and polite, before there is anything to announce', () => {
    const { element, announced } = mount()
    const region = element.shadowRoot?.querySelector('[aria-live]')

    expect(region?.isConnected).toBe(true)
    expect([region?.ariaLive, region?.ariaAtomic]).toEqual(['polite', 'true'])
    expect(announced()).toBe('')
  })

  test('has no role, or a screen reader’s cursor would stop at an empty “status bar”', () => {
    const { element } = mount()

    expect(element.shadowRoot?.querySelector('[aria-live]')?.hasAttribute('role')).toBe(false)
  })

  test('is the same node throughout, because a new one would not be announced', async () => {
    const { element, startPaying, read } = mount()
    const region = element.shadowRoot?.querySelector('[aria-live]')
    await startPaying()
    await read({ status: 'COMPLETED' })

    expect([...(element.shadowRoot?.querySelectorAll('[aria-live]') ?? [])]).toEqual([region])
  })

  test('announces once that the payment has arrived', async () => {
    const { element, startPaying, read } = mount()
    await startPaying()
    const announced = listenTo(element)
    await read({ status: 'COMPLETED' })
    await waitForObserver()

    expect(announced).toEqual(['Paid Thank you. Your payment has arrived.'])
  })

  test('announces nothing again when only the status changes', async () => {
    const { element, startPaying, read } = mount()
    await startPaying()
    const announced = listenTo(element)
    await read({ status: 'INITIATED' })
    await read({ status: 'SOMETHING_NEW' })
    await waitForObserver()

    expect(announced).toEqual([])
  })

  test('announces a check at once, and then the result', async () => {
    const { button, announced, ports } = await stories['waiting closed']()
    await button(/Check now/).click()
    expect(announced()).toBe('Checking your payment…')

    await ports.clock.advance(2_000)
    expect(announced()).toMatch(/^Window closed\? .* Time left: 15 minutes$/)
  })

  test('announces another check again', async () => {
    const { element, button, ports } = await stories['waiting closed']()
    await button(/Check now/).click()
    await ports.clock.advance(2_000)
    const announced = listenTo(element)
    await button(/Check now/).click()
    await waitForObserver()

    expect(announced).toEqual(['Checking your payment…'])
  })

  test('announces the result of a check, and not the earlier notice', async () => {
    const { element, button, ports, read } = await stories['waiting closed']()
    const announced = listenTo(element)
    await button(/Check now/).click()
    await read({ status: 'COMPLETED' })
    await ports.clock.advance(2_000)

    expect(announced).toEqual(['Checking your payment…', 'Paid Thank you. Your payment has arrived.'])
  })

  test('does not announce a check that the page requests', async () => {
    const { element } = await stories['waiting closed']()
    const announced = listenTo(element)
    element.check()
    await waitForObserver()

    expect(announced).toEqual([])
  })

  test('is empty again after reset()', async () => {
    const { element, announced } = await stories.complete()
    element.reset()

    expect(announced()).toBe('')
  })
})

describe('while another window is in front', () => {
  test('nothing is announced; the notice is announced once, a moment after ours is in front again', async () => {
    const { element, ports, startPaying, read } = mount()
    const announced = listenTo(element)
    ports.wake.front(false)
    await startPaying()
    await read({ status: 'AUTHORIZED' })
    ports.wake.front(true)
    expect(announced).toEqual([])

    await ports.clock.advance(2_000)
    expect(announced).toEqual(['Payment received The shop confirms it in a moment.'])
  })

  test('a window that is left again before that moment announces nothing', async () => {
    const { element, ports, startPaying } = mount()
    const announced = listenTo(element)
    ports.wake.front(false)
    await startPaying()
    ports.wake.front(true)
    await ports.clock.advance(1_000)
    ports.wake.front(false)
    await ports.clock.advance(5_000)

    expect(announced).toEqual([])
  })

  test('an earlier announcement is not repeated', async () => {
    const { element, ports } = await stories['waiting popup']()
    const announced = listenTo(element)
    ports.wake.front(false)
    ports.wake.front(true)
    await ports.clock.advance(3_000)

    expect(announced).toEqual([])
  })

  test('the screen shows the update all the same', async () => {
    const { ports, startPaying, read, text } = mount()
    ports.wake.front(false)
    await startPaying()
    await read({ status: 'COMPLETED' })

    expect(text()).toContain('Your payment has arrived.')
  })
})

describe('the focus', () => {
  test('moves to the title when the pressed button disappears', async () => {
    const { focused, ports, read } = mount()
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    await ports.merchant.create.last.answer(aSession())

    expect(focused()).toBe('Waiting for your payment')
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

  test('never moves from “check now” to “Cancel”, which would be pressed by mistake', async () => {
    const { element, button, focused, ports } = await stories['waiting closed']()
    button(/Check now/)
      .element()
      .focus()
    ports.windows.refuses = true
    element.open()

    expect(button(/Check now/).query()).toBeNull()
    expect(focused()).toBe('Taking you to the payment page…')
  })

  test('on the title leaves the text to the live region, which announces it all, once', async () => {
    const { element, focused, ports, read } = mount()
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    const announced = listenTo(element)
    await ports.merchant.create.last.answer(aSession())
    expect(focused()).toBe('Waiting for your payment')
    await read({ status: 'INITIATED' })
    await waitForObserver()

    expect(announced.filter((text) => text !== '')).toEqual([
      'Waiting for your payment Time left: 15 minutes',
    ])
  })

  test('elsewhere in the page leads to the same announcement as on the title', async () => {
    const field = document.body.appendChild(document.createElement('input'))
    const { element, ports } = await stories['waiting popup']()
    field.focus()
    const announced = listenTo(element)
    element.cancel()
    await waitForObserver()
    await ports.clock.advance(3_000)

    expect(document.activeElement).toBe(field)
    expect(announced).toEqual([
      'Payment canceled You can close the payment window. If you have already paid, it will still show here.',
    ])
  })

  test('on the title does not repeat the announcement when the page changes an attribute', async () => {
    const { element, button, focused } = await stories['waiting popup']()
    button('Cancel').element().focus()
    const announced = listenTo(element)
    await button('Cancel').click()
    element.theme = 'dark'
    await waitForObserver()

    expect(focused()).toBe('Payment canceled')
    expect(announced).toEqual([
      'Payment canceled You can close the payment window. If you have already paid, it will still show here.',
    ])
  })
})
