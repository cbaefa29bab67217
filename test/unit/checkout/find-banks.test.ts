import { expect, test } from 'vitest'
import { bankNamed, findBanks } from '../../../src/checkout/find-banks.ts'

const names = [
  'Crédit Agricole',
  'Bank Śląski',
  'Banco de Crédito',
  'Deutsche Bank',
  'ING',
  'ING-DiBa',
  'İş Bankası',
]
const banks = names.map((name, at) => ({ id: `b-${at}`, name, logo_url: '' }))
const found = (text: string) => findBanks(banks, text).map(({ name }) => name)

test('a bank is found without its accents and capitals', () => {
  expect(found('credit ag')).toEqual(['Crédit Agricole'])
  expect(found('IS BANKASI')).toEqual(['İş Bankası'])
  expect(found('slaski')).toEqual(['Bank Śląski'])
})

test('a bank that begins with the word comes before one that only contains it', () => {
  expect(found('cred')).toEqual(['Crédit Agricole', 'Banco de Crédito'])
})

test('every word has to be in the name, in any order', () => {
  expect(found('bank deutsche')).toEqual(['Deutsche Bank'])
  expect(found('bank agricole')).toEqual([])
})

test('an empty text finds all banks, and surrounding spaces are ignored', () => {
  expect(found('')).toEqual(names)
  expect(found('  ing ')).toEqual(['ING', 'ING-DiBa'])
})

test('a full name finds its bank, even if another name begins with it', () => {
  expect(bankNamed(banks, ' ing ')?.id).toBe('b-4')
  expect(bankNamed(banks, 'in')).toBeUndefined()
  expect(bankNamed(banks, '')).toBeUndefined()
})

test('a name that two banks share finds neither: the shopper has to choose', () => {
  expect(bankNamed([...banks, { id: 'b-9', name: 'ING', logo_url: '' }], 'ING')).toBeUndefined()
})
