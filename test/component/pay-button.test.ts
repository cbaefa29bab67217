import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { aSession } from '../support/sessions.ts'
import { mount } from './mounted.ts'

describe('the pay button', () => {
  test.each([
    [{ amount: '49.90', currency: 'EUR', lang: 'en' }, 'Pay €49.90'],
    [{ amount: '49.90', currency: 'EUR', lang: 'de' }, /^Pay 49,90\s€$/],
    [{ amount: '500', currency: 'JPY', lang: 'en' }, 'Pay ¥500'],
    [{ amount: '0.0015', currency: 'BTC', lang: 'en' }, /^Pay BTC\s0\.0015$/],
    [{ amount: '12.5', currency: 'USDC', lang: 'en' }, /^Pay 12\.50\sUSDC$/],
    [{}, 'Pay now'],
    [{ amount: '49,90', currency: 'EUR' }, 'Pay now'],
    [{ amount: '49.90' }, 'Pay now'],
    [{ label: 'Donate' }, 'Donate'],
  ])('with %o is called %s', async (attributes, name) => {
    const { button } = mount(attributes)
    await expect.element(button(name)).toBeVisible()
  })

  test('takes its content from the page', async () => {
    const { button } = mount({ label: 'unused' }, { content: 'Buy the lantern' })
    await expect.element(button('Buy the lantern')).toBeVisible()
  })

  test('keeps its name if there is only white space between the tags', async () => {
    const { button } = mount({}, { content: '\n    ' })
    expect(button('Pay now').query()).not.toBeNull()
  })

  test('announces before the press that a window opens', async () => {
    const { button } = mount()
    await expect
      .element(button())
      .toHaveAccessibleDescription('You pay shop.example. Opens a secure page in a new window.')
  })

  test('announces before the press that this page continues, where it will', async () => {
    const { button } = mount({ mode: 'redirect' })
    await expect
      .element(button())
      .toHaveAccessibleDescription('You pay shop.example. Continues on a secure page.')
  })

  test('opens the window inside the click of a real mouse', async () => {
    const { button, ports, emitted } = mount()
    await button('Pay now').click()

    expect(ports.windows.blank).toHaveLength(1)
    expect(emitted.map(({ name }) => name)).toEqual(['start'])
  })

  test.each(['{Enter}', ' '])('works with the keyboard: %j', async (key) => {
    const { ports } = mount()
    await userEvent.tab()
    await userEvent.keyboard(key)

    expect(ports.merchant.create.calls).toHaveLength(1)
  })

  test('shows that it is busy and can be cancelled, while the session is created', async () => {
    const { button, ports } = mount()
    await button().click()
    await expect.element(button('Opening the secure page…')).toHaveAttribute('aria-busy', 'true')

    await button('Cancel').click()
    expect(ports.windows.blank).toEqual([])
    expect(ports.merchant.create.last.aborted).toBe(true)
  })

  test('pressed twice quickly creates one session', async () => {
    const { button, ports } = mount()
    await button().dblClick()

    expect([ports.merchant.create.calls.length, ports.windows.opened.length]).toEqual([1, 1])
  })

  test('keeps the focus while it is busy', async () => {
    const { focused } = mount()
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')

    expect(focused()).toBe('Opening the secure page…')
  })

  test('is at least 24 px high and wide, like every button', async () => {
    const { element, startPaying } = mount()
    await startPaying()
    const sizes = [...(element.shadowRoot?.querySelectorAll('button') ?? [])].map((button) => {
      const { width, height } = button.getBoundingClientRect()
      return Math.min(width, height)
    })

    expect(sizes.length).toBeGreaterThan(1)
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(24)
  })
})

describe('disabled', () => {
  test('starts nothing, neither by mouse nor by method', async () => {
    const { button, element, ports, emitted } = mount({ disabled: '' })
    await expect.element(button('Pay now')).toBeDisabled()
    element.open()

    expect([emitted.length, ports.merchant.create.calls.length]).toEqual([0, 0])
  })

  test('is a property as on a button', async () => {
    const { element, button } = mount()
    element.disabled = true
    await expect.element(button()).toBeDisabled()

    element.disabled = false
    expect(element.hasAttribute('disabled')).toBe(false)
  })

  test('set while the shopper pays leaves no button that looks enabled but does nothing', async () => {
    const { element, button, ports, startPaying } = mount()
    await startPaying()
    element.disabled = true
    const show = button('Show window').query() as HTMLButtonElement | null
    show?.click()

    const worked = ports.windows.last.focused === 1
    expect(worked || show === null || show.disabled).toBe(true)
  })
})

describe('payment-start', () => {
  test('that the page prevents opens nothing', async () => {
    const { button, element, ports } = mount()
    element.addEventListener('payment-start', (event) => event.preventDefault())
    await button().click()

    expect([ports.windows.opened.length, ports.merchant.create.calls.length]).toEqual([0, 0])
    await expect.element(button('Pay now')).toBeEnabled()
  })
})

describe('the amount', () => {
  test('of the session replaces the page’s, and the difference is reported to the shopper and the developer', async () => {
    const { screen, ports, read } = mount({ order: '', session: 'cs_1', amount: '39.90', currency: 'EUR' })
    await read({ amount: { value: '49.90', currency: 'EUR' } })

    await expect.element(screen.getByRole('button', { name: 'Pay €49.90' })).toBeVisible()
    await expect.element(screen.getByText('The amount to pay is €49.90.')).toBeVisible()
    expect(ports.reported.join()).toContain('39.90')
  })

  test('in another notation counts as equal', async () => {
    const { ports, read, text } = mount({ order: '', session: 'cs_1', amount: '49.9', currency: 'EUR' })
    await read(aSessionOf('49.90'))

    expect(text()).not.toContain('The amount to pay')
    expect(ports.reported).toEqual([])
  })

  test('differs visibly, too, while the shopper is paying', async () => {
    const { screen, startPaying } = mount({ amount: '39.90', currency: 'EUR' })
    await startPaying({ amount: { value: '49.90', currency: 'EUR' } })

    await expect.element(screen.getByText('The amount to pay is €49.90.')).toBeVisible()
  })

  test('stays visible while the shopper pays', async () => {
    const { screen, startPaying } = mount()
    await startPaying()

    await expect.element(screen.getByText('€49.90')).toBeVisible()
  })
})

function aSessionOf(value: string) {
  return aSession({ amount: { value, currency: 'EUR' } })
}
