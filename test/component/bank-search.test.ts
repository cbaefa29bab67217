// The text of the bank field: what it finds, and what it means when the field loses focus.
import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { settle } from '../support/fake-clock.ts'
import { type Mounted, mount } from './mounted.ts'

const banks = (...names: string[]) => names.map((name) => ({ id: `id of ${name}`, name, logo_url: '' }))
const european = banks('Deutsche Bank', 'Crédit Agricole', 'Banco de Crédito', 'ING', 'ING-DiBa', 'Sparkasse')

/** A focused bank field with a closed list. The first page has loaded. */
async function atBank(page = { banks: european, hasMore: false }, attributes = {}): Promise<Mounted> {
  const mounted = mount({ methods: 'bank_account', ...attributes })
  mounted.ports.merchant.banks.willAnswer(page)
  mounted.field().focus()
  await settle()
  return mounted
}

const rows = ({ all }: Mounted) => all('[role=option]').map((row) => row.textContent)
/** The active row, as assistive technology finds it. */
const active = ({ element, field }: Mounted) =>
  element.shadowRoot?.getElementById(field().getAttribute('aria-activedescendant') ?? '')?.textContent
const hasFocus = ({ element, field }: Mounted) => element.shadowRoot?.activeElement === field()
const sentBy = ({ ports }: Mounted) => ports.merchant.create.calls.map(({ request }) => request.body.payment)

describe('the search', () => {
  test.each([
    ['CREDIT', ['Crédit Agricole', 'Banco de Crédito']],
    ['crédit agr', ['Crédit Agricole']],
    ['bank deut', ['Deutsche Bank']],
    ['ban', ['Banco de Crédito', 'Deutsche Bank']],
    [' ing', ['ING', 'ING-DiBa']],
  ])(
    'for %j finds %j, without marks and case, by every word, with names that begin with it first',
    async (text, found) => {
      const mounted = await atBank()
      await userEvent.keyboard(text)

      expect(rows(mounted)).toEqual(found)
    },
  )

  test('restarts with every letter: no row stays active', async () => {
    const mounted = await atBank()
    await userEvent.keyboard('in{ArrowDown}g')

    expect(active(mounted)).toBeUndefined()
  })

  test('shows all banks again after one was chosen', async () => {
    const mounted = await atBank()
    await userEvent.keyboard('ing{ArrowDown}{Enter}')
    await userEvent.click(mounted.field())

    expect(rows(mounted)).toHaveLength(european.length)
  })
})

describe('a text left in the field', () => {
  test('chooses a bank if it is its full name', async () => {
    const mounted = await atBank()
    await userEvent.keyboard('credit agricole')
    await userEvent.tab()
    expect([mounted.field().value, mounted.field().ariaInvalid]).toEqual(['Crédit Agricole', 'false'])
    mounted.element.open()

    expect(sentBy(mounted)).toEqual([{ method: 'bank_account', bank_id: 'id of Crédit Agricole' }])
  })

  test('that is no bank is reported, and pay focuses the field', async () => {
    const mounted = await atBank()
    await userEvent.keyboard('Gringotts')
    await userEvent.tab()
    expect(mounted.note()).toBe('Choose a bank from the list, or leave this empty.')
    await mounted.button('Pay now').click()

    expect([mounted.field().ariaInvalid, hasFocus(mounted)]).toEqual(['true', true])
    expect(sentBy(mounted)).toEqual([])
  })

  test('that is empty leaves the choice to the next page', async () => {
    const mounted = await atBank()
    await userEvent.tab()
    await mounted.button('Pay now').click()

    expect(sentBy(mounted)).toEqual([{ method: 'bank_account' }])
  })

  test('changed after a bank was chosen no longer means that bank', async () => {
    const mounted = await atBank()
    await userEvent.keyboard('ing{ArrowDown}{ArrowDown}{Enter}{Backspace}')
    mounted.element.open()
    await settle()

    expect([sentBy(mounted), mounted.field().ariaInvalid]).toEqual([[], 'true'])
  })
})
