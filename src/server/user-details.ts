/** Who is paid, and what is known of who pays (payments-v2, UserDetails). All optional; country and language only preselect. */
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

/** Of a payer: when a name is given, both halves must be given (payments-v2, PayerDetails). */
export type WholeName =
  | { readonly first_name: string; readonly last_name: string }
  | { readonly first_name?: never; readonly last_name?: never }
