// The choice of a way to pay: what is offered, what is preselected, what the create request contains.
import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { settle } from '../support/fake-clock.ts'
import { fakePorts } from '../support/fake-ports.ts'
import { type Mounted, mount } from './mounted.ts'
import { stories } from './stories.ts'

const three = { methods: 'card bank_account crypto_transfer' }

const namesOf = ({ radio }: Mounted) =>
  radio()
    .elements()
    .map((element) => element.closest('label')?.textContent?.trim())

const sentBy = ({ ports }: Mounted) => ports.merchant.create.last.request.body.payment

describe('the choice', () => {
  test('has a native radio for each method, in the page’s order, the first preselected', async () => {
    const mounted = mount(three)

    expect(namesOf(mounted)).toEqual(['Card', 'Bank account', 'Cryptocurrency'])
    await expect.element(mounted.radio('Card')).toBeChecked()
    await expect
      .element(mounted.screen.getByRole('group', { name: 'How would you like to pay?' }))
      .toBeVisible()
  })

  test('moves with the arrow keys, as radios do', async () => {
    const { radio, element } = mount(three)
    await userEvent.tab()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')

    await expect.element(radio('Cryptocurrency')).toBeChecked()
    expect(element.shadowRoot?.activeElement).toBe(radio('Cryptocurrency').element())
  })

  test('of one element does not affect other elements', async () => {
    const [first, second] = [
      mount({ ...three, id: 'first' }),
      mount({ ...three, id: 'second', order: 'A-2' }),
    ]
    await first.radio('Cryptocurrency').click()

    await expect.element(first.radio('Cryptocurrency')).toBeChecked()
    await expect.element(second.radio('Card')).toBeChecked()
  })

  test('reads its methods with any spacing, and ignores unknown values', () => {
    expect(namesOf(mount({ methods: '\n  card   gold\tcrypto_transfer ' }))).toEqual([
      'Card',
      'Cryptocurrency',
    ])
  })

  test('offers a method once if the page names it twice', () => {
    expect(namesOf(mount({ methods: 'card card crypto_transfer' }))).toEqual(['Card', 'Cryptocurrency'])
  })

  test('follows the page’s methods when they change', async () => {
    const mounted = mount(three)
    mounted.element.methods = 'crypto_transfer card'
    await settle()

    expect(namesOf(mounted)).toEqual(['Cryptocurrency', 'Card'])
    await expect.element(mounted.radio('Cryptocurrency')).toBeChecked()
  })
})

describe('the create request', () => {
  test.each([
    ['Card', 'card'],
    ['Google Pay', 'google_pay'],
    ['Apple Pay', 'apple_pay'],
    ['Bank account', 'bank_account'],
    ['Cryptocurrency', 'crypto_transfer'],
    ['Wallet', 'service_wallet'],
  ])('of a shopper who chose %s contains %s', async (name, method) => {
    const mounted = mount({
      methods: 'service_wallet crypto_transfer bank_account apple_pay google_pay card',
    })
    await mounted.radio(name).click()
    await mounted.button('Pay now').click()

    expect(sentBy(mounted)).toEqual({ method })
  })

  test('contains the preselected method if the shopper only pressed pay', async () => {
    const mounted = mount(three)
    await mounted.button('Pay now').click()

    expect(sentBy(mounted)).toEqual({ method: 'card' })
  })

  test.each([
    ['names no methods', {}],
    ['names only unknown ones', { methods: 'gold silver' }],
    ['asks for another kind, which has no methods', { ...three, kind: 'bank_transfer' }],
  ])('contains no payment if the page %s', async (_what, attributes) => {
    const mounted = mount(attributes)
    expect(namesOf(mounted)).toEqual([])
    await mounted.button('Pay now').click()

    expect(mounted.ports.merchant.create.last.request.body).not.toHaveProperty('payment')
  })
})

describe('a method that this browser does not support', () => {
  test('is not offered', () => {
    const ports = fakePorts()
    ports.unable.add('apple_pay')

    expect(namesOf(mount({ methods: 'apple_pay card google_pay' }, { ports }))).toEqual([
      'Card',
      'Google Pay',
    ])
  })

  test('and is the only one leaves the plain button, because the hosted page asks', async () => {
    const ports = fakePorts()
    ports.unable.add('apple_pay')
    const mounted = mount({ methods: 'apple_pay' }, { ports })
    await mounted.button('Pay now').click()

    expect(namesOf(mounted)).toEqual([])
    expect(ports.merchant.create.last.request.body).not.toHaveProperty('payment')
  })
})

describe('one method', () => {
  test('shows no choice, but is sent', async () => {
    const mounted = mount({ methods: 'card' })
    expect(namesOf(mounted)).toEqual([])
    await mounted.button('Pay now').click()

    expect(sentBy(mounted)).toEqual({ method: 'card' })
  })

  test.each([
    ['bank_account', 'combobox', 'Your bank or IBAN'],
    ['service_wallet', 'textbox', 'Email of your wallet account'],
  ] as const)('such as %s still asks what it needs', async (methods, role, name) => {
    const mounted = mount({ methods })

    expect(namesOf(mounted)).toEqual([])
    await expect.element(mounted.screen.getByRole(role, { name })).toBeVisible()
  })
})

describe('no choice is shown', () => {
  const choices = (mounted: Mounted) => mounted.all('fieldset, #field').length

  test('for an existing session, whose method the server decided', async () => {
    const mounted = mount({ ...three, session: 'cs_1' })
    expect(choices(mounted)).toBe(0)
    await mounted.read({})

    expect(choices(mounted)).toBe(0)
    await expect.element(mounted.button('Pay €49.90')).toBeVisible()
  })

  test('for an existing session after a cancel, because pressing pay opens it', async () => {
    const mounted = mount({ ...three, session: 'cs_1' })
    await mounted.read({})
    await mounted.button(/Pay/).click()
    await mounted.button('Cancel').click()
    await mounted.button(/Pay/).click()

    expect(mounted.ports.merchant.create.calls).toEqual([])
  })

  test.each(['waiting popup', 'authorized', 'complete', 'already paid'] as const)(
    'on the screen “%s”, where it has no effect',
    async (screen) => {
      expect(choices(await stories[screen](three))).toBe(0)
    },
  )
})

describe('disabled', () => {
  test('starts nothing, not even by Enter', () => {
    const mounted = mount({ methods: 'service_wallet card', disabled: '' })
    mounted.field().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))

    expect([mounted.emitted.length, mounted.ports.merchant.create.calls.length]).toEqual([0, 0])
  })

  test('also disables the radios and fields', async () => {
    const { all } = mount({ methods: 'service_wallet card', disabled: '' })

    expect(all('input:enabled')).toEqual([])
  })
})
