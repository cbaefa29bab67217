// Bank transfers and on-ramps: words of their own, and one-time links that are made on click (FACTS 21).
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
  test('is complete when the bank has accepted it, and does not claim that the money is there', async () => {
    const mounted = await paying('bank_transfer', { status: 'INTENT' })
    await mounted.read({ kind: 'bank_transfer', status: 'AUTHORIZED' })

    await says(mounted, 'Your bank has accepted the transfer')
    expect(mounted.text()).not.toMatch(/has arrived|Paid/)
    expect(mounted.emitted.at(-1)?.name).toBe('complete')
  })

  test('that failed says so in words about a transfer', async () => {
    const mounted = await paying('bank_transfer', { status: 'INTENT' })
    await mounted.read({ kind: 'bank_transfer', status: 'FAILED_INTENT' })

    await says(mounted, 'The transfer did not go through')
    await expect.element(mounted.button('Try again')).toBeVisible()
  })

  test('of a session whose kind the page did not name is no payment that has arrived', async () => {
    const mounted = mount({ session: 'cs_1' })
    await mounted.read({ kind: 'bank_transfer', status: 'AUTHORIZED' })

    expect(mounted.text()).toContain('Your bank has accepted the transfer')
  })
})

describe('an on-ramp', () => {
  test('says what it waits for when the money is there', async () => {
    const mounted = await paying('on_ramp', onRamp)
    await mounted.read({ ...onRamp, outcome: 'authorized' })

    await says(mounted, 'Your payment has arrived')
  })

  test('opens its first link as it came', async () => {
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

  test('closes the window when no link comes, and can be pressed again', async () => {
    const mounted = await closed()
    const { button, ports } = mounted
    await button('Open the payment page').click()
    await ports.merchant.link.last.fail(aFault('forbidden'))
    expect([ports.windows.blank, mounted.emitted.at(-1)?.name]).toEqual([[], 'error'])
    await button('Open the payment page').click()
    await ports.merchant.link.last.answer(aSession({ ...onRamp, redirect_url: link(2) }))

    expect(ports.windows.last.urls).toEqual([link(2)])
  })

  test('tells the shopper that it did not work, without the developer’s words', async () => {
    const { button, ports, text } = await closed()
    await button('Open the payment page').click()
    await ports.merchant.link.last.fail(aFault('unavailable', 200_000))

    expect(text()).toContain('No connection right now. We keep trying.')
    expect(text()).not.toContain('developer only')
  })

  test.each([
    ['none', null],
    ['one that must not be opened', 'javascript:alert(1)'],
  ])('closes the window when the answer to the question for a link holds %s', async (_what, redirect_url) => {
    const { button, ports } = await closed()
    await button('Open the payment page').click()
    await ports.merchant.link.last.answer(aSession({ ...onRamp, redirect_url }))

    expect(ports.windows.blank).toEqual([])
  })

  test('asks for its first link where the created session came without one', async () => {
    const { ports } = await paying('on_ramp', { ...onRamp, redirect_url: null })
    expect(ports.merchant.link.calls).toHaveLength(1)
    await ports.merchant.link.last.answer(aSession({ ...onRamp, redirect_url: link(2) }))

    expect(ports.windows.last.urls).toEqual([link(2)])
  })

  test('shows its link in no attribute and in no text, at no time', async () => {
    const mounted = await closed()
    const seen = [mounted.element.shadowRoot?.innerHTML]
    await mounted.button('Open the payment page').click()
    await mounted.ports.merchant.link.last.answer(aSession({ ...onRamp, redirect_url: link(2) }))
    seen.push(mounted.element.shadowRoot?.innerHTML, mounted.element.outerHTML)

    expect(seen.join()).not.toContain('once/')
    expect(mounted.ports.reported.join()).not.toContain('once/')
  })

  test('that waits for a link leaves nothing running when the element is taken out', async () => {
    const { button, element, ports } = await closed()
    await button('Open the payment page').click()
    element.remove()
    await settle()

    expect([leaksOf(ports), ports.merchant.link.waiting, ports.windows.blank]).toEqual([[], [], []])
  })

  test('on a phone goes on in this tab, with a fresh link each time', async () => {
    const ports = fakePorts()
    ports.windows.prefers = true
    const mounted = mount({ kind: 'on_ramp', session: 'cs_1', order: '' }, { ports })
    await mounted.read({ ...onRamp, redirect_url: null })
    await mounted.button().click()
    await ports.merchant.link.last.answer(aSession({ ...onRamp, redirect_url: link(2) }))

    expect(ports.windows.redirects).toEqual([link(2)])
  })
})
