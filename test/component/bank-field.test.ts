// The searchable list of banks: an editable combobox as the WAI-ARIA APG describes it.
import { describe, expect, onTestFinished, test } from 'vitest'
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
const list = ({ all }: Mounted) => all('[role=listbox]')[0] as HTMLElement
/** The active row, as assistive technology finds it. */
const active = ({ element, field }: Mounted) =>
  element.shadowRoot?.getElementById(field().getAttribute('aria-activedescendant') ?? '')?.textContent
const hasFocus = ({ element, field }: Mounted) => element.shadowRoot?.activeElement === field()
const sentBy = ({ ports }: Mounted) => ports.merchant.create.calls.map(({ request }) => request.body.payment)

describe('to assistive technology the field', () => {
  test('is a combobox with its label, its list and a hint', async () => {
    const mounted = await atBank()
    const field = mounted.screen.getByRole('combobox', { name: 'Your bank' })

    await expect.element(field).toHaveAttribute('aria-autocomplete', 'list')
    await expect.element(field).toHaveAttribute('aria-controls', list(mounted).id)
    await expect.element(field).toHaveAccessibleDescription(mounted.note())
  })

  test('exposes whether its list is open', async () => {
    const mounted = await atBank()
    expect([mounted.field().ariaExpanded, list(mounted).checkVisibility()]).toEqual(['false', false])
    await userEvent.keyboard('{ArrowDown}')
    expect([mounted.field().ariaExpanded, list(mounted).checkVisibility()]).toEqual(['true', true])
    await userEvent.keyboard('{Escape}')

    expect([mounted.field().ariaExpanded, rows(mounted)]).toEqual(['false', []])
  })

  test('names the active row, and only that one is selected', async () => {
    const mounted = await atBank()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    const selected = mounted.all('[role=option][aria-selected=true]')

    expect(selected.map((row) => row.textContent)).toEqual(['Crédit Agricole'])
    expect(active(mounted)).toBe('Crédit Agricole')
  })

  test('names no row while none is active', async () => {
    const mounted = await atBank()
    await userEvent.keyboard('ing')

    expect(mounted.field().hasAttribute('aria-activedescendant')).toBe(false)
    expect(rows(mounted)).toEqual(['ING', 'ING-DiBa'])
  })
})

