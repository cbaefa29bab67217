// The payment that the bank's pages show and decide. Payins, bank transfers and on-ramps each create one.

import type { Content } from '../../forms/content.ts'
import type { SandboxBank } from '../../service/banks.ts'
import type { Money } from '../../service/intents.ts'
import type { PayinStatusDetails } from '../../service/statuses.ts'
import type { Visit } from '../visits.ts'

/** The account that the payer authorised the payment from. */
export type AuthorizedAccount = { iban: string; bankId: string; holderNames: string }

export type BankPayment = {
  visit: Visit
  /** The path of the flow, such as "/pay/…". The steps are below it. */
  path: string
  amount: Money
  payee: string
  reference?: string | undefined
  /** ISO time. */
  expiresAt?: string | undefined
  /** The sandbox's time in ms, for the countdown; needed when `expiresAt` is given. */
  now?: number | undefined
  holder: { name?: string | undefined; email: string }
  /** From the merchant. The visitor's own choice has precedence. */
  preferred?: { language?: string | undefined; country?: string | undefined } | undefined
  /** Skips the list of banks. With `presetIban`: the bank of the account. */
  presetBankId?: string | undefined
  /** Skips to the confirmation, with this account. */
  presetIban?: string | undefined
  /** The address of Cancel (POST). */
  cancelPath: string
  /** The address of "Back" on the first step. Default: no link. */
  backPath?: string | undefined
  /** The sandbox's test controls, below each step. */
  strip?: Content | undefined
  started(bank: SandboxBank): void
  authorized(account: AuthorizedAccount): void
  refused(details: PayinStatusDetails): void
  /** The address to redirect to after the decision, with a 303. */
  leave(): string
}
