// What a choice sends, and which problems prevent it.
import { describe, expect, test } from 'vitest'
import {
  type Choice,
  chosenOf,
  fieldOf,
  noChoice,
  type Option,
  optionsOf,
  paymentOf,
  problemOf,
} from '../../../src/checkout/choice.ts'
import { type Method, methods } from '../../../src/protocol/method.ts'

const saved = { id: 'i-1', iban: 'DE89**************3000' }
const option = (method: Method): Option => ({ id: method, method, account: null })
const typed = (bank: string): Choice => ({ ...noChoice, bank })
const bank = (fields: Partial<Choice>): Choice => ({ ...noChoice, ...fields })

describe('the options', () => {
  test('have the page’s order, with saved accounts after the bank account', () => {
    const options = optionsOf(['card', 'bank_account', 'crypto_transfer'], [saved])

    expect(options.map(({ id }) => id)).toEqual(['card', 'bank_account', 'i-1', 'crypto_transfer'])
  })

  test('contain no saved account if the page offers no bank account', () => {
    expect(optionsOf(['card'], [saved])).toEqual([option('card')])
  })

  test('start with the first one chosen, and return to it when the chosen one disappears', () => {
    const options = optionsOf(['card', 'bank_account'], [])

    expect(chosenOf(options, noChoice)?.id).toBe('card')
    expect(chosenOf(options, bank({ option: 'bank_account' }))?.id).toBe('bank_account')
    expect(chosenOf(options, bank({ option: 'i-1' }))?.id).toBe('card')
    expect(chosenOf([], noChoice)).toBeUndefined()
  })
})

describe('a payment', () => {
  test.each(methods)('by %s names only the method while its field is empty', (method) => {
    expect(paymentOf(option(method), noChoice)).toEqual({ method })
  })

  test.each<[string, Option, Choice, object]>([
    ['a bank of the list', option('bank_account'), bank({ bank: 'ING', bankId: 'b-1' }), { bank_id: 'b-1' }],
    [
      'an IBAN, without its spaces',
      option('bank_account'),
      typed('de89 3704 0044 0532 0130 00'),
      { iban: 'DE89370400440532013000' },
    ],
    [
      'a saved account',
      { id: 'i-1', method: 'bank_account', account: saved.iban },
      noChoice,
      { instrument_id: 'i-1' },
    ],
  ])('from %s names it', (_name, chosen, choice, names) => {
    expect(paymentOf(chosen, choice)).toEqual({ method: 'bank_account', ...names })
  })

  test('from a wallet contains its trimmed email address', () => {
    const choice = bank({ email: ' ada@example.com ' })

    expect(paymentOf(option('service_wallet'), choice)).toEqual({
      method: 'service_wallet',
      email: 'ada@example.com',
    })
  })

  test('from a bank whose name reads like an IBAN names only the bank, because the service accepts only one of them', () => {
    const choice = { ...typed('DE89 3704 0044 0532 0130 00'), bankId: 'b-1' }

    expect(paymentOf(option('bank_account'), choice)).toEqual({ method: 'bank_account', bank_id: 'b-1' })
  })
})

describe('a problem', () => {
  test.each<[string, Option, Choice, string | null]>([
    ['an IBAN with a typing error', option('bank_account'), typed('DE89 3704 0044 0532 0130 01'), 'check'],
    ['an IBAN that is cut off', option('bank_account'), typed('DE89 3704'), 'length'],
    ['an IBAN of no country', option('bank_account'), typed('ZZ89 3704 0044'), 'country'],
    [
      'a bank whose name begins like an IBAN',
      option('bank_account'),
      bank({ bank: 'DE24', bankId: 'b' }),
      null,
    ],
    ['digits alone', option('bank_account'), typed('532013000'), 'bank'],
    ['an IBAN in small letters, after its name', option('bank_account'), typed('iban: de89 3704'), 'length'],
    ['nothing', option('bank_account'), typed(''), null],
    ['a bank’s name that was not chosen', option('bank_account'), bank({ bank: 'Deu' }), 'bank'],
    ['a chosen bank', option('bank_account'), bank({ bank: 'ING', bankId: 'b-1' }), null],
    ['nothing but a space for a bank', option('bank_account'), bank({ bank: ' ' }), null],
    ['half an email address', option('service_wallet'), bank({ email: 'ada@' }), 'email'],
    ['no email address', option('service_wallet'), noChoice, null],
    ['a mistyped IBAN behind a card', option('card'), typed('DE89'), null],
    ['a saved account', { id: 'i', method: 'bank_account', account: saved.iban }, typed('DE89'), null],
  ])('of %s: %4$s', (_name, chosen, choice, problem) => {
    expect(problemOf(chosen, choice)).toBe(problem)
  })
})

test('only a new bank account and a wallet have a field', () => {
  const fields = methods.map((method) => fieldOf(option(method)))

  expect(fields.filter(Boolean)).toEqual(['bank', 'email'])
})
