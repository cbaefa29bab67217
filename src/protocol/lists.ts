// What the merchant's lists hold. A list is there to help: an entry that is not understood is left out.

/** A bank of the merchant's `banks` call (PROTOCOL §2; payments-v2, "Bank"). */
export interface Bank {
  readonly id: string
  readonly name: string
  readonly logo_url?: string
}

/** One page of the banks. */
export interface BankPage {
  readonly banks: readonly Bank[]
  readonly hasMore: boolean
}

/** A saved bank account of the signed-in shopper (payments-v2, "Payer"). */
export interface Account {
  readonly id: string
  /** Masked: the first four and the last four characters; all others are `*`. */
  readonly iban: string
}

/** Reads the list envelope of payments-v2. Anything else is an empty last page. */
export function parseBankPage(json: unknown): BankPage {
  const banks = entriesWith<Bank>('name', json)
  return { banks, hasMore: banks.length > 0 && (json as { has_more?: unknown }).has_more === true }
}

/** The saved bank accounts of an `instruments` answer. Cards have no `iban`: payments-v2 takes no saved card. */
export function parseAccounts(json: unknown): Account[] {
  return entriesWith<Account>('iban', json)
}

/** The entries of a list that have an id and one more text. */
function entriesWith<Entry>(text: keyof Entry, json: unknown): Entry[] {
  const content = (json as { content?: unknown } | null | undefined)?.content
  if (!Array.isArray(content)) return []
  return content.filter((entry) => typeof entry?.id === 'string' && typeof entry[text] === 'string')
}
