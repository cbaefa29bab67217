// The field of a method: an IBAN or an email address, checked when the field loses focus or pay is pressed.
import { describe, expect, onTestFinished, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { settle } from '../support/fake-clock.ts'
import { type Mounted, mount } from './mounted.ts'

const typo = 'There is a typing error in this IBAN.'
const right = 'DE89 3704 0044 0532 0130 00'
const wrong = 'DE89 3704 0044 0532 0130 01'

/** The field for a bank or an IBAN, with the focus in it. There are no banks. */
async function atIban(): Promise<Mounted> {
  const mounted = mount({ methods: 'bank_account' })
  mounted.field().focus()
  await settle()
  return mounted
}

async function atEmail(): Promise<Mounted> {
  const mounted = mount({ methods: 'service_wallet' })
  mounted.field().focus()
  return mounted
}

const hasFocus = ({ element, field }: Mounted) => element.shadowRoot?.activeElement === field()
const sentBy = ({ ports }: Mounted) => ports.merchant.create.calls.map(({ request }) => request.body.payment)
const isMarked = ({ field }: Mounted) => field().getAttribute('aria-invalid')

describe('the IBAN', () => {
  test('is grouped by four while it is typed, as on a card', async () => {
    const mounted = await atIban()
    await userEvent.keyboard('de893704004405320130')

    expect(mounted.field().value).toBe('DE89 3704 0044 0532 0130')
  })

  test('keeps the caret where the shopper corrects a digit in the middle', async () => {
    const mounted = await atIban()
    await userEvent.keyboard('DE893704004405320130')
    mounted.field().setSelectionRange(7, 7)
    await userEvent.keyboard('99')

    expect(mounted.field().value).toBe('DE89 3799 0400 4405 3201 30')
    expect([mounted.field().selectionStart, mounted.field().selectionEnd]).toEqual([9, 9])
  })

  test('keeps the caret where the shopper deletes in the middle', async () => {
    const mounted = await atIban()
    await userEvent.keyboard('DE893704004405320130')
    mounted.field().setSelectionRange(9, 9)
    await userEvent.keyboard('{Backspace}{Backspace}')

    expect(mounted.field().value).toBe('DE89 3700 4405 3201 30')
    expect(mounted.field().selectionStart).toBe(7)
  })

  test('is sent without its spaces', async () => {
    const mounted = await atIban()
    await userEvent.keyboard(right)
    await mounted.button('Pay now').click()

    expect(sentBy(mounted)).toEqual([{ method: 'bank_account', iban: 'DE89370400440532013000' }])
  })

  test('is no longer one when only letters are left', async () => {
    const mounted = await atIban()
    await userEvent.keyboard('de89{Backspace}{Backspace}')

    expect([mounted.field().value, mounted.field().ariaExpanded]).toEqual(['DE', 'true'])
  })

  test('may stay empty, because the next page asks', async () => {
    const mounted = await atIban()
    expect(mounted.note()).toBe('You can also leave this empty and choose on the next page.')
    await mounted.button('Pay now').click()

    expect(sentBy(mounted)).toEqual([{ method: 'bank_account' }])
  })
})

describe.each([
  ['an IBAN with a typing error', atIban, wrong, typo],
  ['an IBAN that is cut off', atIban, 'DE89 37', 'This IBAN is too short or too long for its country.'],
  ['an IBAN of no country', atIban, 'ZZ89 3704', /^An IBAN begins with the two letters/],
  ['half an email address', atEmail, 'ada@', 'This is not an email address.'],
] as const)('%s', (_what, open, text, says) => {
  test('is not reported while it is being typed', async () => {
    const mounted = await open()
    await userEvent.keyboard(text)

    expect(mounted.note()).not.toMatch(says)
    expect(isMarked(mounted)).toBe('false')
  })

  test('is reported when the field loses focus, visibly and to screen readers', async () => {
    const mounted = await open()
    await userEvent.keyboard(text)
    await userEvent.tab()

    expect(mounted.note()).toMatch(says)
    expect(isMarked(mounted)).toBe('true')
    await expect.element(mounted.field()).toHaveAccessibleDescription(mounted.note())
  })

  test('is reported at the press of pay, which starts nothing and focuses the field', async () => {
    const mounted = await open()
    await userEvent.keyboard(text)
    mounted.element.open()
    await settle()

    expect(mounted.note()).toMatch(says)
    expect([hasFocus(mounted), sentBy(mounted), mounted.emitted]).toEqual([true, [], []])
    expect(mounted.ports.windows.opened).toEqual([])
  })

  test('is reported at a press with the mouse, too', async () => {
    const mounted = await open()
    await userEvent.keyboard(text)
    await mounted.button('Pay now').click()

    expect([hasFocus(mounted), sentBy(mounted), mounted.emitted]).toEqual([true, [], []])
  })

  test('is not reported any more as soon as it is corrected', async () => {
    const mounted = await open()
    await userEvent.keyboard(text)
    await userEvent.keyboard('{Enter}{End}{Backspace}')

    expect(mounted.note()).not.toMatch(says)
    expect(isMarked(mounted)).toBe('false')
  })
})

describe('the email address of a wallet', () => {
  test('is sent trimmed', async () => {
    const mounted = await atEmail()
    await userEvent.keyboard(' ada@example.com ')
    await mounted.button('Pay now').click()

    expect(sentBy(mounted)).toEqual([{ method: 'service_wallet', email: 'ada@example.com' }])
  })

  test('may stay empty', async () => {
    const mounted = await atEmail()
    await mounted.button('Pay now').click()

    expect(sentBy(mounted)).toEqual([{ method: 'service_wallet' }])
  })
})

describe('Enter in a field', () => {
  test.each([
    ['the IBAN', atIban, right],
    ['the email address', atEmail, 'ada@example.com'],
  ] as const)('pays from %s, as in any form, and focuses the button', async (_what, open, text) => {
    const mounted = await open()
    await userEvent.keyboard(`${text}{Enter}`)

    expect(sentBy(mounted)).toHaveLength(1)
    expect(mounted.focused()).toBe('Opening the secure page…')
    expect(mounted.ports.windows.blank).toHaveLength(1)
    expect(mounted.ports.reported).toEqual([])
  })

  test('that ends a text composition pays nothing', async () => {
    const mounted = await atEmail()
    const options = { key: 'Enter', isComposing: true, bubbles: true }
    mounted.field().dispatchEvent(new KeyboardEvent('keydown', options))

    expect(sentBy(mounted)).toEqual([])
  })

  test.each([
    ['the bank', 'bank_account'],
    ['the email address', 'service_wallet'],
    ['the radios', 'card crypto_transfer'],
  ])('never submits the merchant’s own form: %s', async (_what, methods) => {
    const form = document.body.appendChild(document.createElement('form'))
    form.append(document.createElement('input'), document.createElement('button'))
    let submitted = 0
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      submitted++
    })
    onTestFinished(() => form.remove())
    const mounted = mount({ methods }, { into: form })
    mounted.element.shadowRoot?.querySelector('input')?.focus()
    await userEvent.keyboard('{Enter}')

    expect(submitted).toBe(0)
    expect([...new FormData(form)]).toEqual([])
  })
})

test('autocomplete and spell check are off for the name of a bank', () => {
  const { field } = mount({ methods: 'bank_account' })

  expect([field().autocomplete, field().spellcheck]).toEqual(['off', false])
})
