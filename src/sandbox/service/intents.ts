// What merchants ask for, with the documents' own field names. The shapes are checked by the OpenAPI description
// (`openapi/`); these types are what is left after that check.

export type Money = { value: string; currency: string }

export type UserDetails = {
  country?: string
  language?: string
  first_name?: string
  last_name?: string
  phone?: string
  address?: string
}

export type PayerDetails = UserDetails & { email: string; is_new?: boolean }

export type PayinMethod =
  | 'bank_account'
  | 'card'
  | 'google_pay'
  | 'apple_pay'
  | 'crypto_transfer'
  | 'service_wallet'

export type PayinPayment =
  | { method: 'bank_account'; bank_id?: string; iban?: string; instrument_id?: string }
  | { method: 'card' | 'google_pay' | 'apple_pay' | 'crypto_transfer' }
  | { method: 'service_wallet'; email?: string }

/** Where money is sent: a payout's `payment`, and a payin's `settlement`. */
export type BankAccountDetails = { method: 'bank_account'; iban?: string; instrument_id?: string }
export type CryptoDetails = { method: 'crypto_transfer'; address: string; network: 'polygon' }

export type Settlement = { method: 'service_balance' } | BankAccountDetails | CryptoDetails

export type PayoutPayment = BankAccountDetails | CryptoDetails | { method: 'service_wallet'; email?: string }
export type PayoutMethod = PayoutPayment['method']

type Intent = { amount: Money; reference?: string; return_url: string; webhook_url?: string }
export type PayinIntent = Intent & { payer: PayerDetails; payment?: PayinPayment; settlement?: Settlement }
export type PayoutIntent = Intent & { recipient?: UserDetails; payment?: PayoutPayment }

/** What both legacy kinds have. */
type LegacyIntent = {
  names: string
  userId: string
  userAddress1?: string
  userIpAddress?: string
  revision?: string
  webhookUrl?: string
  webhookPayload?: string
}

export type BankTransferIntent = LegacyIntent & {
  amount: string | number
  userPassedKyc?: boolean
  userPassedAml?: boolean
  currency: string
  callbackChromeUrl?: string
  callbackSafariUrl?: string
}

export type OnRampIntent = LegacyIntent & { amount: number; userEmail: string; hostedRedirectUrl?: string }
