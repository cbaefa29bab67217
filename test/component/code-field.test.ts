// The code of a payout: without it nobody gets the address of the payout's page, whoever knows the session.
import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { settle } from '../support/fake-clock.ts'
import { fakePorts, leaksOf } from '../support/fake-ports.ts'
import { aFault, aSession } from '../support/sessions.ts'
import { type Mounted, mountPayout } from './mounted.ts'

const payout = { kind: 'payout', status: 'CREATED', redirect_url: null } as const
const opened = aSession({ ...payout, redirect_url: 'https://pay.example/once/1' })
const openedAgain = aSession({ ...payout, redirect_url: 'https://pay.example/once/2' })
const code = 'K7QM-2XDP'

async function ready(attributes = {}, ports = fakePorts()) {
  const mounted = mountPayout(attributes, ports)
  await mounted.read(payout)
  return mounted
}

const input = ({ screen }: Pick<Mounted, 'screen'>) => screen.getByLabelText('Your code')

/** The code is typed and the button pressed; the server has not answered yet. */
async function asking(attributes = {}, ports = fakePorts()) {
  const mounted = await ready(attributes, ports)
  await input(mounted).fill(code)
  await mounted.button(/Receive/).click()
  return mounted
}

async function refused(fault = aFault('code_refused')) {
  const mounted = await asking()
  await mounted.ports.merchant.link.last.fail(fault)
  return mounted
}

