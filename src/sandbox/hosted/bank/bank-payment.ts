// The payment that the bank's pages decide. Payins, bank transfers and on-ramps each create one.
import type { Content } from '../../forms/content.ts'
import type { SandboxBank } from '../../service/banks.ts'
import type { PayinStatusDetails } from '../../service/statuses.ts'

/** The account that the payer authorised the payment from. */
type AuthorizedAccount = { iban: string; bankId: string; holderNames: string }

export type BankPayment = {
  holder: { name?: string | undefined; email: string }
  /** Skips the list of banks. With `presetIban`: the bank of the account. */
  presetBankId?: string | undefined
  /** Skips to the confirmation, with this account. */
  presetIban?: string | undefined
  /** The address of "Back" on the first step. Default: no link. */
  backPath?: string | undefined
  /** The sandbox's test controls, below each step. */
  strip: Content
  started?(bank: SandboxBank): void
  authorized(account: AuthorizedAccount): void
  refused(details: PayinStatusDetails): void
  /** The address to redirect to after the decision, with a 303. */
  leave(): string
}

/** User names that choose why the bank refuses. Any other name signs in and pays. */
export const bankUsers: readonly (readonly [name: string, details: PayinStatusDetails])[] = [
  ['refused', 'DECLINED_BY_ISSUER'],
  ['locked', 'INSTRUMENT_BLOCKED'],
  ['no-money', 'INSUFFICIENT_FUNDS'],
]
