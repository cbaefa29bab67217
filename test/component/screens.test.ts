// What a shopper sees and can press on each screen.
import { describe, expect, test } from 'vitest'
import { aSession } from '../support/sessions.ts'
import { type Screen, screens, stories } from './stories.ts'

interface Sight {
  readonly says?: string
  readonly buttons: readonly string[]
}

const sights: Record<Screen, Sight> = {
  idle: { says: 'You pay shop.example. Opens a secure page in a new window.', buttons: ['Pay €49.90'] },
  disabled: { buttons: ['Pay €49.90'] },
  loading: { says: 'Checking your payment…', buttons: ['Cancel'] },
  creating: { buttons: ['Opening the secure page…', 'Cancel'] },
  'waiting popup': {
    says: 'Waiting for your payment',
    buttons: ['Show window', 'Check now', 'Cancel'],
  },
  'waiting closed': {
    says: 'Window closed?',
    buttons: ['Open the payment page', 'Check now', 'Cancel'],
  },
  'waiting refused': {
    says: 'Your browser blocked the payment window',
    buttons: ['Open the payment page', 'Cancel'],
  },
  'waiting redirect': {
    says: 'Taking you to the payment page…',
    buttons: ['Open the payment page', 'Cancel'],
  },
  'waiting returned': {
    says: 'Checking your payment…',
    buttons: ['Open the payment page', 'Check now', 'Cancel'],
  },
  'waiting elsewhere': {
    says: 'Payment not finished yet',
    buttons: ['Open the payment page', 'Check now', 'Cancel'],
  },
  'in trouble': {
    says: 'No connection right now. We keep trying.',
    buttons: ['Show window', 'Check now', 'Cancel'],
  },
  cancelled: { says: 'Payment canceled', buttons: ['Pay €49.90'] },
  authorized: { says: 'Payment received', buttons: [] },
  complete: { says: 'Paid', buttons: [] },
  failed: { says: 'The payment did not go through', buttons: ['Try again'] },
  expired: { says: 'The payment was not finished in time', buttons: ['Try again'] },
  error: { says: 'The payment could not be started', buttons: ['Try again'] },
  'already paid': { says: 'This order has already been paid', buttons: [] },
  choice: { says: 'How would you like to pay?', buttons: ['Pay €49.90'] },
  'choice of saved accounts': { says: 'DE89 •••• 3000', buttons: ['Pay €49.90'] },
  'choice of a bank': { says: 'Sparkasse', buttons: ['Pay €49.90'] },
  'choice by IBAN': { says: 'Your bank or IBAN', buttons: ['Clear', 'Pay €49.90'] },
  'choice with a mistake': {
    says: 'This IBAN is too short or too long for its country.',
    buttons: ['Clear', 'Pay €49.90'],
  },
  'time is up': {
    says: 'The time is up. We are checking once more.',
    buttons: ['Show window', 'Check now', 'Cancel'],
  },
  'phone code': {
    says: 'Continue on your phone. Scan this code with your phone’s camera. This page shows the result too.',
    buttons: ['Show window', 'Check now', 'Cancel'],
  },
  'amount differs': { buttons: ['Pay €49.90'] },
}

describe.each(screens)('the screen “%s”', (screen) => {
  const { says, buttons } = sights[screen]

  test(`offers ${buttons.join(', ') || 'nothing to press'}`, async () => {
    const mounted = await stories[screen]()
    const found = mounted.button().elements()

    expect(found).toHaveLength(buttons.length)
    for (const name of buttons) expect(mounted.button(name).query(), name).not.toBeNull()
  })

  if (says)
    test(`says “${says}”`, async () => {
      const { screen: shown } = await stories[screen]()
      expect(shown.getByText(says, { exact: true }).elements().length).toBeGreaterThan(0)
    })

  test('shows nothing of the developer’s message', async () => {
    const { text } = await stories[screen]()
    expect(text()).not.toMatch(/developer only|undefined|null|\{amount\}|\[object/)
  })
})

describe('pressing', () => {
  test('“Show window” brings the window to the front', async () => {
    const { button, ports } = await stories['waiting popup']()
    await button('Show window').click()

    expect([ports.windows.opened.length, ports.windows.last.focused]).toEqual([1, 1])
  })

  test('“Open the payment page” opens it again after the window was closed', async () => {
    const { button, ports } = await stories['waiting closed']()
    await button('Open the payment page').click()
    await ports.merchant.link.last.answer(aSession())

    expect(ports.windows.last.urls).toEqual(['https://pay.example/p/1'])
  })

  test('“check now” reads from the server at once', async () => {
    const { button, ports, read } = await stories['waiting elsewhere']()
    await button(/Check now/).click()
    await read({ status: 'COMPLETED' })

    expect(ports.merchant.read.calls.at(-1)?.request.waitSeconds).toBe(0)
    await expect.element(button()).not.toBeInTheDocument()
  })

  test('“Cancel” ends the payment in the widget and offers to pay again', async () => {
    const { button, emitted } = await stories['waiting popup']()
    await button('Cancel').click()

    await expect.element(button('Pay €49.90')).toBeVisible()
    expect(emitted.at(-1)?.name).toBe('cancel')
  })

  test('“Cancel” of an existing session leaves a way to pay it later', async () => {
    const mounted = await stories.loading({ order: '' })
    await mounted.read({})
    mounted.element.open()
    mounted.element.cancel()

    expect(mounted.button().elements().length).toBeGreaterThan(0)
  })

  test('“Try again” after a failure starts a new payment', async () => {
    const { button, ports } = await stories.failed()
    await button('Try again').click()

    expect(ports.merchant.create.calls).toHaveLength(2)
  })
})
