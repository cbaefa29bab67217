// The entries of the merchant's lists. Lists are optional help for the shopper, so an invalid entry is skipped.

/** A bank of the merchant's `banks` call (docs/protocol.md#the-merchant-protocol; payments-v2, "Bank"). */
export interface Bank {
  readonly id: string
  readonly name: string
  readonly logo_url?: string
}

/** One page of the list of banks. */
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

/** Parses a page of banks in the list format of payments-v2. Anything else counts as an empty last page. */
export function parseBankPage(json: unknown): BankPage {
  const banks = entriesWith<Bank>('name', json)
  return { banks, hasMore: banks.length > 0 && (json as { has_more?: unknown }).has_more === true }
}

/** The saved bank accounts of an `instruments` answer. Cards have no `iban` and are skipped: payments-v2 accepts no saved card. */
export function parseAccounts(json: unknown): Account[] {
  return entriesWith<Account>('iban', json)
}

/** The entries of a list that have an id and one other text field. */
function entriesWith<Entry>(text: keyof Entry, json: unknown): Entry[] {
  const content = (json as { content?: unknown } | null | undefined)?.content
  if (!Array.isArray(content)) return []
  return content.filter((entry) => typeof entry?.id === 'string' && typeof entry[text] === 'string')
}
