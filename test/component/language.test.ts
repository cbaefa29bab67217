// The shopper's language: loading, failing, and the page's own messages.
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { Messages } from '../../src/locales/messages.ts'
import { settle } from '../support/fake-clock.ts'
import { fakePorts, leaksOf } from '../support/fake-ports.ts'
import { type Mounted, mount, mountPayout } from './mounted.ts'

const german: Partial<Messages> = {
  lang: 'de',
  dir: 'ltr',
  pay: '{amount} bezahlen',
  payPlain: 'Jetzt bezahlen',
  popup: 'Zahlung im anderen Fenster abschließen',
  timeLeft: 'Restzeit: {time}',
  kinds: { payout: { payPlain: 'Auszahlung erhalten' }, bank_transfer: {}, on_ramp: {} },
}
const hebrew: Partial<Messages> = { lang: 'he', dir: 'rtl', payPlain: 'לתשלום' }

function speaking(...languages: Partial<Messages>[]) {
  const ports = fakePorts()
  for (const words of languages) ports.locales.messages.set(words.lang ?? '', words)
  return ports
}

/** German under the tag that the element asks for. */
function speakingAs(tag: string) {
  const ports = fakePorts()
  ports.locales.messages.set(tag, german)
  return ports
}

/** An element whose language is loading. */
function waitingForGerman(attributes = {}): Mounted {
  const ports = fakePorts()
  ports.locales.messages.set('de', null)
  return mount({ lang: 'de', ...attributes }, { ports })
}

const place = ({ all }: Mounted) => all('[part=root]')[0] as HTMLElement
const isSeen = (mounted: Mounted) => place(mounted).checkVisibility({ visibilityProperty: true })

describe('a language', () => {
  test('is used by buttons and notices', async () => {
    const { button, screen, startPaying } = mount({ lang: 'de' }, { ports: speaking(german) })
    await expect.element(button('Jetzt bezahlen')).toBeVisible()
    await startPaying()

    await expect
      .element(screen.getByText('Zahlung im anderen Fenster abschließen', { exact: true }))
      .toBeVisible()
  })

  test('that lacks a message shows it in English', async () => {
    const { button, startPaying } = mount({ lang: 'de' }, { ports: speaking(german) })
    await startPaying()

    await expect.element(button('Show window')).toBeVisible()
  })

  test('is set as `lang` and `dir` for the visible content and the live region', () => {
    const { all } = mount({ lang: 'he' }, { ports: speaking(hebrew) })

    expect(
      all('[part=root], .status').map((part) => [(part as HTMLElement).lang, (part as HTMLElement).dir]),
    ).toEqual([
      ['he', 'rtl'],
      ['he', 'rtl'],
    ])
  })

  test('that does not exist leaves English, with its `lang`', () => {
    const mounted = mount({ lang: 'nl' })

    expect([place(mounted).lang, place(mounted).dir, isSeen(mounted)]).toEqual(['en', 'ltr', true])
  })

  test('that does not exist leaves the time in English, too, or a message would mix two languages', async () => {
    const { startPaying, announced } = mount({ lang: 'nl' })
    await startPaying({ expires_at: '2026-11-20T14:50:00Z' })

    expect(announced()).toContain('5 minutes')
  })

  test('is found by a tag with an underscore, as servers write it', () => {
    const { button } = mount({ lang: 'de_DE' }, { ports: speakingAs('de-DE') })

    expect(button('Jetzt bezahlen').query()).not.toBeNull()
  })

  test('changes as soon as the page changes it', async () => {
    const { element, button, all } = mount({ lang: 'de' }, { ports: speaking(german, hebrew) })
    element.lang = 'he'

    await expect.element(button('לתשלום')).toBeVisible()
    expect(all('[dir=rtl][lang=he]')).toHaveLength(2)
  })

  test('stays the previous one until the next one has loaded, without English in between', async () => {
    const ports = speaking(german)
    ports.locales.messages.set('he', null)
    const { element, text } = mount({ lang: 'de' }, { ports })
    element.lang = 'he'
    expect(text()).toContain('Jetzt bezahlen')
    await ports.locales.arrive('he', hebrew)

    expect(text()).toContain('לתשלום')
  })

  test('is the nearest one up the tree', async () => {
    const section = document.body.appendChild(document.createElement('section'))
    section.lang = 'de'
    const { button } = mount({}, { ports: speaking(german), into: section })

    await expect.element(button('Jetzt bezahlen')).toBeVisible()
  })

  test('has messages of its own for a payout', async () => {
    const ports = speaking(german)
    ports.merchant.read.willAnswer()
    const { button, read } = mountPayout({ lang: 'de' }, ports)
    await read({ kind: 'payout', amount: null })

    await expect.element(button('Auszahlung erhalten')).toBeVisible()
  })
})

describe('a language that the page changes', () => {
  test.each([
    ['of the page', () => document.documentElement],
    ['of a part of the page', () => document.body],
  ])('%s is noticed', async (_, around) => {
    const before = around().lang
    onTestFinished(() => {
      around().lang = before
    })
    around().lang = 'de'
    const { button } = mount({}, { ports: speaking(german, hebrew) })
    expect(button('Jetzt bezahlen').query()).not.toBeNull()
    around().lang = 'he'
    await settle()

    expect(button('לתשלום').query()).not.toBeNull()
  })

  test('around a component of the page is noticed from inside its shadow root', async () => {
    const component = document.createElement('div')
    const inner = document.createElement('section')
    component.attachShadow({ mode: 'open' }).append(inner)
    document.body.append(component)
    const { button } = mount({}, { ports: speaking(german, hebrew), into: inner })
    inner.lang = 'de'
    await settle()
    expect(button('Jetzt bezahlen').query()).not.toBeNull()
    inner.lang = ''
    component.lang = 'he'
    inner.removeAttribute('lang')
    await settle()

    expect(button('לתשלום').query()).not.toBeNull()
  })

  test('is not watched any more by an element that was removed', async () => {
    const ports = speaking(german, hebrew)
    const { element, text } = mount({}, { ports })
    element.remove()
    await settle()
    document.body.lang = 'de'
    onTestFinished(() => document.body.removeAttribute('lang'))
    await settle()

    expect(text()).toContain('Pay now')
  })
})