describe('the field for the code', () => {
  test('stands above the button where the session carries no address', async () => {
    const mounted = await ready()

    await expect.element(input(mounted)).toBeVisible()
    expect(mounted.note()).toBe('The sender gave you this code.')
    const [field, button] = mounted.all('input, .pay')
    expect([field?.localName, button?.localName]).toEqual(['input', 'button'])
  })

  test('helps to type a code, and changes nothing of it', async () => {
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

  test('is not there where the server gives the address at once', async () => {
    const mounted = mountPayout()
    await mounted.read({ ...payout, redirect_url: 'https://pay.example/p/1' })

    expect(mounted.all('input')).toEqual([])
    await expect.element(mounted.button(/Receive/)).toBeVisible()
  })

  test('is not there once the money is on its way', async () => {
    const mounted = mountPayout()
    await mounted.read({ ...payout, status: 'PROCESSING' })

    expect(mounted.all('input')).toEqual([])
  })

  test('goes when the payout completes while the code is typed', async () => {
    const mounted = await ready()
    await input(mounted).fill('K7')
    await mounted.read({ ...payout, status: 'COMPLETED' })

    expect(mounted.all('input')).toEqual([])
    expect(mounted.text()).toContain('Paid out')
  })
})

describe('a press', () => {
  test('opens the window inside the click, and asks for the address with the code', async () => {
    const { ports, emitted } = await asking()

    expect(ports.windows.blank).toHaveLength(1)
    expect(ports.merchant.link.last.request).toEqual({ id: 'cs_1', code })
    await ports.merchant.link.last.answer(opened)
    expect(ports.windows.last.urls).toEqual(['https://pay.example/once/1'])
    expect(emitted.map(({ name }) => name)).toEqual(['start', 'open'])
  })

  test('without a code opens nothing, says what is missing and leads to the field', async () => {
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

  test('with nothing but spaces is one without a code', async () => {
    const mounted = await ready()
    await input(mounted).fill('   ')
    await mounted.button(/Receive/).click()

    expect([mounted.ports.windows.opened, mounted.note()]).toEqual([
      [],
      'Enter the code that the sender gave you.',
    ])
  })

  test('sends a code that was pasted with spaces around it without them', async () => {
    const mounted = await ready()
    await input(mounted).fill(`  ${code}\t`)
    await mounted.button(/Receive/).click()

    expect(mounted.ports.merchant.link.last.request.code).toBe(code)
  })

  test('of Enter in the field is a press of the button, and a second one asks nothing more', async () => {
    const mounted = await ready()
    await input(mounted).fill(code)
    await userEvent.keyboard('{Enter}{Enter}')

    expect([mounted.ports.windows.opened.length, mounted.ports.merchant.link.calls.length]).toEqual([1, 1])
    expect(mounted.emitted.map(({ name }) => name)).toEqual(['start'])
  })

  test('of Enter while letters are composed sends nothing', async () => {
    const mounted = await ready()
    await input(mounted).fill(code)
    mounted.field().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', isComposing: true }))

    expect(mounted.ports.merchant.link.calls).toEqual([])
  })

  test('that the page prevents asks for no address', async () => {
    const mounted = await ready()
    mounted.element.addEventListener('payout-start', (event) => event.preventDefault())
    await input(mounted).fill(code)
    await mounted.button(/Receive/).click()

    expect([mounted.ports.windows.opened, mounted.ports.merchant.link.calls]).toEqual([[], []])
  })

  test('on a phone goes on in this tab', async () => {
    const ports = fakePorts()
    ports.windows.prefers = true
    await asking({}, ports)
    await ports.merchant.link.last.answer(opened)

    expect([ports.windows.redirects, ports.windows.opened]).toEqual([['https://pay.example/once/1'], []])
  })

  test('whose window is refused goes on in this tab, with one question for the address', async () => {
    const ports = fakePorts()
    ports.windows.refuses = true
    const { emitted } = await asking({}, ports)
    await ports.merchant.link.last.answer(opened)

    expect(ports.windows.redirects).toEqual(['https://pay.example/once/1'])
    expect(ports.merchant.link.calls).toHaveLength(1)
    expect(emitted.map(({ name }) => name)).toEqual(['start', 'blocked', 'open'])
  })

  test('whose window is refused where only a popup may be used leaves a way on, with the code', async () => {
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

  test('that is cancelled while the address is asked for leaves no window', async () => {
    const { button, ports, emitted } = await asking()
    await button('Cancel').click()
    await ports.merchant.link.last.answer(opened)

    expect([ports.windows.blank, ports.windows.last.urls, emitted.at(-1)?.name]).toEqual([[], [], 'cancel'])
  })

  test('is answered by the money itself where the payout was received meanwhile', async () => {
    const { ports, text, emitted } = await asking()
    await ports.merchant.link.last.answer(aSession({ ...payout, status: 'COMPLETED' }))

    expect(text()).toContain('Paid out')
    expect([ports.windows.blank, emitted.at(-1)?.name]).toEqual([[], 'complete'])
  })
})

describe('a refused code', () => {
  test('closes the blank window and leads back to the field with the reason', async () => {
    const { element, field, note, ports, button } = await refused()

    expect(ports.windows.blank).toEqual([])
    expect(note()).toBe('This code is not right. Check it and enter it again.')
    expect(element.shadowRoot?.activeElement).toBe(field())
    expect([field().value, field().getAttribute('aria-invalid')]).toEqual([code, 'true'])
    await expect.element(button('Receive €49.90')).toBeVisible()
  })

  test('is told once, and nothing was opened', async () => {
    const { emitted, element } = await refused()

    expect(emitted.map(({ name }) => name)).toEqual(['start', 'error'])
    expect(emitted.at(-1)?.event.detail).toMatchObject({ kind: 'code_refused', retryable: false })
    expect(element.state).toMatchObject({ phase: 'idle', error: null })
  })

  test('can be corrected: the next press sends what stands there now', async () => {
    const mounted = await refused()
    await input(mounted).fill('K7QM-2XDR')
    expect([mounted.note(), mounted.field().getAttribute('aria-invalid')]).toEqual([
      'The sender gave you this code.',
      'false',
    ])
    await mounted.button(/Receive/).click()
    await mounted.ports.merchant.link.last.answer(opened)

    expect(mounted.ports.merchant.link.last.request.code).toBe('K7QM-2XDR')
    expect(mounted.ports.windows.last.urls).toEqual(['https://pay.example/once/1'])
  })

  test('leaves the focus where the recipient took it meanwhile', async () => {
    const mounted = await asking()
    const other = document.body.appendChild(document.createElement('input'))
    other.focus()
    await mounted.ports.merchant.link.last.fail(aFault('code_refused'))

    expect(document.activeElement).toBe(other)
  })

  test('says to wait where the server asks for minutes, and is not sent again by itself', async () => {
    const { note, ports } = await refused(aFault('unavailable', 900_000))
    await ports.clock.advance(600_000)

    expect(note()).toBe('This is not possible right now. Wait 15 minutes, or contact the sender.')
    expect(ports.merchant.link.calls).toHaveLength(1)
  })

  test.each([
    ['another field was wrong', aFault('invalid'), /Something is not set up correctly/],
    ['no address came', aFault('bad_redirect_url'), /Something is not set up correctly/],
    ['the page is refused', aFault('forbidden'), /Something is not set up correctly/],
  ])('is told from others: %s', async (_what, fault, says) => {
    const { button, note, ports } = await refused(fault)

    expect(note()).toMatch(says)
    expect(ports.windows.blank).toEqual([])
    await expect.element(button(/Receive/)).toBeVisible()
  })

  test('says that the network is away after the widget has tried again for a while', async () => {
    const { button, note, ports } = await asking()
    await ports.merchant.link.last.fail(aFault('network'))
    for (let tries = 0; tries < 20 && ports.windows.blank.length > 0; tries++) {
      await ports.clock.advance(10_000)
      if (ports.merchant.link.waiting.length > 0) await ports.merchant.link.last.fail(aFault('network'))
    }

    expect(note()).toMatch(/could not be reached/)
    expect(ports.windows.blank).toEqual([])
    await expect.element(button(/Receive/)).toBeVisible()
  })

  test('an answer without an address that may be opened leaves no window', async () => {
    const { ports, emitted } = await asking()
    await ports.merchant.link.last.answer(aSession({ ...payout, redirect_url: 'javascript:alert(1)' }))

    expect(ports.windows.blank).toEqual([])
    expect(emitted.at(-1)?.event.detail).toMatchObject({ kind: 'bad_redirect_url' })
  })
})

describe('opening again', () => {
  async function closed() {
    const mounted = await asking()
    await mounted.ports.merchant.link.last.answer(opened)
    mounted.ports.windows.last.closeByShopper()
    await mounted.ports.clock.advance(500)
    return mounted
  }

  test('asks for a new address with the code that was typed', async () => {
    const { button, ports, field } = await closed()
    expect(field().value).toBe(code)
    await button('Open the payout page').click()
    await ports.merchant.link.last.answer(openedAgain)

    expect(ports.merchant.link.calls.map(({ request }) => request.code)).toEqual([code, code])
    expect(ports.windows.last.urls).toEqual(['https://pay.example/once/2'])
  })

  test('with a code that is refused now leads to the field', async () => {
    const { button, element, field, note, ports } = await closed()
    await button('Open the payout page').click()
    await ports.merchant.link.last.fail(aFault('code_refused'))

    expect(note()).toBe('This code is not right. Check it and enter it again.')
    expect([element.shadowRoot?.activeElement === field(), ports.windows.blank]).toEqual([true, []])
  })

  test('needs no code while the window is there', async () => {
    const { all, button, ports } = await asking()
    await ports.merchant.link.last.answer(opened)
    expect(all('input')).toEqual([])
    await button('Show the window').click()

    expect([ports.windows.last.focused, ports.merchant.link.calls.length]).toEqual([1, 1])
  })

  test('after a reload asks for the code anew', async () => {
    const before = await asking()
    await before.ports.merchant.link.last.answer(opened)
    before.element.remove()
    const after = mountPayout({}, fakePorts({ memory: before.ports.memory }))
    await after.read(payout)
    await after.button('Open the payout page').click()

    expect([after.field().value, after.note()]).toEqual(['', 'Enter the code that the sender gave you.'])
    expect([after.ports.windows.opened, after.focused()]).toEqual([[], ''])
  })
})

describe('what was typed', () => {
  test('stays over news, another language and a place in the page', async () => {
    const mounted = await ready()
    await input(mounted).fill(code)
    await mounted.read({ ...payout, status: 'INITIATED' })
    mounted.element.payee = 'Lantern Row'
    document.body.append(mounted.element)
    await settle()

    expect(mounted.field().value).toBe(code)
  })

  test('stays when the element is taken out while it asks, and comes back', async () => {
    const { element, field, ports } = await asking()
    element.remove()
    await settle()
    expect([leaksOf(ports), ports.merchant.link.waiting, ports.windows.blank]).toEqual([[], [], []])
    document.body.append(element)
    await settle()
    await ports.merchant.read.last.answer({
      changed: true,
      session: aSession(payout),
      etag: null,
      held: false,
    })

    expect(field().value).toBe(code)
  })

  test('is gone with the session that it belongs to', async () => {
    const mounted = await ready()
    await input(mounted).fill(code)
    mounted.element.session = 'cs_2'
    await mounted.read({ ...payout, id: 'cs_2' })

    expect(mounted.field().value).toBe('')
  })

  test('is one for each element of the page', async () => {
    const one = await ready()
    const other = await ready()
    one.field().value = code
    one.field().dispatchEvent(new InputEvent('input', { bubbles: true }))
    other.element.open()

    expect([other.field().value, other.ports.merchant.link.calls]).toEqual(['', []])
  })

  test('and the address that it brought are in no event, no storage and no console', async () => {
    const { element, emitted, ports } = await refused()
    await element.open()
    await ports.merchant.link.last.answer(opened)
    const told = JSON.stringify(emitted.map(({ event }) => event.detail))
    const kept = JSON.stringify([[...ports.memory.entries], ports.reported, element.state])

    expect(emitted.map(({ name }) => name)).toContain('open')
    for (const secret of [code, 'once/']) expect(told + kept).not.toContain(secret)
    expect(element.outerHTML).not.toContain(code)
  })
})
