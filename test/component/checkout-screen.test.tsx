// The screens of a checkout as functions of a model: texts, buttons, and parts that render by themselves.
import { screen, within } from '@testing-library/preact'
import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { Hosted, State } from '../../src/checkout/state.ts'
import { faultOf } from '../../src/protocol/fault.ts'
import { settle } from '../support/fake-clock.ts'
import { aSession } from '../support/sessions.ts'
import { showScreen } from './shown-screen.tsx'

const idle: State = { phase: 'idle', session: null }
const waiting = (hosted: Hosted = 'popup'): State => ({
  phase: 'waiting',
  session: aSession(),
  hosted,
  trouble: null,
})
const over = (phase: 'failed' | 'expired' | 'complete'): State => ({
  phase,
  session: aSession({ status: phase.toUpperCase() }),
})
const error: State = {
  phase: 'error',
  error: faultOf('network', 'developer only'),
  session: null,
  attempt: null,
}

const names = () => screen.queryAllByRole('button').map(({ textContent }) => textContent?.trim())

describe('the buttons', () => {
  test.each<[string, State, string[]]>([
    ['before the payment', idle, ['Pay €49.90']],
    ['while the window is open', waiting(), ['Show window', 'Check now', 'Cancel']],
    ['when the window was refused', waiting('refused'), ['Open the payment page', 'Cancel']],
    ['when it is complete', over('complete'), []],
    ['when it failed', over('failed'), ['Try again']],
    ['when it has expired', over('expired'), ['Try again']],
    ['when it could not be started', error, ['Try again']],
  ])('%s', (_, state, buttons) => {
    showScreen(state)
    expect(names()).toEqual(buttons)
  })

  test.each([
    ['Pay €49.90', idle, 'open'],
    ['Show window', waiting(), 'open'],
    ['Check now', waiting(), 'check'],
    ['Cancel', waiting(), 'cancel'],
    ['Try again', error, 'open'],
  ] as const)('“%s” asks for one thing, once', async (name, state, action) => {
    const { actions } = showScreen(state)
    await userEvent.click(screen.getByRole('button', { name }))

    const asked = Object.entries(actions).flatMap(([name, { mock }]) => mock.calls.map(() => name))
    expect(asked).toEqual([action])
  })

  test('are disabled if the page disabled the element', () => {
    showScreen(idle, { page: { disabled: true } })
    expect(screen.getByRole('button', { name: 'Pay €49.90' })).toHaveProperty('disabled', true)
  })

  test('the pay button is the same node while the page opens', () => {
    const { show } = showScreen(idle)
    const before = screen.getByRole('button', { name: 'Pay €49.90' })
    show({ phase: 'creating', attempt: 'key', opening: 'popup', session: null })

    expect(screen.getByRole('button', { name: 'Opening the secure page…' })).toBe(before)
    expect(before.getAttribute('aria-busy')).toBe('true')
  })
})

describe('the amount', () => {
  test('is shown in the notice', () => {
    showScreen(over('complete'))
    expect(screen.getByText('€49.90').getAttribute('part')).toBe('amount')
  })

  test('that differs from the page’s is pointed out', () => {
    const { show } = showScreen(idle)
    show({ phase: 'idle', session: aSession() }, { amountDiffers: true })

    expect(screen.getByText(/^The amount to pay is/).textContent).toBe('The amount to pay is €49.90.')
  })

  test('is not called the amount to pay where nothing can be paid', () => {
    const { show } = showScreen(idle)
    const error = faultOf('order_withdrawn', 'developer only')
    show({ phase: 'error', error, session: aSession(), attempt: null }, { amountDiffers: true })

    expect(screen.queryByText(/^The amount to pay is/)).toBeNull()
    expect(screen.getByText('€49.90')).toBeTruthy()
  })
})

describe('the time left', () => {
  test('renders by itself, without the rest of the screen', async () => {
    const { container, deadline } = showScreen(waiting())
    deadline.value = { seconds: 61, step: 300 }
    await settle()
    const touched: (string | null)[] = []
    const observer = new MutationObserver((records) =>
      touched.push(...records.map(({ target }) => target.textContent)),
    )
    observer.observe(container, { subtree: true, childList: true, attributes: true, characterData: true })
    deadline.value = { seconds: 60, step: 60 }
    await settle()

    expect(screen.getByText('1:00')).toBeTruthy()
    expect(touched).toEqual(['1:00'])
    observer.disconnect()
  })

  test('shows that the time is up', async () => {
    const { deadline } = showScreen(waiting())
    deadline.value = { seconds: 0, step: 0 }

    expect(await screen.findByText('The time is up. We are checking once more.')).toBeTruthy()
  })
})

