// What the shopper chose before pressing pay: a method and, for some methods, a bank, an IBAN, a saved account or an
// email address. Everything but the method may stay empty: then the hosted page asks. Pure functions only.
import { beginsIban, parseIban } from '../protocol/iban.ts'
import type { Account } from '../protocol/lists.ts'
import type { Method, Payment } from '../protocol/method.ts'

/** A field below the chosen method. */
export type Field = 'bank' | 'email'

export interface Choice {
  /** A method, or the id of a saved account. */
  readonly option: string
  /** The texts of the fields, as typed. That of the bank is its name, or an IBAN. */
  readonly bank: string
  readonly email: string
  /** The bank selected from the list. Typing clears it. */
  readonly bankId: string | null
  /** What is wrong with the field. Set when the field loses focus or pay is pressed. */
  readonly problem: Problem | null
}

export type Problem = 'bank' | 'country' | 'length' | 'check' | 'email'

export const noChoice: Choice = {
  option: '',
  bank: '',
  email: '',
  bankId: null,
  problem: null,
}

/** One option of the choice: a method, or a saved account. */
export type Option = { readonly id: string; readonly method: Method; readonly account: string | null }

/**
 * The options: the methods in the page's order, with the saved accounts after "Bank account". Not before it, because
 * accounts load later and the first option is the default: the default would change under the shopper.
 */
export function optionsOf(methods: readonly Method[], accounts: readonly Account[]): Option[] {
  return methods.flatMap((method) => {
    const saved = method === 'bank_account' ? accounts : []
    return [
      { id: method, method, account: null },
      ...saved.map(({ id, iban }) => ({ id, method, account: iban })),
    ]
  })
}

/** The chosen option: the first one until the shopper chooses another. */
export function chosenOf(options: readonly Option[], { option }: Choice): Option | undefined {
  return options.find(({ id }) => id === option) ?? options[0]
}

/** The field that the chosen option asks for. */
export function fieldOf({ method, account }: Option): Field | null {
  if (method === 'service_wallet') return 'email'
  return method === 'bank_account' && !account ? 'bank' : null
}

/** What must be corrected before paying; `null` if nothing. */
export function problemOf(option: Option, choice: Choice): Problem | null {
  const { bank, bankId } = choice
  switch (fieldOf(option)) {
    case 'bank': {
      if (!bank.trim() || bankId) return null
      if (!beginsIban(bank)) return 'bank'
      const read = parseIban(bank)
      return 'problem' in read ? read.problem : null
    }
    case 'email':
      return choice.email && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(choice.email.trim()) ? 'email' : null
    default:
      return null
  }
}

/** `payment` of the create request, for a choice without a problem. */
export function paymentOf(option: Option, choice: Choice): Payment {
  const { method, account, id } = option
  if (account) return { method: 'bank_account', instrument_id: id }
  switch (fieldOf(option)) {
    case 'bank': {
      if (choice.bankId) return { method: 'bank_account', bank_id: choice.bankId }
      const read = parseIban(choice.bank)
      return 'iban' in read ? { method: 'bank_account', iban: read.iban } : { method }
    }
    case 'email':
      return choice.email ? { method: 'service_wallet', email: choice.email.trim() } : { method }
    default:
      return { method }
  }
}
