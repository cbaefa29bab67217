// "Continue on your phone": the hosted page's address as a QR code. The server is asked for it when the code is opened.
import { describe, expect, test } from 'vitest'
import { fakePorts } from '../support/fake-ports.ts'
import { aFault, aSession } from '../support/sessions.ts'
import { type Mounted, mount } from './mounted.ts'
import { stories } from './stories.ts'

const details = ({ all }: Mounted) => all('details')[0] as HTMLDetailsElement | undefined
const code = ({ all }: Mounted) => all('details svg[role=img]')[0] as SVGElement

/** Opens it, and the server returns the page's address. */
async function open(mounted: Mounted, session = {}): Promise<void> {
  mounted.ports.merchant.link.willAnswer(aSession(session))
  details(mounted)?.setAttribute('open', '')
  await expect.poll(() => code(mounted)).toBeDefined()
}

const path = (mounted: Mounted) => code(mounted).querySelector('path')?.getAttribute('d')

async function waiting(session = {}, ports = fakePorts()): Promise<Mounted> {
  const mounted = mount({}, { ports })
  await mounted.startPaying(session)
  return mounted
}

describe('the code', () => {
  test('is collapsed until the shopper opens it with a click', async () => {
    const mounted = await stories['waiting popup']()
    const summary = mounted.screen.getByText('More', { exact: true })
    expect([details(mounted)?.open, code(mounted)]).toEqual([false, undefined])
    expect(mounted.ports.merchant.link.calls).toEqual([])
    mounted.ports.merchant.link.willAnswer(aSession())
    await summary.click()

    await expect.poll(() => code(mounted)?.checkVisibility()).toBe(true)
    expect(details(mounted)?.open).toBe(true)
  })

  test('has an accessible name', async () => {
    const mounted = await stories['waiting popup']()
    await open(mounted)

    await expect.element(mounted.screen.getByRole('img', { name: 'Continue on your phone' })).toBeVisible()
  })

  test('is dark on light, with the quiet zone that readers need', async () => {
    const mounted = await stories['waiting popup']({ theme: 'dark' })
    await open(mounted)
    const ink = getComputedStyle(code(mounted).querySelector('path') ?? document.body)

    expect([ink.stroke, getComputedStyle(code(mounted)).backgroundColor]).toEqual([
      'rgb(0, 0, 0)',
      'rgb(255, 255, 255)',
    ])
    expect(code(mounted).getBoundingClientRect().width).toBeGreaterThanOrEqual(160)
  })

  test('changes with the address', async () => {
    const first = await waiting()
    const second = await waiting()
    await open(first)
    await open(second, { redirect_url: 'https://pay.example/p/2' })

    expect(path(first)).toMatch(/^M/)
    expect(path(second)).not.toBe(path(first))
  })

  test('stays open while the time counts down', async () => {
    const mounted = await stories['waiting popup']()
    await open(mounted)
    await mounted.ports.clock.advance(3_000)

    expect(details(mounted)?.open).toBe(true)
  })

  test('contains its address in no attribute and no text', async () => {
    const mounted = await stories['waiting popup']()
    await open(mounted)

    expect(mounted.element.shadowRoot?.innerHTML).not.toContain('pay.example')
  })
})

describe('no code', () => {
  test('is offered for an on-ramp, because its link works once', async () => {
    expect(details(await waiting({ kind: 'on_ramp', status: 'INTENT' }))).toBeUndefined()
  })

  test('is offered on a phone', async () => {
    const ports = fakePorts()
    ports.windows.prefers = true

    expect(details(await waiting({}, ports))).toBeUndefined()
  })

  test('is offered once the shopper has returned, or the payment has ended', async () => {
    expect(details(await stories['waiting returned']())).toBeUndefined()
    expect(details(await stories.complete())).toBeUndefined()
    expect(details(await stories.idle())).toBeUndefined()
  })

  test('is shown for an order with another price: the shopper reads the new one', async () => {
    const mounted = await waiting()
    details(mounted)?.setAttribute('open', '')
    await expect.poll(() => mounted.ports.merchant.link.waiting).toHaveLength(1)
    const amount = { value: '59.90', currency: 'EUR' }
    await mounted.ports.merchant.link.last.fail({ ...aFault('price_changed'), amount })

    await expect.element(mounted.screen.getByText('It was €49.90 before.', { exact: true })).toBeVisible()
    expect(code(mounted)).toBeUndefined()
    await expect.element(mounted.button('Pay €59.90')).toBeVisible()
  })

  test('is shown for an address that is too long to be read by a phone', async () => {
    const mounted = await waiting()
    details(mounted)?.setAttribute('open', '')
    await expect.poll(() => mounted.ports.merchant.link.waiting).toHaveLength(1)
    const redirect_url = `https://pay.example/${'a'.repeat(5_000)}`
    await mounted.ports.merchant.link.last.answer(aSession({ redirect_url }))

    expect(code(mounted)).toBeUndefined()
    await expect.element(mounted.button('Show window')).toBeVisible()
  })
})
