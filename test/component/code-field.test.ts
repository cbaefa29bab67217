// The code of a payout: without it the server returns no address of the payout's page.
import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { fakePorts } from '../support/fake-ports.ts'
import { aSession } from '../support/sessions.ts'
import { mountPayout } from './mounted.ts'
import { asking, code, input, opened, payout, ready } from './payout-code.ts'

describe('the field for the code', () => {
  test('is above the button if the session has no address', async () => {
    const mounted = await ready()

    await expect.element(input(mounted)).toBeVisible()
    expect(mounted.note()).toBe('The sender gave you this code.')
    const [field, button] = mounted.all('input, .pay')
    expect([field?.localName, button?.localName]).toEqual(['input', 'button'])
  })

  test('has attributes for typing a code, and does not change the text', async () => {
    const { field } = await ready()

    const attributes = ['autocomplete', 'autocapitalize', 'autocorrect', 'spellcheck', 'dir']
    expect(attributes.map((name) => field().getAttribute(name))).toEqual([
      'one-time-code',
      'off',
      'off',
      'false',
      'ltr',
    ])
  })

  test('is not shown if the server returns the address at once', async () => {
    const mounted = mountPayout()
    await mounted.read({ ...payout, redirect_url: 'https://pay.example/p/1' })

    expect(mounted.all('input')).toEqual([])
    await expect.element(mounted.button(/Receive/)).toBeVisible()
  })

  test('is not shown once the payout is authorized', async () => {
    const mounted = mountPayout()
    await mounted.read({ ...payout, status: 'PROCESSING' })

    expect(mounted.all('input')).toEqual([])
  })

  test('disappears when the payout completes while the code is typed', async () => {
    const mounted = await ready()
    await input(mounted).fill('K7')
    await mounted.read({ ...payout, status: 'COMPLETED' })

    expect(mounted.all('input')).toEqual([])
    expect(mounted.text()).toContain('Paid out')
  })
})

describe('a press', () => {
  test('opens the window inside the click, and requests the address with the code', async () => {
    const { ports, emitted } = await asking()

    expect(ports.windows.blank).toHaveLength(1)
    expect(ports.merchant.link.last.request).toEqual({ id: 'cs_1', code })
    await ports.merchant.link.last.answer(opened)
    expect(ports.windows.last.urls).toEqual(['https://pay.example/once/1'])
    expect(emitted.map(({ name }) => name)).toEqual(['start', 'open'])
  })

  test('without a code opens nothing, shows what is missing and focuses the field', async () => {
    const { button, field, element, emitted, note, ports } = await ready()
    await button(/Receive/).click()

    expect([ports.windows.opened, ports.merchant.link.calls, emitted]).toEqual([[], [], []])
    expect(note()).toBe('Enter the code that the sender gave you.')
    expect(element.shadowRoot?.activeElement).toBe(field())
    expect([field().getAttribute('aria-invalid'), field().getAttribute('aria-describedby')]).toEqual([
      'true',
      'note',
    ])
  })

  test('with only spaces counts as one without a code', async () => {
    const mounted = await ready()
    await input(mounted).fill('   ')
    await mounted.button(/Receive/).click()

    expect([mounted.ports.windows.opened, mounted.note()]).toEqual([
      [],
      'Enter the code that the sender gave you.',
    ])
  })

  test('trims a pasted code', async () => {
    const mounted = await ready()
    await input(mounted).fill(`  ${code}\t`)
    await mounted.button(/Receive/).click()

    expect(mounted.ports.merchant.link.last.request.code).toBe(code)
  })

  test('of Enter in the field presses the button, and a second one sends no second request', async () => {
    const mounted = await ready()
    await input(mounted).fill(code)
    await userEvent.keyboard('{Enter}{Enter}')

    expect([mounted.ports.windows.opened.length, mounted.ports.merchant.link.calls.length]).toEqual([1, 1])
    expect(mounted.emitted.map(({ name }) => name)).toEqual(['start'])
  })

  test('of Enter during text composition sends nothing', async () => {
    const mounted = await ready()
    await input(mounted).fill(code)
    mounted.field().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', isComposing: true }))

    expect(mounted.ports.merchant.link.calls).toEqual([])
  })

  test('that the page prevents requests no address', async () => {
    const mounted = await ready()
    mounted.element.addEventListener('payout-start', (event) => event.preventDefault())
    await input(mounted).fill(code)
    await mounted.button(/Receive/).click()

    expect([mounted.ports.windows.opened, mounted.ports.merchant.link.calls]).toEqual([[], []])
  })

  test('on a phone continues in this tab', async () => {
    const ports = fakePorts()
    ports.windows.prefers = true
    await asking({}, ports)
    await ports.merchant.link.last.answer(opened)

    expect([ports.windows.redirects, ports.windows.opened]).toEqual([['https://pay.example/once/1'], []])
  })

  test('whose window is refused continues in this tab, with one request for the address', async () => {
    const ports = fakePorts()
    ports.windows.refuses = true
    const { emitted } = await asking({}, ports)
    await ports.merchant.link.last.answer(opened)

    expect(ports.windows.redirects).toEqual(['https://pay.example/once/1'])
    expect(ports.merchant.link.calls).toHaveLength(1)
    expect(emitted.map(({ name }) => name)).toEqual(['start', 'blocked', 'open'])
  })

  test('whose window is refused in mode popup shows a button to try again, with the code', async () => {
    const ports = fakePorts()
    ports.windows.refuses = true
    const { button, text } = await asking({ mode: 'popup' }, ports)
    expect([text().includes('Your browser blocked'), ports.merchant.link.calls]).toEqual([true, []])
    ports.windows.refuses = false
    await button('Open the payout page').click()
    await ports.merchant.link.last.answer(opened)

    expect(ports.windows.last.urls).toEqual(['https://pay.example/once/1'])
    expect(ports.merchant.link.last.request.code).toBe(code)
  })

  test('that is cancelled during the request for the address leaves no window', async () => {
    const { button, ports, emitted } = await asking()
    await button('Cancel').click()
    await ports.merchant.link.last.answer(opened)

    expect([ports.windows.blank, ports.windows.last.urls, emitted.at(-1)?.name]).toEqual([[], [], 'cancel'])
  })

  test('shows the payout as complete if it was received meanwhile', async () => {
    const { ports, text, emitted } = await asking()
    await ports.merchant.link.last.answer(aSession({ ...payout, status: 'COMPLETED' }))

    expect(text()).toContain('Paid out')
    expect([ports.windows.blank, emitted.at(-1)?.name]).toEqual([[], 'complete'])
  })
})
