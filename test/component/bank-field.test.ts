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
    const field = mounted.screen.getByRole('combobox', { name: 'Your bank or IBAN' })

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

  test('does not pay with the Enter that has chosen a bank and is still held', async () => {
    const mounted = await atBank()
    await userEvent.keyboard('ing{ArrowDown}{Enter>3/}')

    expect([mounted.field().ariaExpanded, sentBy(mounted)]).toEqual(['false', []])
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

    expect(mounted.focused()).toBe('Pay now')
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

describe('the list', () => {
  test('shows the first five of all banks as tiles, and what a search finds as rows', async () => {
    const mounted = await atBank()
    await userEvent.keyboard('{ArrowDown}')
    const tiles = () => mounted.all('.tile').map((tile) => tile.textContent)
    expect(tiles()).toEqual(european.slice(0, 5).map(({ name }) => name))
    await userEvent.keyboard('ing')

    expect([rows(mounted), tiles()]).toEqual([['ING', 'ING-DiBa'], []])
  })

  test('has five tiles beside each other in a wide element, and in a narrow one each name is inside its tile', async () => {
    const mounted = await atBank()
    mounted.element.style.width = '440px'
    await userEvent.keyboard('{ArrowDown}')
    const boxes = () => mounted.all('.tile').map((tile) => tile.getBoundingClientRect())
    expect(new Set(boxes().map(({ top }) => top)).size).toBe(1)
    mounted.element.style.width = '280px'
    await settle()

    expect(mounted.all('.tile').every((tile) => tile.scrollWidth <= tile.clientWidth)).toBe(true)
    expect(Math.max(...boxes().map(({ right }) => right))).toBeLessThanOrEqual(
      list(mounted).getBoundingClientRect().right,
    )
  })

  test('shows rows without words while the first banks load, which assistive technology is told', async () => {
    const mounted = mount({ methods: 'bank_account' })
    mounted.field().focus()
    await userEvent.keyboard('{ArrowDown}')
    expect([mounted.all('.bone').length, rows(mounted), list(mounted).ariaBusy]).toEqual([3, [], 'true'])
    expect([mounted.note(), mounted.field().ariaExpanded]).toEqual(['Loading banks…', 'true'])
    await mounted.ports.merchant.banks.last.answer({ banks: european, hasMore: false })

    expect([mounted.all('.bone'), rows(mounted).length, list(mounted).ariaBusy]).toEqual([
      [],
      european.length,
      'false',
    ])
  })

  test('is closed where the endpoint turns out to have no banks', async () => {
    const mounted = await atBank({ banks: [], hasMore: false })
    await userEvent.keyboard('{ArrowDown}')

    expect([list(mounted).checkVisibility(), mounted.field().ariaExpanded]).toEqual([false, 'false'])
  })
})

describe('an IBAN in the same field', () => {
  const iban = 'DE89 3704 0044 0532 0130 00'

  test('closes the list, is no unknown bank, and is sent', async () => {
    const mounted = await atBank()
    await userEvent.keyboard('{ArrowDown}de89 3704')
    expect([list(mounted).checkVisibility(), mounted.note()]).toEqual([
      false,
      'You can also leave this empty and choose on the next page.',
    ])
    await userEvent.fill(mounted.field(), iban)
    await userEvent.keyboard('{Enter}')

    expect(sentBy(mounted)).toEqual([{ method: 'bank_account', iban: iban.replaceAll(' ', '') }])
  })

  test('is understood while banks load, too', async () => {
    const mounted = mount({ methods: 'bank_account' })
    mounted.field().focus()
    await userEvent.keyboard('{ArrowDown}de89')

    expect([mounted.all('.bone'), list(mounted).checkVisibility()]).toEqual([[], false])
  })

  test('that was typed before is not sent with a bank that is chosen after it', async () => {
    const mounted = await atBank()
    await userEvent.fill(mounted.field(), iban)
    await userEvent.clear(mounted.field())
    await userEvent.keyboard('ing{ArrowDown}{Enter}{Enter}')

    expect(sentBy(mounted)).toEqual([{ method: 'bank_account', bank_id: 'id of ING' }])
  })

  test('is not meant by the name of a bank that begins like one, which the list still finds', async () => {
    const mounted = await atBank({ banks: banks('DE24 Direkt', 'ING'), hasMore: false })
    await userEvent.keyboard('de24')
    expect(rows(mounted)).toEqual(['DE24 Direkt'])
    await userEvent.keyboard('{ArrowDown}{Enter}{Enter}')

    expect(sentBy(mounted)).toEqual([{ method: 'bank_account', bank_id: 'id of DE24 Direkt' }])
  })
})

describe('a chosen bank', () => {
  const logo_url = 'data:image/gif;base64,R0lGODlhAQABAAAAACw='
  const withLogo = [{ id: 'b-1', name: 'ING', logo_url }]

  /** The mark at the start of the field. */
  const mark = ({ all }: Mounted) => all('.combobox > :first-child')[0]
  const clear = (mounted: Mounted) => mounted.button('Clear')

  test('stands with its logo in the field, until another letter is typed', async () => {
    const mounted = await atBank({ banks: withLogo, hasMore: false })
    expect(mark(mounted)?.localName).toBe('svg')
    await userEvent.keyboard('{ArrowDown}{Enter}')
    expect((mark(mounted) as HTMLImageElement).src).toBe(logo_url)
    await userEvent.keyboard('x')

    expect(mark(mounted)?.localName).toBe('svg')
  })

  test('is removed with the button that clears, and the field keeps the focus', async () => {
    const mounted = await atBank()
    await userEvent.keyboard('ing{ArrowDown}{Enter}')
    await clear(mounted).click()
    expect([mounted.field().value, hasFocus(mounted), mounted.field().ariaInvalid]).toEqual([
      '',
      true,
      'false',
    ])
    await mounted.button('Pay now').click()

    expect(sentBy(mounted)).toEqual([{ method: 'bank_account' }])
  })

  test('is removed from outside of the field, too, and a half-typed name is not reported on the way', async () => {
    const mounted = await atBank()
    await userEvent.keyboard('in')
    let left = 0
    mounted.field().addEventListener('blur', () => left++)
    await clear(mounted).click()
    expect([mounted.field().value, hasFocus(mounted), left]).toEqual(['', true, 0])
    await userEvent.keyboard('ing{ArrowDown}{Enter}')
    mounted.field().blur()
    // A second click of a double click would press nothing.
    await mounted.ports.clock.advance(500)
    await clear(mounted).click()

    expect([mounted.field().value, hasFocus(mounted)]).toEqual(['', true])
  })

  test('has no button that clears while the payment opens', async () => {
    const mounted = await atBank()
    await userEvent.keyboard('ing{ArrowDown}{Enter}{Enter}')

    await expect.element(clear(mounted)).toBeDisabled()
  })

  test('is reached with one press of Tab after the last field: the button that clears is no stop', async () => {
    const mounted = await atBank()
    await userEvent.keyboard('ing{ArrowDown}{Enter}')
    await userEvent.tab()

    expect(mounted.focused()).toBe('Pay now')
  })
})
