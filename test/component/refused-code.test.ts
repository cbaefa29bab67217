// The code of a payout after a press: a refusal, reopening, and how long the typed text stays.
import { describe, expect, test } from 'vitest'
import { settle } from '../support/fake-clock.ts'
import { fakePorts, leaksOf } from '../support/fake-ports.ts'
import { aFault, aSession } from '../support/sessions.ts'
import { mountPayout } from './mounted.ts'
import { asking, code, input, opened, openedAgain, payout, ready, refused } from './payout-code.ts'

describe('a refused code', () => {
  test('closes the blank window and focuses the field with the reason', async () => {
    const { element, field, note, ports, button } = await refused()

    expect(ports.windows.blank).toEqual([])
    expect(note()).toBe('This code is not right. Check it and enter it again.')
    expect(element.shadowRoot?.activeElement).toBe(field())
    expect([field().value, field().getAttribute('aria-invalid')]).toEqual([code, 'true'])
    await expect.element(button('Receive €49.90')).toBeVisible()
  })

  test('emits one error, and no page was opened', async () => {
    const { emitted, element } = await refused()

    expect(emitted.map(({ name }) => name)).toEqual(['start', 'error'])
    expect(emitted.at(-1)?.event.detail).toMatchObject({ kind: 'code_refused', retryable: false })
    expect(element.state).toMatchObject({ phase: 'idle', error: null })
  })

  test('can be corrected: the next press sends the current text', async () => {
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

  test('leaves the focus where the recipient moved it meanwhile', async () => {
    const mounted = await asking()
    const other = document.body.appendChild(document.createElement('input'))
    other.focus()
    await mounted.ports.merchant.link.last.fail(aFault('code_refused'))

    expect(document.activeElement).toBe(other)
  })

  test('tells the recipient to wait if Retry-After is minutes, and is not sent again by itself', async () => {
    const { note, ports } = await refused(aFault('unavailable', 900_000))
    await ports.clock.advance(600_000)

    expect(note()).toBe('This is not possible right now. Wait 15 minutes, or contact the sender.')
    expect(ports.merchant.link.calls).toHaveLength(1)
  })

  test.each([
    ['another field was wrong', aFault('invalid'), /Something is not set up correctly/],
    ['no address came', aFault('bad_redirect_url'), /Something is not set up correctly/],
    ['the page is refused', aFault('forbidden'), /Something is not set up correctly/],
  ])('is distinguished from other faults: %s', async (_what, fault, says) => {
    const { button, note, ports } = await refused(fault)

    expect(note()).toMatch(says)
    expect(ports.windows.blank).toEqual([])
    await expect.element(button(/Receive/)).toBeVisible()
  })

  test('shows a network failure after the retries have ended', async () => {
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

describe('reopening', () => {
  async function closed() {
    const mounted = await asking()
    await mounted.ports.merchant.link.last.answer(opened)
    mounted.ports.windows.last.closeByShopper()
    await mounted.ports.clock.advance(500)
    return mounted
  }

  test('requests a new address with the code that was typed', async () => {
    const { button, ports, field } = await closed()
    expect(field().value).toBe(code)
    await button('Open the payout page').click()
    await ports.merchant.link.last.answer(openedAgain)

    expect(ports.merchant.link.calls.map(({ request }) => request.code)).toEqual([code, code])
    expect(ports.windows.last.urls).toEqual(['https://pay.example/once/2'])
  })

  test('with a code that is refused now focuses the field', async () => {
    const { button, element, field, note, ports } = await closed()
    await button('Open the payout page').click()
    await ports.merchant.link.last.fail(aFault('code_refused'))

    expect(note()).toBe('This code is not right. Check it and enter it again.')
    expect([element.shadowRoot?.activeElement === field(), ports.windows.blank]).toEqual([true, []])
  })

  test('needs no code while the window is open', async () => {
    const { all, button, ports } = await asking()
    await ports.merchant.link.last.answer(opened)
    expect(all('input')).toEqual([])
    await button('Show window').click()

    expect([ports.windows.last.focused, ports.merchant.link.calls.length]).toEqual([1, 1])
  })

  test('after a reload asks for the code again', async () => {
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

describe('a typed code', () => {
  test('stays after updates, a change of language and a move in the page', async () => {
    const mounted = await ready()
    await input(mounted).fill(code)
    await mounted.read({ ...payout, status: 'INITIATED' })
    mounted.element.payee = 'Lantern Row'
    document.body.append(mounted.element)
    await settle()

    expect(mounted.field().value).toBe(code)
  })

  test('stays when the element is removed during the request, and inserted again', async () => {
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

  test('is removed with its session', async () => {
    const mounted = await ready()
    await input(mounted).fill(code)
    mounted.element.session = 'cs_2'
    await mounted.read({ ...payout, id: 'cs_2' })

    expect(mounted.field().value).toBe('')
  })

  test('is separate for each element of the page', async () => {
    const one = await ready()
    const other = await ready()
    one.field().value = code
    one.field().dispatchEvent(new InputEvent('input', { bubbles: true }))
    other.element.open()

    expect([other.field().value, other.ports.merchant.link.calls]).toEqual(['', []])
  })

  test('and the address returned for it are in no event, no storage and no console', async () => {
    const { element, emitted, ports } = await refused()
    await element.open()
    await ports.merchant.link.last.answer(opened)
    const details = JSON.stringify(emitted.map(({ event }) => event.detail))
    const kept = JSON.stringify([[...ports.memory.entries], ports.reported, element.state])

    expect(emitted.map(({ name }) => name)).toContain('open')
    for (const secret of [code, 'once/']) expect(details + kept).not.toContain(secret)
    expect(element.outerHTML).not.toContain(code)
  })
})
