// What a developer mistyped: said once in the console with the words that are allowed, and never to a shopper.
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
  // A page sets one attribute after the other: what is wrong is said once all are there.
  await settle()
  return { ...mounted, lines: () => spy.mock.calls.map(([line]) => String(line)) }
}

const kinds = ['payin', 'bank_transfer', 'on_ramp']
const modes = ['auto', 'popup', 'redirect']
const themes = ['auto', 'light', 'dark']
const methods = ['card', 'apple_pay', 'google_pay', 'bank_account', 'crypto_transfer', 'service_wallet']

describe('a word that the element does not know', async () => {
  test.each([
    ['mode', 'tab', modes],
    ['theme', 'black', themes],
    ['kind', 'donation', kinds],
    ['methods', 'card gold', methods],
    ['mode', 'Popup', modes],
  ])(
    'is named with its attribute: %s="%s", and with all words that it may be',
    async (name, value, words) => {
      const { lines } = await inConsole({ [name]: value })

      expect(lines()).toHaveLength(1)
      expect(lines()[0]).toContain(`${name}="${value}"`)
      for (const word of words) expect(lines()[0]).toContain(word)
    },
  )

  test('is named once, however often the element is drawn and however many elements have it', async () => {
    const first = await inConsole({ mode: 'window' })
    first.element.label = 'Donate'
    mount({ mode: 'window' }, { ports: first.ports })
    await first.startPaying()

    expect(first.lines()).toHaveLength(1)
  })

  test('is named when it is set later', async () => {
    const { element, lines } = await inConsole({})
    expect(lines()).toEqual([])
    element.setAttribute('theme', 'noir')
    await settle()

    expect(lines().join()).toContain('theme="noir"')
  })

  test('is named apart from each other one', async () => {
    const { lines } = await inConsole({ methods: 'gold silver', mode: 'frame' })

    expect(lines().map((line) => line.match(/"(gold|silver|frame)" is unknown/)?.[1])).toEqual([
      'frame',
      'gold',
      'silver',
    ])
  })

  test('is named with the element that has it', async () => {
    const { ports } = mountPayout({ mode: 'frame' })
    await settle()

    expect(ports.reported[0]).toContain('<test-payout mode="frame">')
  })

  test('two words where one may be are a mistake, too: none of them counts', async () => {
    const { lines } = await inConsole({ mode: 'popup redirect' })

    expect(lines().join()).toContain('mode="popup redirect"')
  })

  test('of another element is none of this one', async () => {
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
  ])('that cannot be shown is named: %j %j', async (amount, currency) => {
    const { lines } = await inConsole({ amount, currency })

    expect(lines()).toHaveLength(1)
    expect(lines()[0]).toContain(`amount="${amount}"`)
  })
})

describe('whatever is mistyped', async () => {
  const mistakes = { mode: 'tab', theme: 'black', kind: 'donation', methods: 'gold', amount: '49,90' }

  test('a shopper sees none of it and can pay', async () => {
    const { button, ports, text } = mount(mistakes)
    expect(text()).not.toMatch(/unknown|tab|black|donation|gold|49,90/)
    await button('Pay now').click()

    expect(ports.merchant.create.last.request.body).toEqual({ order: 'A-1001', kind: 'payin', lang: 'en' })
    expect(ports.windows.blank).toHaveLength(1)
  })

  test('what is right is no mistake', async () => {
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

  test('what is left empty is no mistake', async () => {
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

test('what comes a moment later is no mistake, and no question is asked before it is there', async () => {
  const { element, ports } = mount({ endpoint: '', order: '' })
  element.amount = '49.90'
  element.currency = 'EUR'
  element.session = 'cs_1'
  element.endpoint = '/pay'
  await settle()

  expect([ports.reported, ports.merchant.endpoints]).toEqual([[], ['/pay']])
})
