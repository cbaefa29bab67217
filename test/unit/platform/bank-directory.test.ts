import { expect, test, vi } from 'vitest'
import { createBankDirectory } from '../../../src/platform/bank-directory.ts'
import { settle } from '../../support/fake-clock.ts'
import { fakeMerchant } from '../../support/fake-merchant.ts'
import { aFault } from '../../support/sessions.ts'

const page = (names: string, hasMore: boolean) => ({
  banks: names.split(' ').map((name) => ({ id: name, name, logo_url: '' })),
  hasMore,
})

function open() {
  const merchant = fakeMerchant()
  const directory = createBankDirectory(merchant.api)
  return {
    merchant,
    directory,
    names: () => directory.banks.map(({ name }) => name).join(' '),
    asked: () => merchant.banks.calls.map(({ request }) => request.page),
  }
}

test('nothing is requested before the shopper comes to the field', () => {
  expect(open().asked()).toEqual([])
})

test('pages are read one at a time, and each is shown when it arrives', async () => {
  const { merchant, directory, names, asked } = open()
  const changed = vi.fn()
  directory.load(changed)
  await merchant.banks.last.answer(page('a b', true))
  expect([names(), asked(), directory.isComplete]).toEqual(['a b', [1, 2], false])
  await merchant.banks.last.answer(page('c', false))

  expect([names(), asked(), directory.isComplete]).toEqual(['a b c', [1, 2], true])
  expect(changed).toHaveBeenCalledTimes(3)
})

test('a second element of the page sends no request', async () => {
  const { merchant, directory, asked } = open()
  const second = vi.fn()
  directory.load(() => {})
  directory.load(second)
  await merchant.banks.last.answer(page('a', false))
  directory.load(second)

  expect(asked()).toEqual([1])
  expect(second).toHaveBeenCalled()
})

test('a page that fails keeps the pages before, and is requested again when the shopper comes back', async () => {
  const { merchant, directory, names, asked } = open()
  directory.load(() => {})
  await merchant.banks.last.answer(page('a', true))
  await merchant.banks.last.fail(aFault())
  expect([names(), directory.isComplete]).toEqual(['a', true])
  directory.load(() => {})
  await merchant.banks.last.answer(page('b', false))

  expect([names(), asked()]).toEqual(['a b', [1, 2, 2]])
})

test('an endless list of a broken server is read only up to a limit', async () => {
  const { merchant, directory } = open()
  directory.load(() => {})
  for (let read = 0; read < 500 && merchant.banks.waiting.length > 0; read++) {
    await merchant.banks.last.answer(page(`bank-${read}`, true))
  }
  await settle()

  expect(merchant.banks.calls.length).toBe(200)
})