describe('the keyboard', () => {
  test('wraps around through the field', async () => {
    const mounted = await atBank()
    await userEvent.keyboard('ing{ArrowDown}')
    const seen = [active(mounted)]
    for (const key of ['Down', 'Down', 'Down', 'Up', 'Up', 'Up']) {
      await userEvent.keyboard(`{Arrow${key}}`)
      seen.push(active(mounted))
    }

    expect(seen).toEqual(['ING', 'ING-DiBa', undefined, 'ING', undefined, 'ING-DiBa', 'ING'])
    expect(hasFocus(mounted)).toBe(true)
  })

  test('chooses a bank with Enter and does not pay yet', async () => {
    const mounted = await atBank()
    await userEvent.keyboard('ing{ArrowDown}{ArrowDown}{Enter}')

    expect([mounted.field().value, mounted.field().ariaExpanded]).toEqual(['ING-DiBa', 'false'])
    expect([hasFocus(mounted), sentBy(mounted)]).toEqual([true, []])
  })

  test('pays with a second Enter, and the list is closed', async () => {
    const mounted = await atBank()
    await userEvent.keyboard('ing{ArrowDown}{Enter}{Enter}')

    expect(sentBy(mounted)).toEqual([{ method: 'bank_account', bank_id: 'id of ING' }])
    expect(mounted.ports.reported).toEqual([])
    expect(mounted.focused()).toBe('Opening the secure page…')
    expect(mounted.all('#field:enabled, [role=listbox]:popover-open')).toEqual([])
  })

  test('pays with Enter from an open list, too, when the whole name was typed', async () => {
    const mounted = await atBank()
    await userEvent.keyboard('sparkasse{Enter}')

    expect(sentBy(mounted)).toEqual([{ method: 'bank_account', bank_id: 'id of Sparkasse' }])
    expect(mounted.ports.reported).toEqual([])
  })

  test('closes the list with Escape and keeps what was typed', async () => {
    const mounted = await atBank()
    await userEvent.keyboard('ing{ArrowDown}{Escape}')

    expect([mounted.field().value, rows(mounted), active(mounted)]).toEqual(['ing', [], undefined])
  })

  test('leaves a dialog of the shop open while Escape only closes the list', async () => {
    const dialog = document.body.appendChild(document.createElement('dialog'))
    onTestFinished(() => dialog.remove())
    const mounted = mount({ methods: 'bank_account' }, { into: dialog })
    mounted.ports.merchant.banks.willAnswer({ banks: european, hasMore: false })
    dialog.showModal()
    mounted.field().focus()
    await userEvent.keyboard('ing{Escape}')

    expect([dialog.open, rows(mounted)]).toEqual([true, []])
  })

  test('moves with Tab to the next control after the list', async () => {
    const many = banks(...Array.from({ length: 40 }, (_, at) => `Bank ${at}`))
    const mounted = await atBank({ banks: many, hasMore: false })
    await userEvent.keyboard('{ArrowDown}{Escape}{ArrowDown}')
    await userEvent.tab()

    expect(mounted.focused()).toBe('Enter an IBAN instead')
    expect(list(mounted).checkVisibility()).toBe(false)
  })

  test('keeps the active row in view', async () => {
    const many = banks(...Array.from({ length: 40 }, (_, at) => `Bank ${at}`))
    const mounted = await atBank({ banks: many, hasMore: false })
    await userEvent.keyboard('{ArrowDown}{ArrowUp}{ArrowUp}')
    const row = mounted.all('[aria-selected=true]')[0]?.getBoundingClientRect()
    const { top, bottom } = list(mounted).getBoundingClientRect()

    expect(active(mounted)).toBe('Bank 39')
    expect(row && row.top >= top && row.bottom <= bottom).toBe(true)
  })

  test('chooses nothing with the Enter that ends a text composition', async () => {
    const mounted = await atBank()
    await userEvent.keyboard('ing')
    const options = { key: 'Enter', isComposing: true, bubbles: true }
    mounted.field().dispatchEvent(new KeyboardEvent('keydown', options))

    expect(sentBy(mounted)).toEqual([])
    expect(rows(mounted)).toEqual(['ING', 'ING-DiBa'])
  })
})

describe('the mouse', () => {
  test('opens the list with a click into the field', async () => {
    const mounted = await atBank()
    await userEvent.click(mounted.field())

    expect(rows(mounted)).toHaveLength(european.length)
  })

  test('chooses a bank with a click, and the field keeps the focus', async () => {
    const mounted = await atBank()
    await userEvent.click(mounted.field())
    await mounted.screen.getByRole('option', { name: 'Sparkasse' }).click()

    expect([mounted.field().value, rows(mounted), hasFocus(mounted)]).toEqual(['Sparkasse', [], true])
    await mounted.button('Pay now').click()
    expect(sentBy(mounted)).toEqual([{ method: 'bank_account', bank_id: 'id of Sparkasse' }])
  })

  test('between two rows or at the edge of the list neither closes it nor takes the focus', async () => {
    const mounted = await atBank()
    await userEvent.click(mounted.field())
    await userEvent.click(list(mounted), { position: { x: 1, y: 1 } })

    expect([rows(mounted).length, hasFocus(mounted)]).toEqual([european.length, true])
  })

  test('moves nothing below the list when it opens or closes, or a press would miss its button', async () => {
    const mounted = await atBank(undefined, { methods: 'bank_account card' })
    const below = () =>
      [mounted.button('Pay now'), mounted.radio('Card')].map((it) => it.element().getBoundingClientRect().y)
    const before = below()
    await userEvent.click(mounted.field())
    expect(rows(mounted)).toHaveLength(european.length)

    expect(below()).toEqual(before)
  })
})
