// Mistakes of the developer: reported once in the console with the allowed values, and never to a shopper.
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createBrowserPorts } from '../../src/platform/browser-ports.ts'
import { settle } from '../support/fake-clock.ts'
import { fakePorts } from '../support/fake-ports.ts'
import { type Mounted, mount, mountPayout } from './mounted.ts'

/** An element whose developer looks at the console of a real page. */
async function inConsole(
  attributes: Record<string, string>,
): Promise<Mounted & { readonly lines: () => string[] }> {
  const spy = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => spy.mockRestore())
  const mounted = mount(attributes, { ports: { ...fakePorts(), report: createBrowserPorts().report } })
  // A page sets one attribute after the other. Mistakes are reported once all are set.
  await settle()
  return { ...mounted, lines: () => spy.mock.calls.map(([line]) => String(line)) }
}

const kinds = ['payin', 'bank_transfer', 'on_ramp']
const modes = ['auto', 'popup', 'redirect']
const themes = ['auto', 'light', 'dark']
const methods = ['card', 'apple_pay', 'google_pay', 'bank_account', 'crypto_transfer', 'service_wallet']

describe('an unknown value of an attribute', async () => {
  test.each([
    ['mode', 'tab', modes],
    ['theme', 'black', themes],
    ['kind', 'donation', kinds],
    ['methods', 'card gold', methods],
    ['mode', 'Popup', modes],
  ])('is reported with its attribute: %s="%s", and with all allowed values', async (name, value, words) => {
    const { lines } = await inConsole({ [name]: value })

    expect(lines()).toHaveLength(1)
    expect(lines()[0]).toContain(`${name}="${value}"`)
    for (const word of words) expect(lines()[0]).toContain(word)
  })

  test('is reported once, for any number of renders and elements', async () => {
    const first = await inConsole({ mode: 'window' })
    first.element.label = 'Donate'
    mount({ mode: 'window' }, { ports: first.ports })
    await first.startPaying()

    expect(first.lines()).toHaveLength(1)
  })

  test('is reported when it is set later', async () => {
    const { element, lines } = await inConsole({})
    expect(lines()).toEqual([])
    element.setAttribute('theme', 'noir')
    await settle()

    expect(lines().join()).toContain('theme="noir"')
  })

  test('is reported separately from other values', async () => {
    const { lines } = await inConsole({ methods: 'gold silver', mode: 'frame' })

    expect(lines().map((line) => line.match(/"(gold|silver|frame)" is unknown/)?.[1])).toEqual([
      'frame',
      'gold',
      'silver',
    ])
  })

  test('is reported with the name of its element', async () => {
    const { ports } = mountPayout({ mode: 'frame' })
    await settle()

    expect(ports.reported[0]).toContain('<test-payout mode="frame">')
  })

  test('two values where one is allowed are a mistake, too', async () => {
    const { lines } = await inConsole({ mode: 'popup redirect' })

    expect(lines().join()).toContain('mode="popup redirect"')
  })

  test('of another element does not apply to this one', async () => {
    const { ports } = mountPayout({ kind: 'on_ramp' })
    await settle()

    expect(ports.reported.join()).toContain('kind="on_ramp"')
  })
})

describe('an amount', async () => {
  test.each([
    ['49,90', 'EUR'],
    ['49.90', ''],
    ['€49.90', 'EUR'],
    ['free', 'EUR'],
  ])('that cannot be shown is reported: %j %j', async (amount, currency) => {
    const { lines } = await inConsole({ amount, currency })

    expect(lines()).toHaveLength(1)
    expect(lines()[0]).toContain(`amount="${amount}"`)
  })
})

describe('with any mistake', async () => {
  const mistakes = { mode: 'tab', theme: 'black', kind: 'donation', methods: 'gold', amount: '49,90' }

  test('a shopper sees nothing of it and can pay', async () => {
    const { button, ports, text } = mount(mistakes)
    expect(text()).not.toMatch(/unknown|tab|black|donation|gold|49,90/)
    await button('Pay now').click()

    expect(ports.merchant.create.last.request.body).toEqual({ order: 'A-1001', kind: 'payin', lang: 'en' })
    expect(ports.windows.blank).toHaveLength(1)
  })

  test('valid attributes are not reported', async () => {
    const { lines } = await inConsole({
      mode: 'popup',
      theme: 'dark',
      kind: 'payin',
      methods: ' card \n crypto_transfer ',
      amount: '49.90',
      currency: 'EUR',
    })

    expect(lines()).toEqual([])
  })

  test('empty attributes are not reported', async () => {
    const { lines } = await inConsole({
      mode: '',
      theme: '',
      kind: '',
      methods: '',
      amount: '',
      currency: '',
    })

    expect(lines()).toEqual([])
  })
})

test('an attribute that is set a moment later is not reported as missing, and nothing is requested before', async () => {
  const { element, ports } = mount({ endpoint: '', order: '' })
  element.amount = '49.90'
  element.currency = 'EUR'
  element.session = 'cs_1'
  element.endpoint = '/pay'
  await settle()

  expect([ports.reported, ports.merchant.endpoints]).toEqual([[], ['/pay']])
})
