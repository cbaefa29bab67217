// The target of money: a payout's payment, and a payin's settlement, which "uses the payout detail shapes".

/** At most one of the two fields; a mix does not compile. Without any, the recipient enters an account on the hosted page. */
export type BankAccountTarget = { readonly method: 'bank_account' } & (
  | { readonly iban: string; readonly instrument_id?: never }
  /** An account from `payers.list` that the recipient used earlier as a payer. */
  | { readonly instrument_id: string; readonly iban?: never }
  | { readonly iban?: never; readonly instrument_id?: never }
)

export interface CryptoTarget {
  readonly method: 'crypto_transfer'
  /** The wallet's address. */
  readonly address: string
  readonly network: 'polygon'
}
