// What the page hears of the shopper's choice: the method and the bank, and nothing that the shopper typed.
import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { settle } from '../support/fake-clock.ts'
import { fakePorts } from '../support/fake-ports.ts'
import { aSession } from '../support/sessions.ts'
import { type Mounted, mount } from './mounted.ts'

const three = { methods: 'card bank_account service_wallet' }
const banks = [
  { id: 'b-1', name: 'Alpha Bank' },
  { id: 'b-2', name: 'Beta Bank' },
]

/** The details of an event, in their order. */
const detailsOf = ({ emitted }: Mounted, wanted: string) =>
  emitted.filter(({ name }) => name === wanted).map(({ event }) => event.detail)
const choices = (mounted: Mounted) => detailsOf(mounted, 'choice')

async function atBanks(): Promise<Mounted> {
  const mounted = mount({ methods: 'bank_account' })
  mounted.ports.merchant.banks.willAnswer({ banks, hasMore: false })
  mounted.field().focus()
  await settle()
  return mounted
}

async function chooseBank(mounted: Mounted, name: string): Promise<void> {
  await userEvent.fill(mounted.field(), name)
  await userEvent.keyboard('{ArrowDown}{Enter}')
}

describe('payment-choice', () => {
  test('names the method, once for each change', async () => {
    const mounted = mount(three)
    await mounted.radio('Bank account').click()
    await mounted.radio('Bank account').click()
    await mounted.radio('Card').click()

    expect(choices(mounted)).toEqual([{ method: 'bank_account' }, { method: 'card' }])
  })

  test('is not dispatched for the method that is chosen at first', () => {
    expect(choices(mount(three))).toEqual([])
  })

  test('is not dispatched when the page changes its methods', async () => {
    const mounted = mount(three)
    mounted.element.methods = 'service_wallet card'
    await settle()

    expect(choices(mounted)).toEqual([])
  })

  test('bubbles out of every shadow tree, and cannot be prevented', async () => {
    const mounted = mount(three)
    await mounted.radio('Bank account').click()
    const event = mounted.emitted.find(({ name }) => name === 'choice')?.event

    expect([event?.bubbles, event?.composed, event?.cancelable]).toEqual([true, true, false])
  })

  test('names the bank, and its removal with the first letter that is typed', async () => {
    const mounted = await atBanks()
    await chooseBank(mounted, 'Alpha')
    await chooseBank(mounted, 'Beta')

    expect(choices(mounted)).toEqual([
      { method: 'bank_account', bank: 'b-1' },
      { method: 'bank_account' },
      { method: 'bank_account', bank: 'b-2' },
    ])
  })

  test('names a bank whose whole name was typed, when the field loses the focus', async () => {
    const mounted = await atBanks()
    await userEvent.fill(mounted.field(), 'beta bank')
    mounted.field().blur()

    expect(choices(mounted)).toEqual([{ method: 'bank_account', bank: 'b-2' }])
  })

  test('is not dispatched for an IBAN or an email address', async () => {
    const mounted = mount(three)
    await mounted.radio('Bank account').click()
    await userEvent.fill(mounted.field(), 'DE89 3704 0044 0532 0130 01')
    mounted.field().blur()
    await mounted.ports.clock.advance(500)
    await mounted.radio('Wallet').click()
    await userEvent.fill(mounted.field(), 'ada@example.com')
    mounted.field().blur()

    expect(choices(mounted)).toEqual([{ method: 'bank_account' }, { method: 'service_wallet' }])
  })

  test('says of a saved account only that it is a bank account', async () => {
    const ports = fakePorts()
    ports.merchant.accounts.push({ id: 'pi_1', iban: 'DE89**************3000' })
    const mounted = mount(three, { ports })
    await settle()
    await mounted.radio('Bank account').click()
    await mounted.radio(/3000/).click()

    expect(choices(mounted)).toEqual([{ method: 'bank_account' }, { method: 'bank_account' }])
  })

  test('has the session of the payment that failed before', async () => {
    const mounted = mount(three)
    await mounted.startPaying()
    await mounted.read({ status: 'FAILED' })
    await mounted.screen.getByText('Pay another way').click()
    await mounted.radio('Bank account').click()

    expect(choices(mounted)).toEqual([{ ...aSession({ status: 'FAILED' }), method: 'bank_account' }])
  })

  test('may remove the element', async () => {
    const mounted = mount(three)
    mounted.element.addEventListener('payment-choice', () => mounted.element.remove())
    await mounted.radio('Bank account').click()
    await settle()

    expect(mounted.element.isConnected).toBe(false)
  })
})

describe('payment-start', () => {
  test('names the method that is sent', async () => {
    const mounted = mount(three)
    await mounted.radio('Wallet').click()
    await userEvent.fill(mounted.field(), 'ada@example.com')
    mounted.element.open()

    expect(detailsOf(mounted, 'start')).toEqual([{ method: 'service_wallet' }])
  })

  test('names the first method if the shopper left it chosen', () => {
    const mounted = mount(three)
    mounted.element.open()

    expect(detailsOf(mounted, 'start')).toEqual([{ method: 'card' }])
  })

  test('names none where the hosted page asks', () => {
    const mounted = mount()
    mounted.element.open()

    expect(detailsOf(mounted, 'start')).toEqual([{}])
  })
})
