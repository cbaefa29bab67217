// Bank transfers and on-ramps: their own messages, and one-time links that are requested on click (docs/internals/browser-facts.md#a-link-can-be-used-once).
import { describe, expect, test } from 'vitest'
import { settle } from '../support/fake-clock.ts'
import { fakePorts, leaksOf } from '../support/fake-ports.ts'
import { aFault, aSession } from '../support/sessions.ts'
import { type Mounted, mount } from './mounted.ts'

const onRamp = { kind: 'on_ramp', status: 'INTENT' } as const
const link = (number: number) => `https://pay.example/once/${number}`

async function paying(kind: 'bank_transfer' | 'on_ramp', session = {}): Promise<Mounted> {
  const mounted = mount({ kind })
  await mounted.startPaying({ kind, ...session })
  return mounted
}

/** An on-ramp whose window reads as closed: the next press opens it again. */
async function closed(): Promise<Mounted> {
  const mounted = await paying('on_ramp', { ...onRamp, redirect_url: link(1) })
  mounted.ports.windows.last.closeByShopper()
  await mounted.ports.clock.advance(500)
  return mounted
}

const says = ({ screen }: Mounted, text: string) =>
  expect.element(screen.getByText(text, { exact: true })).toBeVisible()

describe('a bank transfer', () => {
  test('is complete when the bank has accepted it, and does not claim that the money has arrived', async () => {
    const mounted = await paying('bank_transfer', { status: 'INTENT' })
    await mounted.read({ kind: 'bank_transfer', status: 'AUTHORIZED' })

    await says(mounted, 'Your bank has accepted the transfer')
    expect(mounted.text()).not.toMatch(/has arrived|Paid/)
    expect(mounted.emitted.at(-1)?.name).toBe('complete')
  })

  test('that failed has messages about a transfer', async () => {
    const mounted = await paying('bank_transfer', { status: 'INTENT' })
    await mounted.read({ kind: 'bank_transfer', status: 'FAILED_INTENT' })

    await says(mounted, 'The transfer did not go through')
    await expect.element(mounted.button('Try again')).toBeVisible()
  })

  test('is shown as such even if the page did not set its kind', async () => {
    const mounted = mount({ session: 'cs_1' })
    await mounted.read({ kind: 'bank_transfer', status: 'AUTHORIZED' })

    expect(mounted.text()).toContain('Your bank has accepted the transfer')
  })
})

describe('an on-ramp', () => {
  test('shows what it waits for when the money has arrived', async () => {
    const mounted = await paying('on_ramp', onRamp)
    await mounted.read({ ...onRamp, outcome: 'authorized' })

    await says(mounted, 'Your payment has arrived')
  })

  test('opens its first link unchanged', async () => {
    const { ports } = await paying('on_ramp', { ...onRamp, redirect_url: link(1) })

    expect(ports.windows.last.urls).toEqual([link(1)])
    expect(ports.merchant.link.calls).toEqual([])
  })

  test('opens its window inside the click and asks for a fresh link meanwhile', async () => {
    const { button, ports } = await closed()
    await button('Open the payment page').click()

    expect([ports.windows.blank.length, ports.merchant.link.calls.length]).toEqual([1, 1])
    await ports.merchant.link.last.answer(aSession({ ...onRamp, redirect_url: link(2) }))
    expect(ports.windows.last.urls).toEqual([link(2)])
  })

  test('closes the window if no link comes, and can be pressed again', async () => {
    const mounted = await closed()
    const { button, ports } = mounted
    await button('Open the payment page').click()
    await ports.merchant.link.last.fail(aFault('forbidden'))
    expect([ports.windows.blank, mounted.emitted.at(-1)?.name]).toEqual([[], 'error'])
    await mounted.read(onRamp)
    // Later than a double click.
    await ports.clock.advance(500)
    await button('Open the payment page').click()
    await ports.merchant.link.last.answer(aSession({ ...onRamp, redirect_url: link(2) }))

    expect(ports.windows.last.urls).toEqual([link(2)])
  })

  test('shows the shopper that it failed, without the developer’s message', async () => {
    const { button, ports, text } = await closed()
    await button('Open the payment page').click()
    await ports.merchant.link.last.fail(aFault('unavailable', 200_000))

    expect(text()).toContain('No connection right now. We keep trying.')
    expect(text()).not.toContain('developer only')
  })

  test.each([
    ['none', null],
    ['one that must not be opened', 'javascript:alert(1)'],
  ])('closes the window if the answer to the link request contains %s', async (_what, redirect_url) => {
    const { button, ports } = await closed()
    await button('Open the payment page').click()
    await ports.merchant.link.last.answer(aSession({ ...onRamp, redirect_url }))

    expect(ports.windows.blank).toEqual([])
  })

  test('requests its first link if the created session has none', async () => {
    const { ports } = await paying('on_ramp', { ...onRamp, redirect_url: null })
    expect(ports.merchant.link.calls).toHaveLength(1)
    await ports.merchant.link.last.answer(aSession({ ...onRamp, redirect_url: link(2) }))

    expect(ports.windows.last.urls).toEqual([link(2)])
  })

  test('never shows its link in an attribute or a text', async () => {
    const mounted = await closed()
    const seen = [mounted.element.shadowRoot?.innerHTML]
    await mounted.button('Open the payment page').click()
    await mounted.ports.merchant.link.last.answer(aSession({ ...onRamp, redirect_url: link(2) }))
    seen.push(mounted.element.shadowRoot?.innerHTML, mounted.element.outerHTML)

    expect(seen.join()).not.toContain('once/')
    expect(mounted.ports.reported.join()).not.toContain('once/')
  })

  test('that waits for a link leaves nothing running when the element is removed', async () => {
    const { button, element, ports } = await closed()
    await button('Open the payment page').click()
    element.remove()
    await settle()

    expect([leaksOf(ports), ports.merchant.link.waiting, ports.windows.blank]).toEqual([[], [], []])
  })

  test('on a phone continues in this tab, with a fresh link each time', async () => {
    const ports = fakePorts()
    ports.windows.prefers = true
    const mounted = mount({ kind: 'on_ramp', session: 'cs_1', order: '' }, { ports })
    await mounted.read({ ...onRamp, redirect_url: null })
    await mounted.button().click()
    await ports.merchant.link.last.answer(aSession({ ...onRamp, redirect_url: link(2) }))

    expect(ports.windows.redirects).toEqual([link(2)])
  })
})