describe('while the language is loading', () => {
  test('nothing is visible, but the space is kept, so that the page does not jump', async () => {
    const mounted = waitingForGerman({ label: 'Spenden' })
    const before = mounted.element.getBoundingClientRect()
    expect(isSeen(mounted)).toBe(false)
    await mounted.ports.locales.arrive('de', german)

    expect(isSeen(mounted)).toBe(true)
    expect(mounted.element.getBoundingClientRect()).toEqual(before)
    expect(before.height).toBeGreaterThan(48)
  })

  test('nothing is announced in the wrong language, and the notice in the right one afterwards', async () => {
    const mounted = waitingForGerman()
    await mounted.startPaying({ expires_at: null })
    expect(mounted.announced()).toBe('')
    await mounted.ports.locales.arrive('de', german)

    expect(mounted.announced()).toMatch(/^Zahlung im anderen Fenster/)
  })

  test('English is shown after two seconds, and the language when it has loaded', async () => {
    const mounted = waitingForGerman()
    await mounted.ports.clock.advance(1_999)
    expect(isSeen(mounted)).toBe(false)
    await mounted.ports.clock.advance(1)
    await expect.element(mounted.button('Pay now')).toBeVisible()
    await mounted.ports.locales.arrive('de', german)

    await expect.element(mounted.button('Jetzt bezahlen')).toBeVisible()
  })

  test('the page may remove the element: nothing is left running', async () => {
    const mounted = waitingForGerman()
    mounted.element.remove()
    await settle()
    expect(leaksOf(mounted.ports)).toEqual([])
    await mounted.ports.locales.arrive('de', german)

    expect(leaksOf(mounted.ports)).toEqual([])
  })

  test.each<[string, (mounted: Mounted) => void | Promise<void>]>([
    ['sets another order', ({ element }) => void element.setAttribute('order', 'A-2')],
    [
      'removes the element and inserts it again',
      async ({ element }) => {
        element.remove()
        await settle()
        document.body.append(element)
      },
    ],
  ])('English still comes after two seconds where the page %s meanwhile', async (_what, change) => {
    const mounted = waitingForGerman()
    await mounted.ports.clock.advance(1_000)
    await change(mounted)
    await mounted.ports.clock.advance(2_000)

    expect(isSeen(mounted)).toBe(true)
  })

  test('a shopper who is paying keeps the screen and the focus when the page changes its language', async () => {
    const ports = speaking(german)
    ports.locales.messages.set('he', null)
    const mounted = mount({ lang: 'de', methods: 'service_wallet' }, { ports })
    mounted.field().focus()
    mounted.element.lang = 'he'
    for (const _frame of [1, 2, 3]) await new Promise(requestAnimationFrame)
    await ports.locales.arrive('he', hebrew)
    await userEvent.keyboard('ada')

    expect(mounted.field().value).toBe('ada')
  })
})

describe('the page’s own messages', () => {
  const own = { payPlain: 'Give', methods: { card: 'Credit card' }, invalid: { email: 'Really?' } }

  test('replace ours, all or some', async () => {
    const element = document.createElement('test-checkout') as Mounted['element']
    Object.assign(element, { order: 'A-1', methods: 'card service_wallet', sentences: own })
    document.body.append(element)

    const words = element.shadowRoot?.textContent
    expect(words).toMatch(/Give.*/)
    expect([words?.includes('Credit card'), words?.includes('Wallet')]).toEqual([true, true])
  })

  test('replace those of every language', () => {
    const mounted = mount({ lang: 'de' }, { ports: speaking(german) })
    mounted.element.sentences = { opening: 'Moment…' }
    mounted.element.open()

    expect(mounted.text()).toContain('Moment…')
  })

  test('are shown as soon as the page sets them', () => {
    const { element, button } = mount()
    element.sentences = own

    expect(button('Give').query()).not.toBeNull()
  })

  test('replace those of a kind, too', async () => {
    const mounted = mountPayout()
    await settle()
    mounted.element.sentences = { loading: ['One moment', ''] }

    expect(mounted.text()).toContain('One moment')
  })

  test('cause no work when the page sets equal ones again, as a template does at each change detection', async () => {
    const { element } = mount()
    element.sentences = own
    await settle()
    const queue = vi.spyOn(globalThis, 'queueMicrotask')
    onTestFinished(() => queue.mockRestore())
    element.sentences = structuredClone(own)
    // zone.js detects changes after each microtask: one here would go on for ever.
    expect(queue).not.toHaveBeenCalled()
    element.sentences = { payPlain: 'Donate' }

    expect(queue).toHaveBeenCalled()
  })

  test('may be undefined', () => {
    const mounted = mount()
    Object.assign(mounted.element, { sentences: null })
    mounted.element.theme = 'dark'

    expect(mounted.text()).toContain('Pay now')
  })
})

describe('amounts', () => {
  test('keep their order inside a right-to-left message', () => {
    const { all } = mount({ lang: 'he', amount: '49.90', currency: 'EUR' }, { ports: speaking(hebrew) })

    expect(all('button.pay bdi').map((part) => part.textContent)).toEqual([expect.stringContaining('49.90')])
  })
})
