/** The payment methods of a payin (payments-v2, "Payin payment methods"), in the order in which most shops offer them. */
export const methods = [
  'card',
  'apple_pay',
  'google_pay',
  'bank_account',
  'crypto_transfer',
  'service_wallet',
] as const

export type Method = (typeof methods)[number]

/** `payment` of a create request: the method and, for a bank account or a wallet, at most one way to identify it. */
export type Payment =
  | { readonly method: Method }
  | { readonly method: 'bank_account'; readonly bank_id: string }
  | { readonly method: 'bank_account'; readonly iban: string }
  | { readonly method: 'bank_account'; readonly instrument_id: string }
  | { readonly method: 'service_wallet'; readonly email: string }

/** Whether a value is one of the service's payment methods. */
export function isMethod(value: unknown): value is Method {
  return methods.includes(value as Method)
}
