/** Details of a recipient or payer (payments-v2, UserDetails). All are optional; country and language only preselect. */
export interface UserDetails {
  /** ISO 3166-1 alpha-2. */
  readonly country?: string
  /** ISO 639-1. */
  readonly language?: string
  readonly first_name?: string
  readonly last_name?: string
  /** `+` and 7 to 15 digits. */
  readonly phone?: string
  readonly address?: string
}

/** A payer's name: both parts or none (payments-v2, PayerDetails). */
export type WholeName =
  | { readonly first_name: string; readonly last_name: string }
  | { readonly first_name?: never; readonly last_name?: never }
