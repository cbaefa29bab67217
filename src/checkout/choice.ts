// What the shopper chose before pressing pay: a method and, for some methods, a bank, an IBAN, a saved account or an
// email address. Everything but the method may stay empty: then the hosted page asks. Pure functions only.
import { parseIban } from '../protocol/iban.ts'
import type { Account } from '../protocol/lists.ts'
import type { Method, Payment } from '../protocol/method.ts'

/** A field below the chosen method. */
export type Field = 'bank' | 'iban' | 'email'

export interface Choice {
  /** A method, or the id of a saved account. */
  readonly option: string
  /** The texts of the fields, as typed. */
  readonly bank: string
  readonly iban: string
  readonly email: string
  /** The bank selected from the list. Typing clears it. */
  readonly bankId: string | null
  readonly byIban: boolean
  /** What is wrong with the field. Set when the field loses focus or pay is pressed. */
  readonly problem: Problem | null
}

export type Problem = 'bank' | 'country' | 'length' | 'check' | 'email'

export const noChoice: Choice = {
  option: '',
  bank: '',
  iban: '',
  email: '',
  bankId: null,
  byIban: false,
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
export function fieldOf({ method, account }: Option, { byIban }: Choice): Field | null {
  if (method === 'service_wallet') return 'email'
  if (method !== 'bank_account' || account) return null
  return byIban ? 'iban' : 'bank'
}

/** What must be corrected before paying; `null` if nothing. */
export function problemOf(option: Option, choice: Choice): Problem | null {
  switch (fieldOf(option, choice)) {
    case 'iban': {
      const read = choice.iban ? parseIban(choice.iban) : null
      return read && 'problem' in read ? read.problem : null
    }
    case 'bank':
      return choice.bank.trim() && !choice.bankId ? 'bank' : null
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
  switch (fieldOf(option, choice)) {
    case 'iban': {
      const read = parseIban(choice.iban)
      return 'iban' in read ? { method: 'bank_account', iban: read.iban } : { method }
    }
    case 'bank':
      return choice.bankId ? { method: 'bank_account', bank_id: choice.bankId } : { method }
    case 'email':
      return choice.email ? { method: 'service_wallet', email: choice.email.trim() } : { method }
    default:
      return { method }
  }
}
