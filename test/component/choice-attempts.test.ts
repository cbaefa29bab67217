// The choice after a payment failed, was cancelled or could not start: one key belongs to one request.
import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { settle } from '../support/fake-clock.ts'
import { aFault, aSession } from '../support/sessions.ts'
import { type Mounted, mount } from './mounted.ts'

const attributes = { methods: 'card crypto_transfer bank_account', amount: '49.90', currency: 'EUR' }
const again = { ...aFault('unavailable'), retryAfterMs: 200_000 }

/** Method and last digit of the key of each create request. */
const creates = ({ ports }: Mounted) =>
  ports.merchant.create.calls.map(({ request: { body, key } }) => `${body.payment?.method} ${key.at(-1)}`)

async function payBy(name: string): Promise<Mounted> {
  const mounted = mount(attributes)
  await mounted.radio(name).click()
  await mounted.button('Pay €49.90').click()
  return mounted
}

async function cancelled(): Promise<Mounted> {
  const mounted = await payBy('Cryptocurrency')
  await mounted.ports.merchant.create.last.answer(aSession())
  await mounted.button('Cancel').click()
  return mounted
}

/** After a failure the other ways to pay are folded. */
const unfold = ({ screen }: Mounted) => screen.getByText('Pay another way').click()

describe('after a failure', () => {
  test('the choice is still there', async () => {
    const mounted = await payBy('Cryptocurrency')
    await mounted.ports.merchant.create.last.answer(aSession())
    await mounted.read({ status: 'FAILED' })
    await unfold(mounted)

    await expect.element(mounted.radio('Cryptocurrency')).toBeChecked()
  })

  test('what was typed is still there', async () => {
    const mounted = mount({ methods: 'service_wallet' })
    mounted.field().focus()
    await userEvent.keyboard('ada@example.com{Enter}')
    await mounted.ports.merchant.create.last.answer(aSession())
    await mounted.read({ status: 'EXPIRED' })

    expect(mounted.field().value).toBe('ada@example.com')
  })
})

test('after a failure the ways to pay are folded, and a mistake in a field unfolds them', async () => {
  const mounted = await payBy('Cryptocurrency')
  await mounted.ports.merchant.create.last.answer(aSession())
  await mounted.read({ status: 'FAILED' })
  const details = () => mounted.all('details')[0]
  expect(details()?.hasAttribute('open')).toBe(false)

  await unfold(mounted)
  await mounted.radio('Bank account').click()
  await userEvent.fill(mounted.field(), 'No such bank')
  details()?.removeAttribute('open')
  await mounted.button('Try again').click()

  expect(details()?.hasAttribute('open')).toBe(true)
  expect(creates(mounted)).toHaveLength(1)
})

describe('after a retryable create failure', () => {
  test('another IBAN is another choice', async () => {
    const mounted = mount({ methods: 'bank_account' })
    await userEvent.fill(mounted.field(), 'DE89370400440532013000')
    await mounted.button('Pay now').click()
    await mounted.ports.merchant.create.last.fail(again)
    await userEvent.fill(mounted.field(), 'FR1420041010050500013M02606')
    await mounted.button('Try again').click()

    expect(creates(mounted)).toEqual(['bank_account 1', 'bank_account 2'])
  })

  test('a choice that was changed and changed back keeps the key', async () => {
    const mounted = await payBy('Cryptocurrency')
    await mounted.ports.merchant.create.last.fail(again)
    await unfold(mounted)
    await mounted.radio('Card').click()
    await mounted.radio('Cryptocurrency').click()
    await mounted.button('Try again').click()

    expect(creates(mounted)).toEqual(['crypto_transfer 1', 'crypto_transfer 1'])
  })
})

test('a method that the page removes falls back to the first one left', async () => {
  const mounted = await cancelled()
  mounted.element.methods = 'card bank_account'

  await expect.element(mounted.radio('Card')).toBeChecked()
})

test('a problem with an IBAN is not shown for the field that replaces it', async () => {
  const mounted = mount({ methods: 'bank_account' })
  await userEvent.fill(mounted.field(), 'DE00')
  mounted.field().blur()
  await settle()
  expect(mounted.note()).toMatch('IBAN')
  mounted.element.methods = 'service_wallet'
  await settle()

  expect(mounted.field().getAttribute('aria-invalid')).toBe('false')
  expect(mounted.note()).not.toMatch('IBAN')
})
