/** When a name is given, both halves must be given. */
type Name =
  | { readonly first_name: string; readonly last_name: string }
  | { readonly first_name?: never; readonly last_name?: never }

/** Who pays or is paid (payments-v2, UserDetails). All optional; country and language only preselect. */
export type UserDetails = Name & {
  /** ISO 3166-1 alpha-2. */
  readonly country?: string
  /** ISO 639-1. */
  readonly language?: string
  /** `+` and 7 to 15 digits. */
  readonly phone?: string
  readonly address?: string
}