describe('the phone', () => {
  const open = () => userEvent.click(screen.getByText('More'))
  const showsPhone = (shown: ReturnType<typeof showScreen>) => {
    shown.actions.askPhoneUrl.mockImplementation((show) => show('https://pay.example/p/1'))
    return shown
  }

  test('gets its QR code when it is opened, and not before', async () => {
    showsPhone(showScreen(waiting()))
    expect(screen.queryByRole('img')).toBeNull()
    await open()

    expect(await screen.findByRole('img', { name: 'Continue on your phone' })).toBeTruthy()
  })

  test('is closed again on the next screen', async () => {
    const { show } = showsPhone(showScreen(waiting()))
    await open()
    await screen.findByRole('img')
    show(over('failed'))
    show(waiting('elsewhere'))

    expect(screen.queryByRole('img')).toBeNull()
  })
})

describe('the choice', () => {
  const three = 'card bank_account service_wallet'
  const bank = (): HTMLInputElement => screen.getByRole('combobox', { name: 'Your bank or IBAN' })
  const withBanks = async () => {
    const shown = showScreen(idle, { methods: three })
    await userEvent.click(screen.getByRole('radio', { name: 'Bank account' }))
    await userEvent.click(await screen.findByRole('combobox'))
    await shown.ports.merchant.banks.last.answer({
      banks: ['Alpha Bank', 'Beta Bank', 'Gamma'].map((name) => ({ id: name, name })),
      hasMore: false,
    })
    await settle()
    return shown
  }

  test('has the first method until the shopper chooses another', async () => {
    const { choice } = showScreen(idle, { methods: three })
    expect(screen.getByRole('radio', { name: 'Card' })).toHaveProperty('checked', true)
    await userEvent.click(screen.getByRole('radio', { name: /Wallet/i }))

    expect(await screen.findByRole('textbox')).toBeTruthy()
    expect(choice.payment).toEqual({ method: 'service_wallet' })
  })

  test('lists the banks by name, and chooses the active one', async () => {
    const { choice } = await withBanks()
    const options = within(screen.getByRole('listbox')).getAllByRole('option')
    expect(options.map(({ textContent }) => textContent)).toEqual(['Alpha Bank', 'Beta Bank', 'Gamma'])
    await userEvent.keyboard('be{ArrowDown}')
    await settle()
    expect(screen.getByRole('option', { selected: true }).textContent).toBe('Beta Bank')
    await userEvent.keyboard('{Enter}')

    expect(choice.payment).toEqual({ method: 'bank_account', bank_id: 'Beta Bank' })
    expect([bank().getAttribute('aria-expanded'), bank().value]).toEqual(['false', 'Beta Bank'])
  })

  test('closes its list when the screen is left', async () => {
    const { leave } = await withBanks()
    leave()
    await withBanks()
    await userEvent.keyboard('{Escape}')
    await settle()

    expect(bank().getAttribute('aria-expanded')).toBe('false')
  })

  test('groups an IBAN while it is typed, with the caret in place', async () => {
    await withBanks()
    await userEvent.keyboard('DE893704{ArrowLeft}{ArrowLeft}5')
    await settle()

    expect([bank().value, bank().selectionStart]).toEqual(['DE89 3750 4', 8])
  })

  test('is submitted by Enter', async () => {
    const { actions } = await withBanks()
    await userEvent.keyboard('{Escape}{Enter}')

    expect(actions.open).toHaveBeenCalledOnce()
  })
})

describe('the code of a payout', () => {
  const coded: State = { phase: 'idle', session: aSession({ kind: 'payout', redirect_url: null }) }

  test('has a field of its own, and Enter sends it', async () => {
    const { actions, code } = showScreen(coded)
    await userEvent.type(screen.getByRole('textbox'), 'k3y7{Enter}')

    expect([code.text.value, actions.open.mock.calls.length]).toEqual(['k3y7', 1])
  })

  test('that was refused is reported beside its field', async () => {
    const { code } = showScreen(coded)
    code.refuse(faultOf('code_refused', 'developer only'))

    expect((await screen.findByRole('textbox')).getAttribute('aria-describedby')).toBe('note')
    expect(screen.getByRole('status').textContent).toMatch(/code/i)
    expect(screen.getByRole('textbox').getAttribute('aria-invalid')).toBe('true')
  })
})
