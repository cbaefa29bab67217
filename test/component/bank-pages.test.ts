// Thousands of banks on several pages: what the shopper sees, and which requests are sent.
import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { fakePorts } from '../support/fake-ports.ts'
import { aFault } from '../support/sessions.ts'
import { type Mounted, mount } from './mounted.ts'

type Bank = { readonly id: string; readonly name: string; readonly logo_url: string }

const aBank = (name: string): Bank => ({ id: `id of ${name}`, name, logo_url: '' })
const page = (names: readonly string[], hasMore = false) => ({ banks: names.map(aBank), hasMore })
const hundred = (from: number) =>
  Array.from({ length: 100 }, (_, at) => `Bank ${String(from + at).padStart(4, '0')}`)

const rows = ({ all }: Mounted) => all('[role=option]').map((row) => row.textContent)
const askedFor = ({ ports }: Mounted) => ports.merchant.banks.calls.map(({ request }) => request.page)
const inField = (attributes = {}, ports = fakePorts()) => {
  const mounted = mount({ methods: 'bank_account', ...attributes }, { ports })
  mounted.field().focus()
  return mounted
}

describe('5 000 banks', () => {
  const all = async () => {
    const mounted = inField()
    for (let from = 0; from < 5_000; from += 100) {
      await mounted.ports.merchant.banks.last.answer(page(hundred(from), from < 4_900))
    }
    return mounted
  }

  test('are at most 50 rows in the page, with a line that there are more', async () => {
    const mounted = await all()
    await userEvent.keyboard('bank')

    expect(rows(mounted)).toHaveLength(50)
    expect(mounted.note()).toBe('There are more banks. Keep typing.')
  })

  test('are all found by the search', async () => {
    const mounted = await all()
    await userEvent.keyboard('4999')

    expect(rows(mounted)).toEqual(['Bank 4999'])
    expect(mounted.note()).toBe('You can also leave this empty and choose on the next page.')
  })

  test('are requested one page after the other, never two at a time', async () => {
    const mounted = inField()
    const waiting: number[] = []
    for (let from = 0; from < 5_000; from += 100) {
      waiting.push(mounted.ports.merchant.banks.waiting.length)
      await mounted.ports.merchant.banks.last.answer(page(hundred(from), from < 4_900))
    }

    expect(new Set(waiting)).toEqual(new Set([1]))
    expect(askedFor(mounted)).toEqual(Array.from({ length: 50 }, (_, at) => at + 1))
  })
})

describe('the list of an endpoint', () => {
  test('is requested when the shopper comes to the field, not before', () => {
    const mounted = mount({ methods: 'bank_account' })
    expect(askedFor(mounted)).toEqual([])
    mounted.field().focus()

    expect(askedFor(mounted)).toEqual([1])
  })

  test('is requested once for all elements of the page', async () => {
    const first = inField({ id: 'first' })
    await first.ports.merchant.banks.last.answer(page(['ING']))
    const second = inField({ id: 'second' }, first.ports)
    await userEvent.keyboard('{ArrowDown}')

    expect([askedFor(second), rows(second)]).toEqual([[1], ['ING']])
  })

  test('that is still loading reaches both elements that show it', async () => {
    const first = inField({ id: 'first' })
    await userEvent.keyboard('{ArrowDown}')
    const second = inField({ id: 'second' }, first.ports)
    await userEvent.keyboard('{ArrowDown}')
    await first.ports.merchant.banks.last.answer(page(['ING']))

    expect([askedFor(second), rows(second)]).toEqual([[1], ['ING']])
  })

  test('shows that it is loading until the first banks arrive, and shows each page when it arrives', async () => {
    const mounted = inField()
    await userEvent.keyboard('{ArrowDown}')
    expect(mounted.note()).toBe('Loading banks…')
    await mounted.ports.merchant.banks.last.answer(page(['ING'], true))
    expect(rows(mounted)).toEqual(['ING'])
    await mounted.ports.merchant.banks.last.answer(page(['Sparkasse']))

    expect(rows(mounted)).toEqual(['ING', 'Sparkasse'])
  })

  test('shows that no bank was found only once all have loaded', async () => {
    const mounted = inField()
    await mounted.ports.merchant.banks.last.answer(page(['ING'], true))
    await userEvent.keyboard('Sparkasse')
    expect(mounted.note()).toBe('Loading banks…')
    await mounted.ports.merchant.banks.last.answer(page(['Gringotts']))

    expect(mounted.note()).toBe('No bank found. Check the name, or leave this empty.')
  })

  test('that does not load does not show that no bank was found', async () => {
    const mounted = inField()
    await mounted.ports.merchant.banks.last.fail(aFault())
    await userEvent.keyboard('Sparkasse')

    expect(mounted.note()).toBe('You can also leave this empty and choose on the next page.')
  })

  test('whose second page fails keeps the first, and continues when the shopper comes back', async () => {
    const mounted = inField()
    await mounted.ports.merchant.banks.last.answer(page(['ING'], true))
    await mounted.ports.merchant.banks.last.fail(aFault())
    await userEvent.tab()
    mounted.field().focus()
    await mounted.ports.merchant.banks.last.answer(page(['Sparkasse']))
    await userEvent.keyboard('{ArrowDown}')

    expect([askedFor(mounted), rows(mounted)]).toEqual([
      [1, 2, 2],
      ['ING', 'Sparkasse'],
    ])
  })

  test('that does not exist does not prevent paying, because the next page has a list', async () => {
    const mounted = inField()
    await mounted.ports.merchant.banks.last.fail(aFault('not_found'))
    await mounted.button('Pay now').click()

    expect(mounted.ports.merchant.create.last.request.body.payment).toEqual({ method: 'bank_account' })
  })

  test('that changed between two pages, and has a bank twice, is read to its end', async () => {
    const mounted = inField()
    await mounted.ports.merchant.banks.last.answer(page(['ING', 'Rabobank'], true))
    await mounted.ports.merchant.banks.last.answer(page(['Rabobank', 'Sparkasse']))
    await userEvent.keyboard('{ArrowDown}')
    expect(rows(mounted)).toEqual(['ING', 'Rabobank', 'Sparkasse'])
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')

    expect(mounted.field().value).toBe('Sparkasse')
  })

  test('of a server without paging is requested twice, and no more', async () => {
    const mounted = inField()
    for (let times = 0; times < 2; times++)
      await mounted.ports.merchant.banks.last.answer(page(hundred(0), true))
    await userEvent.keyboard('bank 0042')

    expect([askedFor(mounted), rows(mounted)]).toEqual([[1, 2], ['Bank 0042']])
  })

  test('keeps the active bank when a page arrives', async () => {
    const mounted = inField()
    await mounted.ports.merchant.banks.last.answer(page(['Banco de Crédito', 'Banca Credem'], true))
    await userEvent.keyboard('cred{ArrowDown}')
    await mounted.ports.merchant.banks.last.answer(page(['Crédit Agricole']))
    await userEvent.keyboard('{Enter}')

    expect(mounted.field().value).toBe('Banco de Crédito')
  })
})

describe('a bank', () => {
  const own = new URL('/logo.svg', location.href).href

  test('shows its logo as decoration', async () => {
    const mounted = inField()
    const banks = [{ ...aBank('ING'), logo_url: own }]
    await mounted.ports.merchant.banks.last.answer({ banks, hasMore: false })
    await userEvent.keyboard('{ArrowDown}')

    expect(
      mounted.all('[role=option] img').map((img) => [img.getAttribute('src'), img.getAttribute('alt')]),
    ).toEqual([[own, '']])
    await expect.element(mounted.screen.getByRole('option', { name: 'ING', exact: true })).toBeVisible()
  })

  test('without a logo shows our icon', async () => {
    const mounted = inField()
    await mounted.ports.merchant.banks.last.answer(page(['ING']))
    await userEvent.keyboard('{ArrowDown}')

    expect([mounted.all('[role=option] img').length, mounted.all('[role=option] svg').length]).toEqual([0, 1])
  })

  test('is shown as text, whatever its name contains', async () => {
    const mounted = inField()
    await mounted.ports.merchant.banks.last.answer(page(['<img src=x onerror=alert(1)>']))
    await userEvent.keyboard('{ArrowDown}')

    expect(rows(mounted)).toEqual(['<img src=x onerror=alert(1)>'])
  })
})
